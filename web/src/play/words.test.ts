import { expect, test } from 'vitest';
import type { Seen } from '../api/types';
import { around } from './seats';
import { seenWith } from './seen.fixture.test';
import { asDealEnded, ending, firstUnheard, heardOf, question, sentence, told, whyNot, written } from './words';

const play = (...legal: string[]) => ({ what: 'play' as const, legal });

test('a card says why it cannot be played', () => {
  const following = seenWith({ choices: play('S2') }, { trick: [{ seat: 3, card: 'SA' }] });
  expect(whyNot(following, 'H7')).toBe('follow spades');
  expect(whyNot(following, 'S2')).toBe('');
  expect(question(following, following.choices!)).toBe('Follow spades');
  expect(whyNot(seenWith({ choices: play('S2', 'D3') }), 'H7')).toBe('hearts may not be led yet');
  expect(whyNot(seenWith({ choices: play('S2') }, { tricks: 0 }), 'H7')).toBe('2 of spades has to be led');
  expect(whyNot(seenWith({ mover: 2 }), 'H7')).toBe('not your turn');
  const first = seenWith({ choices: play('S2', 'D3') }, { tricks: 0, trick: [{ seat: 3, card: 'C2' }] });
  expect(whyNot(first, 'H7')).toBe('nothing that counts goes to the first trick');
});

test('events are told from the seat of the person', () => {
  const seen = seenWith({});
  expect(sentence(seen, { event: 'play', seat: 2, card: 'HQ' })).toBe('seat 2 plays queen of hearts');
  expect(sentence(seen, { event: 'trick', seat: 1, counts: 13 })).toBe('you take the trick with 13');
  expect(sentence(seen, { event: 'passes', seat: 2, to: 3, count: 3 })).toBe('seat 2 passes 3 cards to seat 3');
});

test('a turn is announced once, with what happened', () => {
  const events: Seen['events'] = [{ event: 'play', seat: 1, card: 'S2' }, { event: 'play', seat: 2, card: 'SA' }];
  const seen = seenWith({ events, choices: play('S2') });
  expect(told(seen, 0)).toBe('Seat 2 plays ace of spades. Your turn. You lead');
});

test('the lowest score wins where low is good', () => {
  expect(ending(seenWith({ mover: null, scores: [3, 10, 13] }))).toBe('The game is over: you win');
  expect(ending(seenWith({ mover: null, scores: [13, 0, 0] }))).toBe('The game is over: seat 2 and seat 3 win');
});

test('choices are written as the server reads them', () => {
  expect(written('pass', ['SA', 'SQ'])).toBe('pass:SA,SQ');
  expect(written('bid', ['3'])).toBe('bid:3');
  expect(written('bid', ['look'])).toBe('look');
  expect(written('play', ['H7'])).toBe('H7');
});

test('seats go round clockwise from the own one', () => {
  expect(around(4, 2)).toEqual([
    { seat: 2, x: 0, y: 1 }, { seat: 3, x: -1, y: 0 }, { seat: 4, x: 0, y: -1 }, { seat: 1, x: 1, y: 0 },
  ]);
});

test('what was said is not said again, also when the next deal begins', () => {
  const [dealt, played, took] = [{ event: 'deal' as const }, { event: 'play' as const, seat: 2, card: 'SA' }, { event: 'trick' as const, seat: 2, counts: 0 }];
  const first = seenWith({ events: [dealt, played] });
  const heard = heardOf(first);
  expect(firstUnheard(seenWith({ events: [dealt, played, took] }), heard)).toBe(2);
  // Taken back.
  expect(firstUnheard(seenWith({ events: [dealt] }), heard)).toBe(1);
  const next = seenWith({ events: [dealt, played, took, dealt], deals_over: 1, previous: first.deal });
  expect(asDealEnded(next).events).toHaveLength(3);
  expect(asDealEnded(next).deal).toBe(first.deal);
  expect(firstUnheard(asDealEnded(next), heard)).toBe(2);
  expect(firstUnheard(next, { deals: 0, events: Infinity })).toBe(3);
  // The last deal of a game.
  const last = { events: [dealt, played, took, dealt, played], deals_over: 1 };
  expect(firstUnheard(seenWith({ events: [...last.events, took], deals_over: 2, mover: null }), heardOf(seenWith(last)))).toBe(5);
});
