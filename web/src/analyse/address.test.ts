import { expect, test } from 'vitest';
import { href, readRoute } from '../state/route';
import { analyseAt, FIRST, readAddress, writeAddress } from './address';
import { writeVariations } from './variations';

test('the address is read as it was written', () => {
  const params = { game: 'spades', position: '1:A.K..2 Q.A.2. trump=S', line: 'HJ.H8', moves: 'HJ(S4).H8', algorithm: 'maxn:depth=6', time: '3' };
  const asked = readAddress(params);
  expect(writeVariations(asked.variations)).toBe('HJ(S4).H8');
  expect(readRoute(href('analyse', writeAddress(asked))).params).toEqual(params);
  const dealt = { game: 'hearts', deal: '7', players: '4', cards: '5', rules: 'table', 'cards-seen': 'own' };
  expect(readRoute(href('analyse', writeAddress(readAddress(dealt)))).params).toEqual(dealt);
  expect(readAddress(dealt).setup).toEqual({ deal: 7, players: 4, options: { cards: '5', rules: 'table' } });
});

test('without a game there is something to look at', () => {
  expect(readAddress({})).toMatchObject({ game: FIRST.game, setup: { deal: 3, options: { cards: '5' } } });
});

test('what is not a number is not taken for one', () => {
  expect(readAddress({ game: 'hearts', deal: 'abc' }).wrong).toBe('deal=abc is not a number');
  expect(readAddress({ game: 'hearts', deal: '7' }).wrong).toBe(null);
});

test('a pasted view needs no deal', () => {
  const asked = readAddress({ game: 'spades', view: '1:? A.K.. ?' });
  expect(asked.setup.deal).toBe(undefined);
  expect(writeAddress(asked)).toMatchObject({ view: '1:? A.K.. ?', deal: undefined });
});

test('a game is analysed after some of its moves', () => {
  const address = analyseAt({ game: 'hearts', setup: { position: '1:A... 2...', whole_deal: true }, moves: ['SA', 'S2'] }, 1);
  expect(readRoute(address).params).toEqual({ game: 'hearts', position: '1:A... 2...', begins: 'deal', line: 'SA', moves: 'SA.S2' });
});
