// The steps of a watched search, turned into what a drawing shows after each of them.

/** A node of the drawn tree, as the server sends it. Nodes stand in the order of a walk from the left. */
export interface TreeNode {
  id: number;
  parent: number | null;
  /** The move that leads here; empty at the root. */
  move: string;
  /** What is written on the branch: the move and its equivalents, or nothing. */
  arc: string;
  /** Who moves, counted from 1; nobody at a leaf. */
  mover: number | null;
  /** What everybody gets at a leaf. */
  payoff: number[];
  remark: string;
}

/** One level of a chain. */
export interface Link {
  node: string[];
  player: number;
  has: number;
  needs: string;
  /** What everybody has there: the best so far. */
  best: number[];
  /** Whether the moves that could replace it come before or after it in the order of the game. */
  standing: 'before' | 'after';
}

/** One prune. */
export interface Cut {
  node: string[];
  kind: 'exact' | 'final' | 'uncertain';
  on_entry: boolean;
  children_cut: number;
  chain: Link[];
  requirement: string[];
  searched_again: boolean;
  /** The outcomes of the leaf-value table that can still come, by their places. */
  possible?: number[];
}

/** One step of a search. */
export type Step =
  | { event: 'down'; move: string; again: boolean }
  | ({ event: 'pruned' } & Cut)
  | { event: 'up'; payoff: number[] }
  | { event: 'ignored' }
  | { event: 'set-aside'; top: number };

export type TieRule = 'first' | 'worst-for-root' | 'spiteful' | 'random';

/** How a node stands: `open` nodes are on the path from the root to where the search is. */
export type Standing = 'unseen' | 'open' | 'known' | 'ignored' | 'aside' | 'cut';

export interface NodeState {
  standing: Standing;
  /** How often the search went there. */
  visits: number;
  /** What everybody gets, where that is known. */
  value: number[] | null;
  /** The child whose value is the best so far, where there is one. */
  best: number | null;
}

/** What the drawing shows after some of the steps. */
export interface Frame {
  states: NodeState[];
  /** The node where the search is. */
  current: number;
  /** The node that the last step was about: the one that was entered or left. */
  subject: number;
}

/** The tree with the children of each node, in the order in which the game lists moves. */
export interface Family {
  nodes: TreeNode[];
  children: number[][];
}

export function family(nodes: TreeNode[]): Family {
  const children: number[][] = nodes.map(() => []);
  for (const node of nodes) {
    if (node.parent !== null) children[node.parent].push(node.id);
  }
  return { nodes, children };
}

/** Follows moves from the root. */
export function follow(tree: Family, moves: string[]): number {
  let at = 0;
  for (const move of moves) {
    const next = tree.children[at].find((child) => tree.nodes[child].move === move);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** The nodes from the root to this one. */
export function pathTo(tree: Family, id: number): number[] {
  const path = [id];
  for (let up = tree.nodes[id].parent; up !== null; up = tree.nodes[up].parent) path.unshift(up);
  return path;
}

/** The moves that lead to a node. */
export function movesTo(tree: Family, id: number): string[] {
  return pathTo(tree, id)
    .slice(1)
    .map((node) => tree.nodes[node].move);
}

/**
 * Whether a payoff would replace the best one of a player under the tie rule. `before` says that it belongs to a move that the
 * game lists before the best one. Only the payoffs of the root's mover count as those of the root.
 */
export function replaces(rule: TieRule, root: number, player: number, best: number[], payoff: number[], before: boolean): boolean {
  const seat = player - 1;
  if (payoff[seat] !== best[seat]) return payoff[seat] > best[seat];
  const settled: number[] = [];
  if (rule === 'spiteful') {
    settled.push(root - 1);
    for (let next = 1; next < best.length; next++) settled.push((seat + next) % best.length);
  } else if (rule === 'worst-for-root' && player !== root) {
    settled.push(root - 1);
  }
  for (const other of settled) {
    if (payoff[other] !== best[other]) return payoff[other] < best[other];
  }
  return before;
}

/** What is seen after the first `count` steps. */
export function frameAfter(tree: Family, steps: Step[], count: number, rule: TieRule): Frame {
  const { nodes, children } = tree;
  const states: NodeState[] = nodes.map(() => ({ standing: 'unseen', visits: 0, value: null, best: null }));
  const root = nodes[0];
  states[0] = { standing: 'open', visits: 1, value: root.mover === null ? root.payoff : null, best: null };
  let current = 0;
  let subject = 0;

  const below = (id: number, change: (state: NodeState) => void): void => {
    for (const child of children[id]) {
      change(states[child]);
      below(child, change);
    }
  };
  const leave = (standing: Standing, value: number[] | null): void => {
    const state = states[current];
    subject = current;
    state.standing = standing;
    state.value = value;
    const parent = nodes[current].parent;
    if (parent === null) return;
    if (value !== null) offer(parent, current, value);
    current = parent;
  };
  const offer = (parent: number, child: number, value: number[]): void => {
    const state = states[parent];
    const mover = nodes[parent].mover;
    const held = state.best === null ? null : states[state.best].value;
    if (mover === null) return;
    const before = state.best !== null && child < state.best;
    if (held === null || replaces(rule, root.mover ?? 1, mover, held, value, before)) state.best = child;
  };

  for (const step of steps.slice(0, count)) {
    switch (step.event) {
      case 'down': {
        const child = children[current].find((id) => nodes[id].move === step.move);
        if (child === undefined) break;
        const state = states[child];
        if (state.visits > 0) {
          // Searched again: what was found below counts no longer.
          below(child, (old) => {
            old.standing = 'unseen';
            old.value = null;
            old.best = null;
          });
          state.best = null;
        }
        state.visits += 1;
        state.standing = 'open';
        state.value = null;
        current = child;
        subject = child;
        break;
      }
      case 'pruned':
        subject = current;
        for (const child of children[current]) {
          if (states[child].standing !== 'unseen') continue;
          states[child].standing = 'cut';
          below(child, (state) => (state.standing = 'cut'));
        }
        break;
      case 'up':
        leave('known', step.payoff);
        break;
      case 'ignored':
        leave('ignored', null);
        break;
      case 'set-aside':
        leave('aside', null);
        break;
    }
  }
  if (count >= steps.length && steps.length > 0 && current === 0) {
    // The search is over: the root has the value of its best child.
    const best = states[0].best;
    states[0].standing = 'known';
    states[0].value = best === null ? root.payoff : states[best].value;
  }
  return { states, current, subject };
}

/** The value that a node holds at this moment: its own, or that of its best child so far. */
export function heldBy(frame: Frame, id: number): number[] | null {
  const state = frame.states[id];
  if (state.value !== null) return state.value;
  return state.best === null ? null : frame.states[state.best].value;
}
