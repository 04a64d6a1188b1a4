import { expect, test } from 'vitest';
import { acceptance } from './acceptance';
import { family, frameAfter, type Cut, type Step } from './steps';

const nodes = [
  { id: 0, parent: null, move: '', arc: '', mover: 1, payoff: [], remark: '' },
  { id: 1, parent: 0, move: '1', arc: '', mover: null, payoff: [2, 1, 0], remark: '' },
  { id: 2, parent: 0, move: 'a', arc: '', mover: 2, payoff: [], remark: 'a' },
  { id: 3, parent: 2, move: '1', arc: '', mover: null, payoff: [1, 1, 1], remark: '' },
  { id: 4, parent: 2, move: '2', arc: '', mover: null, payoff: [0, 0, 3], remark: '' },
];
const cut: Cut = {
  node: ['a'],
  kind: 'final',
  on_entry: false,
  children_cut: 1,
  chain: [
    { node: ['a'], player: 2, has: 1, needs: '>=2' },
    { node: [], player: 1, has: 2, needs: '>=3' },
  ],
  requirement: ['>=3', '>=2', 'any'],
  searched_again: false,
};
const steps: Step[] = [
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [2, 1, 0] },
  { event: 'down', move: 'a', again: false },
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [1, 1, 1] },
  { event: 'pruned', ...cut },
];
const outcomes = [
  [3, 0, 0],
  [2, 1, 0],
  [1, 2, 0],
  [1, 1, 1],
  [0, 3, 0],
];

test('a prune leaves no outcome that every level would take', () => {
  const tree = family(nodes);
  const frame = frameAfter(tree, steps, steps.length, 'first');
  const { levels, possible } = acceptance(tree, frame, cut, outcomes, 'first');
  expect(levels.map(({ accepts }) => accepts)).toEqual([
    [false, false, true, true, true],
    [true, false, false, false, false],
  ]);
  expect(possible.some(Boolean)).toBe(false);
});
