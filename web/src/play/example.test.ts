// What the server really answers, as its own tests write it down, is understood here.

import { expect, test } from 'vitest';
import conflict from '../api/examples/conflict.json';
import table from '../api/examples/table.json';
import type { Deal, Seen } from '../api/types';
import { foreseen } from './foreseen';
import { question, sentence, told, written } from './words';

for (const [name, answer] of Object.entries({ table, conflict })) {
  test(`an answer of the server: ${name}`, () => {
    const seen = answer.seen as unknown as Seen;
    expect(answer.ply).toBe(seen.moves);
    const fields: (keyof Seen)[] = ['game', 'tally', 'seat', 'open', 'players', 'mover', 'choices', 'deal', 'events', 'deals_over', 'cells', 'sheet', 'scores', 'can_take_back'];
    for (const field of fields) expect(Object.keys(seen)).toContain(field);
    const ofDeal: (keyof Deal)[] = ['hands', 'dealt', 'left', 'pass', 'trump', 'turned_up', 'bids', 'targets', 'taken', 'tricks', 'trick', 'last', 'scores'];
    for (const field of ofDeal) expect(Object.keys(seen.deal)).toContain(field);
    for (const event of seen.events) expect(sentence(seen, event)).not.toMatch(/undefined|NaN/);
    expect(told(seen, 0)).not.toMatch(/undefined|NaN/);
    if (!seen.choices) return;
    expect(question(seen, seen.choices)).not.toMatch(/undefined|NaN/);
    const move = written(seen.choices.what, seen.choices.legal.slice(0, seen.choices.count ?? 1));
    expect(foreseen(seen, move).choices).toBeNull();
  });
}
