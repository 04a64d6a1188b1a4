import { expect, test } from 'vitest';
import type { Field, Game } from '../api/types';
import { ago, underRules } from './lobby';

const field = { name: 'breaking', about: '', values: { kind: 'switch' }, default: { value: 'off' } } as Field;
const game = { presets: [{ name: 'paper', about: '', sets: {} }, { name: 'table', about: '', sets: { breaking: 'on' } }] } as unknown as Game;

test('an option shows the default of the rules that were chosen', () => {
  expect(underRules(field, game, '').default).toEqual({ value: 'on' });
  expect(underRules(field, game, 'paper').default).toEqual({ value: 'off' });
});

test('how long ago', () => {
  expect([5, 61, 7200, 200000].map(ago)).toEqual(['just now', '1 minute ago', '2 hours ago', '2 days ago']);
});
