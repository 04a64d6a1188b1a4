import { expect, test } from 'vitest';
import { href, readRoute } from './route';

test('an address is read as it was written', () => {
  const params = { game: 'spades', position: '1:A.K..2 Q.A.2. trump=S', line: 'HJ.H8' };
  expect(readRoute(href('analyse', params))).toEqual({ view: 'analyse', params });
});

test('what is empty is left out, and an unknown view is Play', () => {
  expect(href('play', { table: '', seat: undefined })).toBe('#/play');
  expect(readRoute('#/nowhere?x=1')).toEqual({ view: 'play', params: { x: '1' } });
  expect(readRoute('')).toEqual({ view: 'play', params: {} });
});
