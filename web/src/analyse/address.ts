// What the address of the view says: `#/analyse?game=spades&deal=3&cards=5&line=HJ.H8`. Whatever is not one of the names below is
// an option of the game.

import type { Place, Setup } from '../api/types';
import { href } from '../state/route';
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
  /** Whether only what the mover knows is used. */
  isHidden: boolean;
  /** A view that was pasted, in place of a position. */
  view: string | null;
  /** What in the address makes no sense. */
  wrong: string | null;
}

const NAMES = ['game', 'position', 'deal', 'players', 'line', 'moves', 'algorithm', 'time', 'cards-seen', 'view', 'begins', 'table'];

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
  if (given.begins === 'deal') setup.whole_deal = true;
  if (given.begins === 'game') setup.whole_game = true;
  if (given.players !== undefined && given.position === undefined) setup.players = number(given.players);
  return {
    game: given.game,
    setup,
    variations: withPath(readVariations(given.moves ?? '') ?? NO_VARIATIONS, path),
    path,
    spec: given.algorithm ?? '',
    seconds: given.time ?? '',
    isHidden: given['cards-seen'] === 'own',
    view: given.view ?? null,
    wrong: ['deal', 'players'].map((name) => (given[name] !== undefined && number(given[name]) === null ? `${name}=${given[name]} is not a number` : null)).find(Boolean) ?? null,
  };
}

export function writeAddress(asked: Asked): Record<string, string | number | null | undefined> {
  const { game, setup, variations, path, spec, seconds, isHidden, view } = asked;
  const line = path.join('.');
  const moves = writeVariations(variations);
  return {
    game,
    position: setup.position,
    deal: setup.position || view ? undefined : setup.deal,
    players: setup.position || view ? undefined : setup.players,
    ...setup.options,
    begins: setup.whole_game ? 'game' : setup.whole_deal ? 'deal' : undefined,
    line,
    moves: moves === line ? undefined : moves,
    algorithm: spec,
    time: seconds,
    'cards-seen': isHidden ? 'own' : undefined,
    view,
  };
}

/** The address at which a position is analysed, after some of its moves; the others are kept as the line. */
export function analyseAt({ game, setup, moves }: Place, at: number = moves.length): string {
  const asked: Asked = {
    game,
    setup: { ...setup, options: setup.options ?? {} },
    variations: withPath(NO_VARIATIONS, moves),
    path: moves.slice(0, at),
    spec: '',
    seconds: '',
    isHidden: false,
    view: null,
    wrong: null,
  };
  return href('analyse', writeAddress(asked));
}
