import { expect, test } from 'vitest';
import { boardMoves, isShifted, nextCells, step } from './moves';

/** A rhombus: a1 above b1 and b2 above c1. */
const cells = [
  { name: 'a1', column: 1, row: 0, owner: 1 },
  { name: 'b1', column: 0, row: 1, owner: null },
  { name: 'b2', column: 2, row: 1, owner: null },
  { name: 'c1', column: 1, row: 2, owner: 2 },
];

test('a piece is picked first, then its cell', () => {
  const moves = boardMoves(cells, ['a1-b1', 'a1-b2', 'pass', 'x9-b1']);
  expect(moves.map((move) => move.move)).toEqual(['a1-b1', 'a1-b2']);
  expect(nextCells(moves, null)).toEqual(['a1']);
  expect(nextCells(moves, 'a1')).toEqual(['b1', 'b2']);
});

test('arrows go to the nearest cell ahead', () => {
  const names = cells.map((cell) => cell.name);
  expect(step(cells, names, 'b1', 'ArrowRight')).toBe('b2');
  expect(step(cells, names, 'c1', 'ArrowUp')).toMatch(/a1|b1|b2/);
  expect(step(cells, names, 'a1', 'ArrowUp')).toBe('a1');
  expect(step(cells, ['b1'], 'a1', 'ArrowDown')).toBe('b1');
});

test('rows are shifted where neighbours are two columns apart', () => {
  expect(isShifted(cells)).toBe(true);
  expect(isShifted([{ name: 'a', column: 0, row: 0, owner: null }, { name: 'b', column: 1, row: 0, owner: null }])).toBe(false);
});
