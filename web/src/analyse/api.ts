// What the server says about a position.

import type { Choices, Seen } from '../api/types';

export interface MoveReport {
  move: string;
  payoff: number[];
  /** The move that was searched in its place, because both are equivalent. */
  same_as?: string;
  visits?: number;
  means?: number[];
  settled?: boolean;
}

/** A level of a search that was completed. */
export interface Report {
  game: string;
  position: string;
  terms?: string;
  mover: number | null;
  algorithm: string;
  spec: string;
  evaluation: string;
  tie_rule: string;
  payoff: number[];
  move: string | null;
  pv: string[];
  nodes: number;
  researches: number;
  depth: number;
  complete: boolean;
  stop: string;
  moves?: MoveReport[];
}

export interface AdvisedMove {
  move: string;
  mean: number | null;
  error: number | null;
  means: number[];
  visits: number;
  worlds: number;
  at_most?: boolean;
}

/** What a seat should do that sees only its own cards. */
export interface Advice {
  view: string;
  terms?: string;
  seat: number;
  what: string;
  player: string;
  worlds: string | null;
  looked_at: number;
  exhaustive: boolean;
  move: string;
  moves: AdvisedMove[];
  nodes: number;
  depth: number;
  stop: string;
}

export interface ViewAnswer {
  seen: Seen;
  position: string;
  /** What the mover can choose from. */
  choices: Choices | null;
  legal: string[];
  payoff: number[] | null;
  score: number[] | null;
  /** What the mover knows, as text, where the game hides something. */
  view: string | null;
}

export interface AnalyseEvents {
  level: Report;
  advice: Advice;
  progress: { nodes: number; depth: number };
}

/** What a move is worth, whatever found it. */
export interface Worth {
  move: string;
  /** What each player gets, seat 1 first; nothing while it is not known. */
  worth: number[] | null;
  error: number | null;
  sameAs: string | null;
  visits: number | null;
  isBest: boolean;
  atMost: boolean;
}

/** One row for each legal move, in the order of the game. */
export function worths(legal: string[], report: Report | null, advice: Advice | null): Worth[] {
  return legal.map((move) => {
    const found = report?.moves?.find((value) => value.move === move);
    const advised = advice?.moves.find((value) => value.move === move);
    const best = report ? report.move : (advice?.move ?? null);
    const payoff = found ? (found.means && found.means.length > 0 && !found.settled ? found.means : found.payoff) : null;
    return {
      move,
      worth: payoff ?? (advised && advised.means.length > 0 ? advised.means : null),
      error: advised?.error ?? null,
      sameAs: found?.same_as ?? null,
      visits: found?.visits ?? advised?.visits ?? null,
      isBest: move === best,
      atMost: advised?.at_most ?? false,
    };
  });
}

/** A number as it is shown: whole numbers as they are, means with two digits. */
export const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** "worth 3 to seat 1, 1 to seat 2, best" */
export function worthInWords(row: Worth | undefined): string {
  if (!row?.worth) return '';
  const parts = row.worth.map((value, seat) => `${figure(value)} to seat ${seat + 1}`);
  return `worth ${parts.join(', ')}${row.error ? `, error ${figure(row.error)}` : ''}${row.isBest ? ', best' : ''}`;
}
