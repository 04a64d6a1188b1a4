// A table for tests.

import type { Seen } from '../api/types';

export function seenWith(change: Partial<Seen>, deal: Partial<Seen['deal']> = {}): Seen {
  return {
    game: 'hearts',
    tally: { unit: 'points', of: 'a game', low_is_good: true },
    seat: 1, open: false, players: ['you', 'expert', 'expert'], mover: 1, choices: null,
    deal: {
      hands: [['S2', 'H7', 'D3'], null, null], dealt: 3, left: [3, 3, 3], pass: null, trump: null, turned_up: null,
      bids: [null, null, null], targets: null, taken: [0, 0, 0], tricks: 1, trick: [], last: null, gone: [], scores: null, ...deal,
    },
    events: [], deals_over: 0, terms: null, cells: [], diagram: null, sheet: null, scores: null, moves: 0, can_take_back: false,
    ...change,
  };
}
