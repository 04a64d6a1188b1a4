// Acceptance sets: which outcomes of a leaf-value table would replace what the players of a chain have.

import type { LeafTable } from './api';
import type { Cut } from './steps';

/** One level of a chain with its set. */
export interface Acceptance {
  /** The moves that lead to it. */
  node: string[];
  player: number;
  /** By outcome: whether the level would take it. */
  accepts: boolean[];
  /** The outcome that it has. */
  has: number;
}

export interface Sets {
  /** By outcome: whether it can still come below the node. */
  possible: boolean[];
  levels: Acceptance[];
  /** By outcome: whether it could get past every level. A prune is right where none could. */
  passes: boolean[];
}

/**
 * The sets along the chain of a prune, from the node up. Where the chain begins at the node itself, what the node has could be handed up
 * too, so that it counts as if it were accepted there.
 */
export function acceptance(cut: Cut, table: LeafTable): Sets {
  const { outcomes } = table;
  const possible = outcomes.map((_, place) => cut.possible === undefined || cut.possible.includes(place));
  const levels = cut.chain.map((link): Acceptance => {
    const has = outcomes.findIndex((payoff) => payoff.every((value, seat) => value === link.best[seat]));
    const set = table.accepted[link.player - 1]?.[has]?.[link.standing] ?? [];
    return { node: link.node, player: link.player, accepts: outcomes.map((_, place) => set.includes(place)), has };
  });
  const passes = outcomes.map((_, place) =>
    levels.every(({ node, accepts, has }) => {
      const isOwn = node.length === cut.node.length;
      if (isOwn && cut.kind !== 'exact' && place === has) return true;
      return accepts[place] && possible[place];
    }),
  );
  return { possible, levels, passes };
}
