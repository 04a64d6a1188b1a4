// A card position that is put together by clicking: hands, the trick in progress, and the other fields of the notation.

import { RANKS, SUITS } from '../cards/cards';

export interface SetUp {
  leader: number;
  /** The cards of each seat, such as `SA`. */
  hands: string[][];
  /** The trick in progress, in order of play. */
  played: string[];
  /** All other fields by name. */
  fields: Record<string, string>;
}

export function emptySetUp(players: number): SetUp {
  return { leader: 1, hands: Array.from({ length: players }, () => []), played: [], fields: {} };
}

export function writeHand(cards: string[]): string {
  return SUITS.map((suit) => [...RANKS].filter((rank) => cards.includes(suit + rank)).join('')).join('.');
}

/** The position in our notation. */
export function writeSetUp({ leader, hands, played, fields }: SetUp): string {
  const parts = [`${leader}:${hands.map(writeHand).join(' ')}`];
  if (played.length > 0) parts.push(`played=${played.join(',')}`);
  for (const [name, value] of Object.entries(fields)) {
    if (value.trim() !== '') parts.push(`${name}=${value.replace(/\s+/g, '')}`);
  }
  return parts.join(' ');
}

/** Reads a position in our notation, if it is one of open hands. */
export function readSetUp(text: string): SetUp | null {
  const words = text.trim().split(/\s+/);
  const first = /^(\d+):(.*)$/.exec(words[0] ?? '');
  if (first === null) return null;
  const hands: string[][] = [];
  const fields: Record<string, string> = {};
  let played: string[] = [];
  for (const word of [first[2], ...words.slice(1)]) {
    const field = /^([a-z0-9-]+)=(.*)$/.exec(word);
    if (field === null) {
      const suits = word.toUpperCase().replaceAll('10', 'T').split('.');
      if (suits.length !== 4 || suits.some((ranks) => [...ranks].some((rank) => !RANKS.includes(rank)))) return null;
      hands.push(suits.flatMap((ranks, place) => [...ranks].map((rank) => SUITS[place] + rank)));
    } else if (field[1] === 'played') {
      played = field[2].split(',').filter((card) => card !== '');
    } else {
      fields[field[1]] = field[2];
    }
  }
  return hands.length === 0 ? null : { leader: Number(first[1]), hands, played, fields };
}

/** Gives a card to a seat (from 0), to the trick (`'trick'`), or back to the deck where it is there already. */
export function place(setUp: SetUp, card: string, to: number | 'trick'): SetUp {
  const isThere = to === 'trick' ? setUp.played.includes(card) : setUp.hands[to].includes(card);
  const hands = setUp.hands.map((hand, seat) => {
    const rest = hand.filter((held) => held !== card);
    return seat === to && !isThere ? [...rest, card] : rest;
  });
  const rest = setUp.played.filter((held) => held !== card);
  return { ...setUp, hands, played: to === 'trick' && !isThere ? [...rest, card] : rest };
}
