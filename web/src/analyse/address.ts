// What the address of the view says: `#/analyse?game=spades&deal=3&cards=5&line=HJ.H8`. Whatever is not one of the names below is
// an option of the game.

import type { Setup } from '../api/types';
import { readVariations, withPath, writeVariations, NO_VARIATIONS, type Variations } from './variations';

export interface Asked {
  game: string;
  setup: Setup;
  variations: Variations;
  /** The moves that are made. */
  path: string[];
  /** The algorithm with its settings; empty for the usual one. */
  spec: string;
  seconds: string;
  /** Only what this seat knows is used. */
  seat: number | null;
  /** A view that was pasted, in place of a position. */
  view: string | null;
}

const NAMES = ['game', 'position', 'deal', 'players', 'line', 'moves', 'algorithm', 'time', 'seat', 'view'];

/** Where somebody begins who comes without a position: the best card changes as the search gets deeper. */
export const FIRST: Record<string, string> = { game: 'spades', deal: '3', cards: '5' };

export function readAddress(params: Record<string, string>): Asked {
  const given = params.game === undefined ? { ...FIRST, ...params } : params;
  const number = (text: string | undefined): number | null => (text !== undefined && /^\d+$/.test(text) ? Number(text) : null);
  const options = Object.fromEntries(Object.entries(given).filter(([name]) => !NAMES.includes(name)));
  const path = (given.line ?? '').split('.').filter((move) => move !== '');
  const setup: Setup = { options };
  if (given.position !== undefined) setup.position = given.position;
  else if (given.view === undefined) setup.deal = number(given.deal) ?? 1;
  if (given.players !== undefined && given.position === undefined) setup.players = number(given.players);
  return {
    game: given.game,
    setup,
    variations: withPath(readVariations(given.moves ?? '') ?? NO_VARIATIONS, path),
    path,
    spec: given.algorithm ?? '',
    seconds: given.time ?? '',
    seat: number(given.seat),
    view: given.view ?? null,
  };
}

export function writeAddress(asked: Asked): Record<string, string | number | null | undefined> {
  const { game, setup, variations, path, spec, seconds, seat, view } = asked;
  const line = path.join('.');
  const moves = writeVariations(variations);
  return {
    game,
    position: setup.position,
    deal: setup.position || view ? undefined : setup.deal,
    players: setup.position || view ? undefined : setup.players,
    ...setup.options,
    line,
    moves: moves === line ? undefined : moves,
    algorithm: spec,
    time: seconds,
    seat,
    view,
  };
}
