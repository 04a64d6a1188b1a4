// Acceptance sets: which outcomes of a leaf-value table would replace what a player has.

import { follow, heldBy, replaces, type Cut, type Family, type Frame, type TieRule } from './steps';

/** One level of a chain with its set. */
export interface Acceptance {
  node: number;
  player: number;
  /** By outcome: whether the level would take it. */
  accepts: boolean[];
}

/**
 * The sets along the chain of a prune, from the node up. The node itself hands up what it has, so its own best counts as
 * possible too. The last column of a drawing is `possible`: what every level would take. A prune is right where nothing is left.
 */
export function acceptance(
  tree: Family,
  frame: Frame,
  cut: Cut,
  outcomes: number[][],
  rule: TieRule,
): { levels: Acceptance[]; possible: boolean[] } {
  const root = tree.nodes[0].mover ?? 1;
  const same = (one: number[], other: number[]): boolean => one.every((value, seat) => value === other[seat]);
  const levels = cut.chain.map((link): Acceptance => {
    const node = follow(tree, link.node);
    const best = heldBy(frame, node);
    const isPruned = link.node.length === cut.node.length;
    const accepts = outcomes.map(
      (payoff) => best === null || (isPruned && cut.kind !== 'exact' && same(best, payoff)) || replaces(rule, root, link.player, best, payoff, false),
    );
    return { node, player: link.player, accepts };
  });
  const possible = outcomes.map((_, row) => levels.every(({ accepts }) => accepts[row]));
  return { levels, possible };
}
