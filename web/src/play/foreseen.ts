// What a move will do, shown before the server answers.

import type { Seen } from '../api/types';
import { isCard } from '../cards/cards';

/** The cards that a move consists of. */
export const cardsOf = (move: string): string[] => (move.split(':').at(-1) ?? '').split(',').filter(isCard);

/** The table as it will be once the move is made, as far as that is certain. */
export function foreseen(seen: Seen, move: string): Seen {
  const cards = cardsOf(move);
  const own = seen.seat - 1;
  const isPlayed = seen.choices?.what === 'play' && isCard(move);
  const deal = { ...seen.deal };
  if (cards.length > 0 && seen.choices?.what !== 'give') {
    deal.hands = deal.hands.map((hand, place) => (place === own && hand ? hand.filter((card) => !cards.includes(card)) : hand));
  }
  if (isPlayed) {
    deal.trick = [...deal.trick, { seat: seen.seat, card: move }];
    deal.left = deal.left.map((left, place) => (place === own ? left - 1 : left));
  }
  const [from, to] = move.split('-');
  const piece = seen.cells.find((cell) => cell.name === from)?.owner ?? seen.seat;
  const isOnBoard = seen.cells.some((cell) => cell.name === (to ?? from));
  const cells = isOnBoard
    ? seen.cells.map((cell) => (cell.name === (to ?? from) ? { ...cell, owner: piece } : cell.name === from ? { ...cell, owner: null } : cell))
    : seen.cells;
  return { ...seen, deal, cells, choices: null };
}
