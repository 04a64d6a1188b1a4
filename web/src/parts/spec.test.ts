import { expect, test } from 'vitest';
import { fitting, readSpec, requestOf, writeSpec } from './spec';
import type { Algorithm } from '../api/types';

const setting = (name: string) => ({ name, about: '', values: { kind: 'text' as const, form: '' }, default: { value: '' } });
const algorithms = [
  { name: 'maxn', settings: [setting('depth'), setting('ties')] },
  { name: 'paranoid', settings: [setting('depth')] },
] as unknown as Algorithm[];

test('a spec is read as it is written', () => {
  for (const text of ['maxn', 'paranoid:window=null,depth=6', 'flat:playout=order:0.1,worlds=20']) expect(writeSpec(readSpec(text))).toBe(text);
});

test('what does not fit the algorithm is left out', () => {
  const spec = readSpec('maxn:ties=first,depth=3');
  expect(fitting({ ...spec, algorithm: 'paranoid' }, algorithms).settings).toEqual({ depth: '3' });
  expect(fitting(readSpec('unknown:depth=2'), algorithms).algorithm).toBe('maxn');
  expect(requestOf(spec)).toEqual({ algorithm: 'maxn', ties: 'first', depth: '3' });
});
