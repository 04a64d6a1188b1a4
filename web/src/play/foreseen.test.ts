import { expect, test } from 'vitest';
import { cardsOf, foreseen } from './foreseen';
import { seenWith } from './seen.fixture.test';

test('a card lies on the table at once', () => {
  const before = seenWith({ choices: { what: 'play', legal: ['S2'] } }, { trick: [{ seat: 3, card: 'SA' }] });
  const after = foreseen(before, 'S2');
  expect(after.deal.hands[0]).toEqual(['H7', 'D3']);
  expect(after.deal.trick).toEqual([{ seat: 3, card: 'SA' }, { seat: 1, card: 'S2' }]);
  expect(after.deal.left).toEqual([2, 3, 3]);
  expect(after.choices).toBeNull();
  expect(before.deal.hands[0]).toHaveLength(3);
});

test('cards that are passed leave the hand, a bid leaves it alone', () => {
  const passing = seenWith({ choices: { what: 'pass', legal: ['S2', 'H7', 'D3'], count: 2 } });
  expect(foreseen(passing, 'pass:S2,D3').deal.hands[0]).toEqual(['H7']);
  expect(foreseen(passing, 'pass:S2,D3').deal.trick).toEqual([]);
  expect(foreseen(seenWith({ choices: { what: 'bid', legal: ['3'] } }), 'bid:3').deal.hands[0]).toHaveLength(3);
  expect(cardsOf('pass:S2,D3')).toEqual(['S2', 'D3']);
  expect(cardsOf('bid:3')).toEqual([]);
});

test('a piece goes to its cell', () => {
  const cells = [{ name: 'a1', column: 0, row: 0, owner: 1 }, { name: 'b1', column: 1, row: 1, owner: null }];
  const after = foreseen(seenWith({ cells, choices: { what: 'play', legal: ['a1-b1'] } }), 'a1-b1');
  expect(after.cells.map((cell) => cell.owner)).toEqual([null, 1]);
});
