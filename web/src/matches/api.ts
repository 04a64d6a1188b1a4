// What the server says about result stores.

import type { Setup, Tally } from '../api/types';

export interface StoreInfo {
  number: number;
  name: string;
  game: string;
  games: number;
  players: string[];
  error?: string;
}

export interface Stores {
  stores: StoreInfo[];
  reports: { number: number; name: string }[];
}

export interface StoredGame {
  id: number;
  deal: number;
  /** The player in each seat: their place among the players of the match, from 1. */
  seating: number[];
  scores: number[];
  moves: number;
  nodes: number;
  failed: boolean;
}

export interface StoredMove {
  seat: number;
  move: string;
  nodes: number;
  depth: number | null;
}

export interface StoredRecord {
  id: number;
  deal: number;
  game: string;
  setup: Setup;
  players: string[];
  moves: StoredMove[];
  scores: number[];
  failure: string | null;
}

export interface Estimate {
  mean: number;
  half_width: number | null;
}

export interface Share {
  share: number;
  low: number;
  high: number;
}

export interface PlayerSummary {
  player: string;
  name: string;
  score: Estimate | null;
  won: Share | null;
  nodes: number | null;
  depth: number | null;
  by_seat: { seat: number; score: Estimate | null }[];
  rating?: { rating: number; half_width: number };
}

export interface Summary {
  tally: Tally;
  games: number;
  deals: number;
  seatings: number;
  left_out: number;
  players: PlayerSummary[];
  /** How many scores of each player lie from `from` up to `to`. */
  histogram: { from: number; to: number; counts: number[] }[];
  words: string[];
}

export interface Comparison {
  tally: Tally;
  /** Deals that both have, in all seatings of each. */
  deals: number;
  pairs: {
    one: number;
    other: number;
    one_player: string;
    other_player: string;
    one_score: Estimate | null;
    other_score: Estimate | null;
    better_by: Estimate | null;
  }[];
  words: string[];
}

/** An estimate as a row of a plot; nothing where there is none. */
export function row(name: string, estimate: Estimate | null): { name: string; middle: number; low: number | null; high: number | null }[] {
  if (estimate === null) return [];
  const { mean, half_width: half } = estimate;
  return [{ name, middle: mean, low: half === null ? null : mean - half, high: half === null ? null : mean + half }];
}
