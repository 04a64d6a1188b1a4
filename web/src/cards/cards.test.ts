import { expect, test } from 'vitest';
import { cardWord, readCard, sorted } from './cards';

test('cards are read in any order and case', () => {
  for (const text of ['HJ', 'hj', 'jh', 'J h']) expect(readCard(text)).toBe('HJ');
  for (const text of ['DT', 'd10', '10d']) expect(readCard(text)).toBe('DT');
  for (const text of ['', 'X1', 'H', 'HH', 'H11']) expect(readCard(text)).toBeNull();
});

test('cards in words', () => {
  expect(cardWord('SQ')).toBe('queen of spades');
  expect(cardWord('CT')).toBe('10 of clubs');
  expect(cardWord('pass')).toBe('pass');
});

test('a hand is sorted by suit and rank', () => {
  expect(sorted(['C2', 'HT', 'SA', 'HA', 'D3', 'S2'])).toEqual(['SA', 'S2', 'HA', 'HT', 'C2', 'D3']);
});
