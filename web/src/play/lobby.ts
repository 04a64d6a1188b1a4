// What the form before a game offers.

import type { Algorithm, Field, Game } from '../api/types';

/** The sign on the tile of a card game. */
export const GAME_SIGNS: Record<string, string> = { hearts: 'H', spades: 'S', 'sergeant-major': 'D', 'oh-hell': 'C', bridge: 'S' };

export const gameTitle = (name: string): string => name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');

/** Games that are played with cards or on a board; the others are trees to look at. */
export const isBoardOrCards = (game: Game): boolean => game.start || game.dealing.length > 0;

/** Choices of the start of a board, such as how many pieces there are. */
export const startFields = (game: Game): Field[] =>
  game.dealing.length > 0 || !game.start ? [] : (game.position[0]?.fields.filter((field) => field.values.kind === 'names') ?? []);

/** Who can play the other seats. */
export function opponents(game: Game, algorithms: readonly Algorithm[]): { name: string; about: string }[] {
  const able = algorithms.filter((algorithm) => algorithm.plays !== false && (algorithm.hidden || !game.hides) && algorithm.name !== 'expert');
  return [{ name: 'expert', about: `the best player that we know for the game: ${game.expert}` }, ...able.map(({ name, about }) => ({ name, about }))];
}

/** `3 minutes ago`. */
export function ago(seconds: number): string {
  const units: [number, string][] = [[86400, 'day'], [3600, 'hour'], [60, 'minute']];
  for (const [length, unit] of units) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
