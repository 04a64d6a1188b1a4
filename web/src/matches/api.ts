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
}

export interface StoredMove {
  seat: number;
  move: string;
  nodes: number;
  depth: number | null;
}

export interface StoredRecord {
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
}

export interface Summary {
  tally: Tally;
  games: number;
  deals: number;
  seatings: number;
  left_out: number;
  players: PlayerSummary[];
  words: string[];
}
