import { describe, expect, it } from 'vitest';
import { family, follow, frameAfter, heldBy, replaces, type Step, type TreeNode } from './steps';
import { consequence, linkInWords, nodeInWords, nodeName, stepInWords, whyNothingFits } from './words';

function node(id: number, parent: number | null, move: string, mover: number | null, payoff: number[] = [], remark = ''): TreeNode {
  return { id, parent, move, arc: '', mover, payoff, remark };
}

// Figure 6 of the 2003 paper, where the speculation fails.
const figure = family([
  node(0, null, '', 1),
  node(1, 0, '1', null, [5, 4, 1], '?'),
  node(2, 0, 'a', 2, [], 'a'),
  node(3, 2, '1', null, [3, 3, 4]),
  node(4, 2, 'b', 3, [], 'b'),
  node(5, 4, '1', null, [4, 4, 2]),
  node(6, 4, '2', null, [0, 5, 5]),
  node(7, 2, '3', null, [6, 4, 0]),
]);

const cut = {
  node: ['a', 'b'],
  kind: 'uncertain' as const,
  on_entry: false,
  children_cut: 1,
  chain: [
    { node: ['a', 'b'], player: 3, has: 2, needs: '>2', best: [4, 4, 2], standing: 'after' as const },
    { node: ['a'], player: 2, has: 3, needs: '>3', best: [3, 3, 4], standing: 'after' as const },
    { node: [], player: 1, has: 5, needs: '>5', best: [5, 4, 1], standing: 'after' as const },
  ],
  requirement: ['>5', '>3', '>2'],
  searched_again: true,
};

const steps: Step[] = [
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [5, 4, 1] },
  { event: 'down', move: 'a', again: false },
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [3, 3, 4] },
  { event: 'down', move: 'b', again: false },
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [4, 4, 2] },
  { event: 'pruned', ...cut },
  { event: 'set-aside', top: 0 },
  { event: 'down', move: '3', again: false },
  { event: 'up', payoff: [6, 4, 0] },
  { event: 'down', move: 'b', again: true },
  { event: 'down', move: '1', again: false },
  { event: 'up', payoff: [4, 4, 2] },
  { event: 'down', move: '2', again: false },
  { event: 'up', payoff: [0, 5, 5] },
  { event: 'up', payoff: [0, 5, 5] },
  { event: 'up', payoff: [0, 5, 5] },
];

describe('the steps of a search', () => {
  const after = (count: number) => frameAfter(figure, steps, count, 'first');

  it('begin at the root with nothing seen', () => {
    const frame = after(0);
    expect(frame.current).toBe(0);
    expect(frame.states.slice(1).every((state) => state.standing === 'unseen')).toBe(true);
  });

  it('show what a prune cuts and sets aside', () => {
    expect(after(8).states[6].standing).toBe('unseen');
    expect(after(9).states[6].standing).toBe('cut');
    const frame = after(10);
    expect(frame.states[4].standing).toBe('aside');
    expect(frame.current).toBe(2);
    expect(heldBy(frame, 2)).toEqual([3, 3, 4]);
  });

  it('show what is searched again', () => {
    const frame = after(13);
    expect(frame.states[4]).toMatchObject({ standing: 'open', visits: 2 });
    expect(frame.states[6].standing).toBe('unseen');
    expect(frame.states[5].value).toBe(null);
  });

  it('end with the value of the root', () => {
    const frame = after(steps.length);
    expect(frame.states[0]).toMatchObject({ standing: 'known', value: [5, 4, 1], best: 1 });
    expect(frame.states[2]).toMatchObject({ standing: 'known', value: [0, 5, 5], best: 4 });
  });

  it('can be gone through in any order', () => {
    for (let count = 0; count <= steps.length; count++) {
      const frame = after(count);
      const depth = steps.slice(0, count).reduce((at, step) => at + (step.event === 'down' ? 1 : step.event === 'pruned' ? 0 : -1), 0);
      let depthOfCurrent = 0;
      for (let id: number | null = frame.current; id !== null && id !== 0; id = figure.nodes[id].parent) depthOfCurrent++;
      expect(depthOfCurrent).toBe(depth);
    }
  });
});

describe('ties', () => {
  const best = [3, 4, 3];
  it('go to the first by default', () => {
    expect(replaces('first', 1, 2, best, [1, 4, 5], false)).toBe(false);
    expect(replaces('first', 1, 2, best, [1, 4, 5], true)).toBe(true);
    expect(replaces('first', 1, 2, best, [0, 5, 5], false)).toBe(true);
  });
  it('go against the root where the rule says so', () => {
    expect(replaces('worst-for-root', 1, 2, best, [2, 4, 4], false)).toBe(true);
    expect(replaces('worst-for-root', 1, 2, best, [4, 4, 2], true)).toBe(false);
    expect(replaces('worst-for-root', 2, 2, best, [2, 4, 4], false)).toBe(false);
  });
  it('go against the next seat where both are as bad for the root', () => {
    expect(replaces('spiteful', 1, 2, best, [3, 4, 2], false)).toBe(true);
    expect(replaces('spiteful', 1, 2, best, [3, 4, 4], true)).toBe(false);
  });
});

describe('words', () => {
  it('name nodes', () => {
    expect([0, 1, 2, 4, 6].map((id) => nodeName(figure, id))).toEqual(['the root', 'node 1', 'a', 'b', 'a b 2']);
    expect(follow(figure, ['a', 'b'])).toBe(4);
  });
  it('explain a prune', () => {
    expect(linkInWords(figure, cut.chain[0])).toBe('Player 3 at b has 2 and would change only for more than 2.');
    expect(whyNothingFits(cut, 'sum', { maxsum: 10, low: [0, 0, 0] })).toBe(
      '5 + 3 + 2 = 10, and it would have to be more, but all payoffs together are at most 10.',
    );
    const whole = { ...cut, requirement: ['>=6', 'any', '>=5'] };
    expect(whyNothingFits(whole, 'sum', { maxsum: 10, low: [0, 0, 0] })).toBe('6 + 0 + 5 = 11, but all payoffs together are at most 10.');
    expect(consequence(figure, cut)).toContain('That happens later in this search.');
    expect(consequence(figure, { ...cut, kind: 'final' })).toContain('ignored');
  });
  it('say what each step does', () => {
    const said = steps.map((step, place) => stepInWords(figure, step, frameAfter(figure, steps, place + 1, 'first')));
    expect(said[1]).toBe('Back up from node 1 with (5, 4, 1). It is now the best for player 1 at the root.');
    expect(said[8]).toBe('Prune at b: 1 child is not searched.');
    expect(said[12]).toContain('searches it again');
    expect(said[18]).toBe('Back up from a with (0, 5, 5). Player 1 at the root keeps (5, 4, 1).');
  });
  it('say how each node stands', () => {
    const frame = frameAfter(figure, steps, 10, 'first');
    expect(nodeInWords(figure, frame, 4)).toBe('b, player 3 to move: set aside');
    expect(nodeInWords(figure, frame, 6)).toBe('leaf a b 2: cut, not searched');
    expect(nodeInWords(figure, frame, 2)).toBe('a, player 2 to move: being searched, best so far (3, 3, 4)');
  });
});
