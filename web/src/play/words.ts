// What the table says in words: whose turn it is, what happened, why a card cannot be played.

import type { Choices, SeatEvent, Seen } from '../api/types';
import { cardWord, cardWords, isCard, suitOf, suitWord } from '../cards/cards';

/** Whether this is a game of cards. A game that hides nothing may begin without a deal. */
export const hasCards = (seen: Seen): boolean => seen.deal.dealt > 0 || seen.deal.hands.some((hand) => hand !== null);

/** `you`, or `seat 2`. */
export const seatName = (seen: Seen, seat: number): string => (seat === seen.seat && !seen.open ? 'you' : `seat ${seat}`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** `you play` and `seat 2 plays`. */
const does = (seen: Seen, seat: number, verb: string): string => {
  const name = seatName(seen, seat);
  return `${name} ${name === 'you' ? verb : verb.endsWith('s') || verb.endsWith('ss') ? `${verb}es` : `${verb}s`}`;
};
const cards = (count: number): string => (count === 1 ? '1 card' : `${count} cards`);
/** A score as people write it: a third of a win is 0.333. */
export const score = (value: number): string => String(Math.round(value * 1000) / 1000);
/** A bid as people say it: zero is a contract of its own in Spades. */
export const bidWord = (seen: Seen, bid: number | string): string => (String(bid) === '0' && seen.game === 'spades' ? 'nil' : String(bid));
export const trumpWord = (trump: string): string => (trump === 'N' || trump === 'NT' ? 'no trump' : suitWord(trump));

/** Whether tricks count points, and not just as tricks. */
export const countsPoints = (seen: Seen): boolean => seen.tally.unit === 'points' && seen.tally.low_is_good;

/** An event in a sentence without a full stop; nothing for what the table shows anyway. */
export function sentence(seen: Seen, event: SeatEvent): string {
  switch (event.event) {
    case 'deal':
      return event.hand ? 'cards are dealt' : 'cards are dealt, and you have not looked';
    case 'start':
      return 'the game begins';
    case 'passed':
      return `you pass ${cardWords(event.cards)} to ${seatName(seen, event.to)}`;
    case 'passes':
      return `${does(seen, event.seat, 'pass')} ${cards(event.count)} to ${seatName(seen, event.to)}`;
    case 'received':
      return `you receive ${cardWords(event.cards)} from ${seatName(seen, event.from)}`;
    case 'look':
      return `${does(seen, event.seat, 'look')} at the cards`;
    case 'bid':
      return event.blind ? `${does(seen, event.seat, 'bid')} nil before looking` : `${does(seen, event.seat, 'bid')} ${bidWord(seen, event.bid)}`;
    case 'gave':
      return `you give ${cardWord(event.card)} to ${seatName(seen, event.to)} and get ${cardWord(event.back)} back`;
    case 'given':
      return `${does(seen, event.from, 'give')} you ${cardWord(event.card)}, and you give ${cardWord(event.back)} back`;
    case 'gives':
      return `${does(seen, event.seat, 'give')} ${seatName(seen, event.to)} a card and ${event.seat === seen.seat ? 'get' : 'gets'} one back`;
    case 'trump':
      return `${does(seen, event.seat, 'name')} trump: ${trumpWord(event.trump)}`;
    case 'discarded':
      return `you discard ${cardWords(event.cards)}`;
    case 'kitty':
      return `you take the kitty: ${cardWords(event.cards)}`;
    case 'exchanges':
      return `${does(seen, event.seat, 'exchange')} ${cards(event.count)} with the kitty`;
    case 'play':
      return `${does(seen, event.seat, 'play')} ${cardWord(event.card)}`;
    case 'trick':
      return `${does(seen, event.seat, 'take')} the trick${countsPoints(seen) && event.counts > 0 ? ` with ${event.counts}` : ''}`;
    case 'move':
      return `${does(seen, event.seat, 'move')} ${event.move}`;
    case 'score':
      return `scores: ${event.scores.map((value, place) => `${seatName(seen, place + 1)} ${score(value)}`).join(', ')}`;
  }
}

/** What is asked of the person: `Pass 3 cards to the left`. */
export function question(seen: Seen, choices: Choices): string {
  switch (choices.what) {
    case 'pass':
      return `Pass ${cards(choices.count ?? 1)}${seen.deal.pass ? ` ${passWord(seen.deal.pass)}` : ''}`;
    case 'discard':
      return `Discard ${cards(choices.count ?? 1)}`;
    case 'bid':
      return seen.deal.hands[seen.seat - 1] === null ? 'Bid before you look, or look' : 'How many tricks will you take?';
    case 'give':
      return 'Give a card: you get the highest of its suit back';
    case 'trump':
      return 'Name trump';
    case 'play': {
      if (!hasCards(seen)) return 'Your move';
      const led = seen.deal.trick[0];
      if (!led) return 'You lead';
      const suit = suitOf(led.card);
      return choices.legal.every((card) => suitOf(card) === suit) ? `Follow ${suitWord(suit)}` : `No ${suitWord(suit)}: play any card`;
    }
  }
}
export const passWord = (pass: string): string => (pass === 'across' ? 'across' : `to the ${pass}`);

/** Why a card of the own hand cannot be chosen now, in a few words. */
export function whyNot(seen: Seen, card: string): string {
  const { choices, deal } = seen;
  if (!choices) return seen.mover === null ? 'the game is over' : 'not your turn';
  if (choices.legal.includes(card)) return '';
  const legal = choices.legal.filter(isCard);
  const led = deal.trick[0];
  if (choices.what !== 'play' || legal.length === 0) return 'cannot be chosen';
  if (led && suitOf(card) !== suitOf(led.card) && legal.every((other) => suitOf(other) === suitOf(led.card))) return `follow ${suitWord(suitOf(led.card))}`;
  if (led && deal.tricks === 0) return 'nothing that counts goes to the first trick';
  if (!led && legal.length === 1 && deal.tricks === 0) return `${cardWord(legal[0]!)} has to be led`;
  if (!led && legal.every((other) => suitOf(other) !== suitOf(card))) return `${suitWord(suitOf(card))} may not be led yet`;
  return 'not legal here';
}

/** The move that the server reads: `pass:SA,SQ`, `bid:3`, `look`, `trump:H`, a card. */
export function written(what: Choices['what'], chosen: readonly string[]): string {
  return what === 'play' || chosen[0] === 'look' ? chosen.join(',') : `${what}:${chosen.join(',')}`;
}

/** What is said when it is the person's turn again, or the deal is over: what happened since `from` events, and what is asked. */
export function told(seen: Seen, from: number): string {
  const others = seen.events.slice(from).filter((event) => !('seat' in event && event.event === 'play' && event.seat === seen.seat));
  const happened = others.map((event) => capital(sentence(seen, event)));
  const asked = seen.choices && seen.mover === seen.seat ? `Your turn. ${question(seen, seen.choices)}` : seen.mover === null ? ending(seen) : '';
  return [...happened, asked].filter(Boolean).join('. ');
}

/** Who has won, in a sentence. */
export function ending(seen: Seen): string {
  const scores = seen.scores ?? [];
  const signed = scores.map((value) => (seen.tally.low_is_good ? -value : value));
  const winners = seen.sheet ? seen.sheet.winners : signed.flatMap((value, place) => (value === Math.max(...signed) ? [place + 1] : []));
  const names = winners.map((seat) => seatName(seen, seat));
  if (names.length === 0 || (names.length === seen.players.length && names.length > 1)) return 'The game is over: nobody wins';
  if (names.length > 1) return `The game is over: ${names.join(' and ')} win`;
  return `The game is over: ${names[0]} ${names[0] === 'you' ? 'win' : 'wins'}`;
}

/** A whole game whose next deal is not looked at yet: the deal that is over lies on the table. */
export function asDealEnded(seen: Seen): Seen {
  const dealt = seen.events.findLastIndex((event) => event.event === 'deal');
  // It is nobody's turn, and the game is not over.
  return { ...seen, deal: seen.previous ?? seen.deal, mover: 0, choices: null, events: seen.events.slice(0, Math.max(dealt, 0)) };
}

/** Where the events of the deal in progress begin; those of the one before come first. */
const dealStart = (seen: Seen): number => Math.max(seen.events.findLastIndex((event) => event.event === 'deal' || event.event === 'start'), 0);

/** How many deals came before the one on the table. */
const dealsBefore = (seen: Seen): number => seen.deals_over - (seen.mover === null ? 1 : 0);

/** How much was said once everything is. */
export const heardOf = (seen: Seen): { deals: number; events: number } => ({ deals: dealsBefore(seen), events: seen.events.length - dealStart(seen) });

/** The first event that was not said yet. */
export function firstUnheard(seen: Seen, heard: { deals: number; events: number }): number {
  const start = dealStart(seen);
  // After taking back there may be fewer events than were said.
  if (heard.deals === dealsBefore(seen) || start === 0) return Math.min(start + heard.events, seen.events.length);
  return start;
}
