import { expect, test } from 'vitest';
import { acceptance } from './acceptance';
import type { Cut } from './steps';

const outcomes = [
  [3, 0, 0],
  [2, 1, 0],
  [1, 2, 0],
  [1, 1, 1],
  [0, 3, 0],
];
/** By the first of equal moves: more is taken, as much only from a move before. */
const accepted = [0, 1, 2].map((seat) =>
  outcomes.map((has) => ({
    before: outcomes.flatMap((payoff, place) => (payoff[seat] >= has[seat] ? [place] : [])),
    after: outcomes.flatMap((payoff, place) => (payoff[seat] > has[seat] ? [place] : [])),
  })),
);
const table = { size: 5, outcomes, accepted };
const cut: Cut = {
  node: ['a'],
  kind: 'final',
  on_entry: false,
  children_cut: 1,
  chain: [
    { node: ['a'], player: 2, has: 1, needs: '>=2', best: [1, 1, 1], standing: 'after' },
    { node: [], player: 1, has: 2, needs: '>=3', best: [2, 1, 0], standing: 'after' },
  ],
  requirement: ['>=3', '>=2', 'any'],
  searched_again: false,
  possible: [0, 1, 2, 4],
};

test('a prune leaves no outcome that every level would take', () => {
  const { possible, levels, passes } = acceptance(cut, table);
  expect(possible).toEqual([true, true, true, false, true]);
  expect(levels.map(({ accepts, has }) => [accepts, has])).toEqual([
    [[false, false, true, false, true], 3],
    [[true, false, false, false, false], 1],
  ]);
  expect(passes.some(Boolean)).toBe(false);
});

test('what the node has could be handed up', () => {
  const chain = [cut.chain[0], { ...cut.chain[1], has: 0, best: [0, 3, 0] }];
  // The root would take the 1 that the node has: this is not a prune.
  expect(acceptance({ ...cut, chain, possible: undefined }, table).passes).toEqual([false, false, true, true, false]);
});
