// The moves that were tried from a position: a tree of variations with a current path.
//
// Written as text, moves stand one after the other with dots between them; what was tried in place of a move follows it in
// brackets: `HJ.H8(HQ.D9)(S2).H5`. Trees are values: every change makes a new one.

export interface Variation {
  move: string;
  next: Variation[];
}

/** The first of `next` is the main line. */
export interface Variations {
  next: Variation[];
}

export const NO_VARIATIONS: Variations = { next: [] };

/** The tree with a path in it; moves that are there already are kept. */
export function withPath(tree: Variations, path: string[]): Variations {
  return { next: grown(tree.next, path) };
}

function grown(next: Variation[], path: string[]): Variation[] {
  if (path.length === 0) return next;
  const [move, ...rest] = path;
  if (!next.some((variation) => variation.move === move)) return [...next, { move, next: grown([], rest) }];
  return next.map((variation) => (variation.move === move ? { move, next: grown(variation.next, rest) } : variation));
}

/** What was tried after a path, the main line first. */
export function after(tree: Variations, path: string[]): Variation[] {
  let next = tree.next;
  for (const move of path) next = next.find((variation) => variation.move === move)?.next ?? [];
  return next;
}

/** The tree without what follows a path, and without the last move of the path itself. */
export function without(tree: Variations, path: string[]): Variations {
  if (path.length === 0) return NO_VARIATIONS;
  const cut = (next: Variation[], rest: string[]): Variation[] => {
    const [move, ...more] = rest;
    if (more.length === 0) return next.filter((variation) => variation.move !== move);
    return next.map((variation) => (variation.move === move ? { move, next: cut(variation.next, more) } : variation));
  };
  return { next: cut(tree.next, path) };
}

/** The path as far as it goes on by main lines. */
export function toTheEnd(tree: Variations, path: string[]): string[] {
  const whole = [...path];
  for (let next = after(tree, path); next.length > 0; next = next[0].next) whole.push(next[0].move);
  return whole;
}

export function writeVariations(tree: Variations): string {
  const write = (next: Variation[]): string => {
    if (next.length === 0) return '';
    const [main, ...others] = next;
    const tried = others.map((variation) => `(${variation.move}${tail(variation)})`).join('');
    return main.move + tried + tail(main);
  };
  const tail = (variation: Variation): string => {
    const rest = write(variation.next);
    return rest === '' ? '' : `.${rest}`;
  };
  return write(tree.next);
}

/** Reads what `writeVariations` wrote; nothing if it is anything else. */
export function readVariations(text: string): Variations | null {
  let at = 0;
  const move = (): string | null => {
    const start = at;
    while (at < text.length && !'.()'.includes(text[at])) at++;
    return at > start ? text.slice(start, at) : null;
  };
  const line = (): Variation[] | null => {
    const first = move();
    if (first === null) return null;
    const main: Variation = { move: first, next: [] };
    const all = [main];
    while (text[at] === '(') {
      at++;
      const tried = line();
      if (tried === null || tried.length !== 1 || text[at] !== ')') return null;
      at++;
      all.push(tried[0]);
    }
    if (text[at] === '.') {
      at++;
      const rest = line();
      if (rest === null) return null;
      main.next = rest;
    }
    return all;
  };
  if (text === '') return NO_VARIATIONS;
  const next = line();
  return next === null || at !== text.length ? null : { next };
}

/** A move as it is shown in the list of moves. */
export interface Shown {
  move: string;
  path: string[];
  /** Which variation it is in: 0 is the main line. */
  level: number;
  /** Whether a bracket opens before it, and how many close after it. */
  opens: boolean;
  closes: number;
}

/** All moves in the order in which they are read. */
export function shown(tree: Variations): Shown[] {
  const list: Shown[] = [];
  const walk = (next: Variation[], path: string[], level: number, opens: boolean): void => {
    if (next.length === 0) return;
    const [main, ...others] = next;
    list.push({ move: main.move, path: [...path, main.move], level, opens, closes: 0 });
    for (const other of others) {
      walk([other], path, level + 1, true);
      list[list.length - 1].closes++;
    }
    walk(main.next, [...path, main.move], level, false);
  };
  walk(tree.next, [], 0, false);
  return list;
}
