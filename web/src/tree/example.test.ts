import { expect, test } from 'vitest';
import answered from '../api/examples/tree.json';
import { acceptance } from './acceptance';
import type { TreeAnswer } from './api';
import { draw } from './drawing';
import { family, frameAfter, type Cut, type TieRule } from './steps';
import { nodeInWords, stepInWords } from './words';

const answer = answered as unknown as TreeAnswer;

test('the steps that the server sends lead to the value that it reports', () => {
  const { nodes, report } = answer;
  const tree = family(nodes);
  const steps = report.events?.steps ?? [];
  const rule = report.tie_rule as TieRule;
  expect(steps.filter(({ event }) => event === 'down').length).toBe(report.nodes);
  expect(steps.filter(({ event }) => event === 'pruned').length).toBe(report.trace?.length);
  for (let count = 0; count <= steps.length; count++) {
    const frame = frameAfter(tree, steps, count, rule);
    expect(stepInWords(tree, steps[count - 1] ?? null, frame)).not.toBe('');
    for (const { id } of nodes) expect(nodeInWords(tree, frame, id)).not.toBe('');
  }
  expect(frameAfter(tree, steps, steps.length, rule).states[0].value).toEqual(report.payoff);
  expect(draw(tree).places.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});

test('no outcome passes the chain of a prune', () => {
  const table = answer.leaf_table;
  const cuts = (answer.report.events?.steps ?? []).filter((step) => step.event === 'pruned') as (Cut & { event: 'pruned' })[];
  if (table === null) return;
  for (const cut of cuts) expect(acceptance(cut, table).passes.some(Boolean)).toBe(false);
});
