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
  leaf_table: { outcomes: number[][] } | null;
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
