import { expect, test } from 'vitest';
import comparison from '../api/examples/store-comparison.json';
import game from '../api/examples/store-game.json';
import games from '../api/examples/store-games.json';
import list from '../api/examples/store-list.json';
import summary from '../api/examples/store-summary.json';
import { row, type Comparison, type StoredGame, type StoredRecord, type Stores, type Summary } from './api';

/** The types are held against what the server answers when the page is checked; here only what is made of it. */
const answers = { comparison, game, games, list, summary } satisfies {
  comparison: Comparison;
  game: Omit<StoredRecord, 'setup'>;
  games: { games: StoredGame[]; total: number };
  list: Stores;
  summary: Summary;
};

test('what the server answers can be drawn', () => {
  for (const { name, score, by_seat: bySeat } of answers.summary.players) {
    for (const estimate of [score, ...bySeat.map((seat) => seat.score)]) {
      const [drawn] = row(name, estimate);
      if (estimate !== null) expect(drawn.middle).toBe(estimate.mean);
      if (drawn && drawn.low !== null) expect(drawn.low).toBeLessThanOrEqual(drawn.middle);
    }
  }
  expect(answers.summary.histogram.every(({ counts }) => counts.length === answers.summary.players.length)).toBe(true);
  expect(answers.game.moves.every(({ seat }) => seat >= 1 && seat <= answers.game.players.length)).toBe(true);
});
