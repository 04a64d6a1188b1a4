import { expect, test } from 'vitest';
import { kindOf, readRandom, sumsOf, writeRandom } from './source';

test('a position says what kind of tree it is', () => {
  expect(kindOf('tree', 'figure 2003-1')).toBe('figure');
  expect(kindOf('tree', 'random')).toBe('random');
  expect(kindOf('tree', 'maxsum=10 1[(5,4,1) (1,2,3)]')).toBe('typed');
  expect(kindOf('hearts', '1:A... 2...')).toBe('cards');
});

test('the fields of a random tree are read as they are written', () => {
  const text = 'random depth=3 branching=2-3 seed=7';
  expect(writeRandom(readRandom(text))).toBe(text);
  expect(writeRandom({ depth: '' })).toBe('random');
});

test('a tree declares its sums, or its leaves show them', () => {
  expect(sumsOf('maxsum=10 step=0 1[(5,4,1)]', [[5, 4, 1]])).toEqual({ maxsum: 10, low: [0, 0, 0] });
  expect(sumsOf('low=-1,0 1[(5,4) (1,1)]', [[5, 4], [1, 1]])).toEqual({ maxsum: null, low: [-1, 0] });
  expect(sumsOf('1:A... K... Q...', [[1, 0, 0], [0, 1, 0]]).maxsum).toBe(1);
});
