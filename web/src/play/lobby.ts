// What the form before a game offers.

import type { Algorithm, Field, Game } from '../api/types';

/** The sign on the tile of a card game. */
export const GAME_SIGNS: Record<string, string> = { hearts: 'H', spades: 'S', 'sergeant-major': 'D', 'oh-hell': 'C', bridge: 'S' };

/** Games that are played with cards or on a board; the others are trees to look at. */
export const isBoardOrCards = (game: Game): boolean => game.start || game.dealing.length > 0;

/** Games of cards first, then boards. */
export const gamesToPlay = (games: readonly Game[]): Game[] =>
  games.filter(isBoardOrCards).sort((one, other) => Number(other.dealing.length > 0) - Number(one.dealing.length > 0));

/** An option with the default that it has under these rules; without a name, those of the usual table. */
export function underRules(field: Field, game: Game, rules: string): Field {
  const preset = game.presets.find((preset) => preset.name === (rules || 'table'));
  const value = preset?.sets[field.name];
  if (value !== undefined) return { ...field, default: { value } };
  // A table passes as it likes: that is no rule of the game.
  return rules === '' && field.name === 'pass' ? { ...field, default: { required: true } } : field;
}

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
