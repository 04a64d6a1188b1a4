import { expect, test } from 'vitest';
import { ordered, type Column } from './columns';

const column: Column<number | null> = { name: 'n', label: 'n', text: String, by: (row) => row };

test('numbers are ordered as numbers, and what is missing comes last', () => {
  expect(ordered([10, null, 9, 2], column, false)).toEqual([2, 9, 10, null]);
  expect(ordered([10, null, 9, 2], column, true)).toEqual([10, 9, 2, null]);
});
