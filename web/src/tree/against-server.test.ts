// Run by `e2e/pruning.mjs`, which names a server in `SERVER`: what the page works out from the steps, against what the engine says.

import { expect, test } from 'vitest';
import type { Catalog } from '../api/types';
import { acceptance } from './acceptance';
import type { TreeAnswer } from './api';
import { family, follow, frameAfter, heldBy, type TieRule } from './steps';

const server = process.env.SERVER;

async function searched(game: string, position: string, request: Record<string, string>): Promise<TreeAnswer | null> {
  const body = JSON.stringify({ game, setup: { position }, request: { algorithm: 'maxn', ...request } });
  const answer = await fetch(`${server}/api/tree`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  // Not every figure has a table, or says what its payoffs add up to.
  return answer.ok ? ((await answer.json()) as TreeAnswer) : null;
}

test.skipIf(!server)('every step shows what the engine had', { timeout: 120_000 }, async () => {
  const { figures } = (await (await fetch(`${server}/api/games`)).json()) as Catalog;
  const positions = figures.map(({ id }) => ['tree', `figure ${id}`]);
  for (let seed = 1; seed <= 30; seed++) {
    const order = ['round-robin', 'free', 'tricks'][seed % 3];
    positions.push(['tree', `random players=${2 + (seed % 3)} depth=${3 + (seed % 2)} branching=2-3 ties=${(seed % 2) * 60} order=${order} seed=${seed}`]);
  }
  positions.push(['spades', '1:..T.KQ J..4.5 A7.7.. bids=1,0,1']);
  let cuts = 0;
  for (const [game, position] of positions) {
    for (const pruning of ['none', 'shallow', 'speculative', 'deep']) {
      for (const ties of ['first', 'worst-for-root', 'spiteful']) {
        for (const by of ['sum', 'table']) {
          const answer = await searched(game, position, { pruning, ties, test: by });
          if (answer === null) continue;
          const where = [position, pruning, ties, by].join('; ');
          const tree = family(answer.nodes);
          const steps = answer.report.events?.steps ?? [];
          const after = (count: number) => frameAfter(tree, steps, count, answer.report.tie_rule as TieRule);
          expect(after(steps.length).states[0].value, where).toEqual(answer.report.payoff);
          steps.forEach((step, place) => {
            if (step.event !== 'pruned') return;
            cuts += 1;
            const frame = after(place + 1);
            for (const link of step.chain) expect(heldBy(frame, follow(tree, link.node)), where).toEqual(link.best);
            if (answer.leaf_table) expect(acceptance(step, answer.leaf_table).passes.some(Boolean), where).toBe(false);
          });
        }
      }
    }
  }
  expect(cuts).toBeGreaterThan(1000);
});
