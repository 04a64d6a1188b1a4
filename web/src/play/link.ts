// The way from a finished hand to its analysis.

import type { Place } from '../api/types';

/** The parameters of `#/analyse` for a recorded deal: all its moves, at the beginning of the play. */
export function analyseParams({ game, setup, moves }: Place): Record<string, string | number | null | undefined> {
  const before = moves.filter((move) => move.includes(':') || move === 'look');
  return {
    game,
    position: setup.position,
    deal: setup.position ? undefined : setup.deal,
    players: setup.position ? undefined : setup.players,
    ...setup.options,
    line: before.join('.'),
    moves: moves.join('.'),
  };
}
