// What the server answers; see docs/http.md. Seats are counted from 1.

export interface Failure {
  message: string;
  field?: string;
}

export type FieldValues =
  | { kind: 'switch' }
  | { kind: 'number' | 'decimal'; least: number; most: number }
  | { kind: 'numbers'; each: string; least: number; most: number }
  | { kind: 'names'; names: { name: string; about: string }[] }
  | { kind: 'text'; form: string };

export interface Field {
  name: string;
  about: string;
  values: FieldValues;
  default: { value: string } | { derived: string } | { required: true };
}

export interface Preset {
  name: string;
  about: string;
  sets: Record<string, string>;
}

export interface Game {
  name: string;
  about: string;
  players: { fewest: number; most: number; usual: number };
  play: string;
  notation: string;
  example: string;
  evaluations: { name: string; about: string }[];
  rules: string[];
  presets: Preset[];
  options: Field[];
  dealing: Field[];
  game_options: Field[];
  position: { about: string; fields: Field[] }[];
  default_nodes: number | null;
  default_memory: number;
  hides: boolean;
  /** Whether records of other programs are read: PBN and LIN. */
  records: boolean;
  expert: string;
  start: boolean;
}

export interface Algorithm {
  name: string;
  about: string;
  settings: Field[];
  searches: boolean;
  watched: boolean;
  hidden: boolean;
  plays: boolean;
}

export interface Catalog {
  version: string;
  games: Game[];
  algorithms: Algorithm[];
  figures: { id: string; about: string }[];
  limits: Record<string, number>;
}

export interface Setup {
  position?: string | null;
  deal?: number | null;
  players?: number | null;
  options?: Record<string, string>;
  eval?: string | null;
  hidden?: boolean;
  whole_deal?: boolean;
  whole_game?: boolean;
}

/** A position: moves are made from the setup on. */
export interface Place {
  game: string;
  setup: Setup;
  moves: string[];
}

export interface PlayedCard {
  seat: number;
  card: string;
}

export interface Cell {
  name: string;
  column: number;
  row: number;
  owner: number | null;
}

export type Task = 'pass' | 'bid' | 'give' | 'trump' | 'discard' | 'play';

export interface Choices {
  what: Task;
  legal: string[];
  count?: number | null;
}

export interface LastTrick {
  cards: PlayedCard[];
  seat: number;
  counts: number;
}

export interface Deal {
  /** The cards of each seat as far as they are known. */
  hands: (string[] | null)[];
  dealt: number;
  left: number[];
  pass: string | null;
  trump: string | null;
  turned_up: string | null;
  bids: (number | null)[];
  /** What each player has to take, in a game that says so. */
  targets?: number[] | null;
  taken: number[];
  tricks: number;
  trick: PlayedCard[];
  last: LastTrick | null;
  gone: string[];
  scores: number[] | null;
}

export interface Sheet {
  rows: { dealer: number; cards: number; settled: string; bids?: number[]; taken: number[]; scores: number[] }[];
  totals: number[];
  bags?: number[];
  dealer: number;
  seats: number[];
  over: boolean;
  winners: number[];
}

export interface Tally {
  unit: string;
  of: string;
  low_is_good: boolean;
}

export type SeatEvent =
  | { event: 'deal'; hand?: string[]; cards?: number; pass?: string; trump?: string; turned_up?: string; bids?: number[]; seat?: number }
  | { event: 'start'; view: string }
  | { event: 'passed'; cards: string[]; to: number }
  | { event: 'passes'; seat: number; to: number; count: number }
  | { event: 'received'; cards: string[]; from: number }
  | { event: 'look'; seat: number; hand?: string[] }
  | { event: 'bid'; seat: number; bid: number; blind?: boolean }
  | { event: 'gave'; card: string; to: number; back: string }
  | { event: 'given'; card: string; from: number; back: string }
  | { event: 'gives'; seat: number; to: number }
  | { event: 'trump'; seat: number; trump: string }
  | { event: 'discarded' | 'kitty'; cards: string[] }
  | { event: 'exchanges'; seat: number; count: number }
  | { event: 'play'; seat: number; card: string }
  | { event: 'trick'; seat: number; counts: number }
  | { event: 'move'; seat: number; move: string }
  | { event: 'score'; scores: number[] };

/** What lies on the table, as one seat sees it, or with all cards open. */
export interface Seen {
  game: string;
  tally: Tally;
  seat: number;
  open: boolean;
  players: string[];
  mover: number | null;
  choices: Choices | null;
  deal: Deal;
  /** In a whole game, the deal before this one. */
  previous?: Deal | null;
  events: SeatEvent[];
  deals_over: number;
  terms: string | null;
  cells: Cell[];
  diagram: string | null;
  sheet: Sheet | null;
  scores: number[] | null;
  moves: number;
  can_take_back: boolean;
}

export interface TableState {
  id: string;
  ply: number;
  seen: Seen;
  finished_deals?: number;
}

export interface TableInfo {
  id: string;
  game: string;
  players: string[];
  moves: number;
  over: boolean;
  whole_game: boolean;
  idle_seconds: number;
  /** Why it cannot be taken up. */
  error?: string;
}

export interface MoveWorth {
  move: string;
  mean: number | null;
  error: number | null;
}

/** Events of a stream by name. Views that read others give their own type to `stream`. */
export interface TableEvents {
  seen: { ply: number; seen: Seen; move?: { seat: number; move: string } };
  thinking: { seat: number };
  progress: { nodes: number; depth: number };
  hint: { best: string; moves: MoveWorth[]; about: string };
  judged: { heading: string; played: string; moves: MoveWorth[]; about: string };
}
