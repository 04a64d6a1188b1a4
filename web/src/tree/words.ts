// What a step of a search means, in words.

import { follow, heldBy, movesTo, type Cut, type Family, type Frame, type Link, type Step, type TieRule } from './steps';

export function tuple(payoff: number[]): string {
  return `(${payoff.join(', ')})`;
}

/** A node by the moves that lead to it, or by its own name where it has one. */
export function nodeName(tree: Family, id: number): string {
  if (id === 0) return 'the root';
  const node = tree.nodes[id];
  const name = node.remark.replace(/\?$/, '').split(' ')[0];
  const moves = movesTo(tree, id);
  if (name !== '' && name === node.move) return name;
  return moves.every((move) => /^\d+$/.test(move)) ? `node ${moves.join('.')}` : moves.join(' ');
}

/** `>=4` becomes "at least 4". */
export function need(needs: string): string {
  if (needs.startsWith('>=')) return `at least ${needs.slice(2)}`;
  if (needs.startsWith('>')) return `more than ${needs.slice(1)}`;
  return 'anything';
}

/** Whether an equal payoff of a later move may replace what a player has. */
export function tieMayReplace(rule: TieRule, root: number, player: number): boolean {
  return rule === 'spiteful' || (rule === 'worst-for-root' && player !== root);
}

/** One level of a chain. */
export function linkInWords(tree: Family, link: Link): string {
  const at = nodeName(tree, follow(tree, link.node));
  return `Player ${link.player} at ${at} has ${link.has} and would change only for ${need(link.needs)}.`;
}

/** What is known of all payoffs: the most that they add up to, if it is declared. */
export interface Sums {
  maxsum: number | null;
  /** The least that a player gets, by seat. */
  low: number[];
}

/** Why no payoff satisfies a requirement. */
export function whyNothingFits(cut: Cut, test: string, sums: Sums): string {
  const asked = cut.requirement.map((needs, seat) => ({ needs, seat })).filter(({ needs }) => needs !== 'any');
  if (test === 'table') return 'No outcome of the leaf-value table is accepted at every level of the chain.';
  if (sums.maxsum === null || asked.length === 0) return 'No payoff that can still come up satisfies that.';
  const parts = cut.requirement.map((needs, seat) => {
    if (needs.startsWith('>=')) return Number(needs.slice(2));
    if (needs.startsWith('>')) return Number(needs.slice(1));
    return sums.low[seat] ?? 0;
  });
  const sum = parts.reduce((total, part) => total + part, 0);
  const isStrict = cut.requirement.some((needs) => /^>[^=]/.test(needs));
  const addition = `${parts.join(' + ')} = ${sum}`;
  if (sum > sums.maxsum) return `${addition}, but all payoffs together are at most ${sums.maxsum}.`;
  if (sum === sums.maxsum && isStrict) {
    return `${addition}, and it would have to be more, but all payoffs together are at most ${sums.maxsum}.`;
  }
  return `What is known of the payoffs below leaves none that satisfies that.`;
}

/** What follows from a prune. */
export function consequence(tree: Family, cut: Cut): string {
  const id = follow(tree, cut.node);
  const here = nodeName(tree, id);
  switch (cut.kind) {
    case 'exact':
      return `Nothing better can come: the best of ${here} so far is its value.`;
    case 'final':
      return `The player above never chooses ${here}, whatever its value is: it is ignored.`;
    case 'uncertain': {
      const top = cut.chain.length === 0 ? 'the root' : nodeName(tree, follow(tree, cut.chain[cut.chain.length - 1].node));
      const again = cut.searched_again ? ' That happens later in this search.' : ' That does not happen in this search.';
      return (
        `Nothing below ${here} becomes the value of ${top}. But its parent might still need it to know its own value, so ${here} is ` +
        `set aside, and searched again if the parent's best is wanted further up.${again}`
      );
    }
  }
}

export function childrenCut(count: number): string {
  return count === 1 ? '1 child is not searched' : `${count} children are not searched`;
}

/** What a step did, in one or two sentences. The frame is the one after the step. */
export function stepInWords(tree: Family, step: Step | null, frame: Frame): string {
  const subject = frame.subject;
  const name = nodeName(tree, subject);
  const node = tree.nodes[subject];
  if (step === null) {
    const mover = tree.nodes[0].mover;
    return mover === null ? 'The root is a leaf: nothing is searched.' : `The search begins at the root. Player ${mover} is to move.`;
  }
  switch (step.event) {
    case 'down': {
      const again = step.again ? ', which was set aside, and searches it again' : '';
      if (node.mover === null) return `Down to the leaf ${name}${again}: it is worth ${tuple(node.payoff)}.`;
      return `Down to ${name}${again}. Player ${node.mover} is to move.`;
    }
    case 'pruned': {
      const when = step.on_entry ? 'before anything below it was searched' : childrenCut(step.children_cut);
      return `Prune at ${name}: ${when}.`;
    }
    case 'up': {
      const parent = node.parent;
      if (parent === null) return `The root is worth ${tuple(step.payoff)}.`;
      const state = frame.states[parent];
      const player = tree.nodes[parent].mover;
      const above = nodeName(tree, parent);
      const isBest = state.best === subject;
      const held = heldBy(frame, parent);
      const verdict = isBest
        ? `It is now the best for player ${player} at ${above}.`
        : `Player ${player} at ${above} keeps ${held === null ? 'what they have' : tuple(held)}.`;
      return `Back up from ${name} with ${tuple(step.payoff)}. ${verdict}`;
    }
    case 'ignored':
      return `Back up from ${name} without a value: it is not chosen, whatever it is worth.`;
    case 'set-aside':
      return `Back up from ${name} without a value: it is set aside.`;
  }
}

/** A node as it stands, for a screen reader. */
export function nodeInWords(tree: Family, frame: Frame, id: number): string {
  const node = tree.nodes[id];
  const state = frame.states[id];
  const what = node.mover === null ? `leaf ${nodeName(tree, id)}` : `${nodeName(tree, id)}, player ${node.mover} to move`;
  const again = state.visits > 1 ? `, searched ${state.visits} times` : '';
  return `${what}: ${standingInWords(tree, frame, id)}${again}`;
}

function standingInWords(tree: Family, frame: Frame, id: number): string {
  const node = tree.nodes[id];
  const state = frame.states[id];
  const held = heldBy(frame, id);
  switch (state.standing) {
    case 'unseen':
      return 'not seen yet';
    case 'cut':
      return 'cut, not searched';
    case 'ignored':
      return 'ignored';
    case 'aside':
      return 'set aside';
    case 'known':
      return `value ${tuple(state.value ?? node.payoff)}`;
    case 'open':
      if (node.mover === null) return `value ${tuple(node.payoff)}, the search is here`;
      return held === null ? 'being searched, nothing found yet' : `being searched, best so far ${tuple(held)}`;
  }
}
