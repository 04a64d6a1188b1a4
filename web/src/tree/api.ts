// What the server says about a searched tree.

import type { Cut, Step, TreeNode } from './steps';

export interface TreeReport {
  position: string;
  terms?: string;
  mover: number | null;
  algorithm: string;
  spec: string;
  pruning: string;
  test: string;
  bounds: boolean;
  evaluation: string;
  tie_rule: string;
  payoff: number[];
  move: string | null;
  pv: string[];
  nodes: number;
  researches: number;
  depth: number;
  events?: { steps: Step[]; left_out: number };
  trace?: Cut[];
}

export interface TreeAnswer {
  nodes: TreeNode[];
  report: TreeReport;
  leaf_table: LeafTable | null;
}

/** All outcomes, and what each player would take in place of each of them. */
export interface LeafTable {
  size: number;
  /** The payoffs; none where there are too many to look at. */
  outcomes: number[][];
  /** By player and outcome: the places of those that are accepted in its place, by moves before and after it. */
  accepted: { before: number[]; after: number[] }[][];
}

/** One pruning on the position; a message where it cannot be used there. */
export interface PruningRow {
  pruning: string;
  test: string;
  bounds?: boolean;
  nodes?: number;
  researches?: number;
  payoff?: number[];
  move?: string | null;
  message?: string;
}
