import { expect, test } from 'vitest';
import { scaleOf, shortNumber } from './scale';

test('ticks are round and hold all values', () => {
  expect(scaleOf([0.13, 4.8]).ticks).toEqual([0, 1, 2, 3, 4, 5]);
  expect(scaleOf([-0.2, 0.31]).ticks).toEqual([-0.2, 0, 0.2, 0.4]);
  expect(scaleOf([100, 2500]).ticks[0]).toBe(0);
  expect(scaleOf([3, 3]).ticks.length).toBeGreaterThan(1);
  expect(scaleOf([]).ticks.length).toBeGreaterThan(1);
  expect(scaleOf([0, 10]).at(5)).toBe(0.5);
  const scale = scaleOf([-0.5, 1.2]);
  expect(scale.ticks.map(scale.text)).toEqual(['-0.5', '0.0', '0.5', '1.0', '1.5']);
  expect(scaleOf([0, 4000]).text(2000)).toBe('2,000');
});

test('numbers are short', () => {
  expect([0.123, 1.26, 3, 12345.6].map(shortNumber)).toEqual(['0.12', '1.3', '3', '12,346']);
});
