// Moves on a board by their cells, and where the arrows lead.

import type { Cell } from '../api/types';

export interface BoardMove {
  /** The piece that is moved; null where a cell is enough. */
  from: string | null;
  to: string;
  move: string;
}

/** The legal moves that can be made on the board. */
export function boardMoves(cells: readonly Cell[], legal: readonly string[]): BoardMove[] {
  const names = new Set(cells.map((cell) => cell.name));
  return legal.flatMap((move): BoardMove[] => {
    if (names.has(move)) return [{ from: null, to: move, move }];
    const [from = '', to = ''] = move.split('-');
    return names.has(from) && names.has(to) ? [{ from, to, move }] : [];
  });
}

/** The cells that can be chosen next: pieces at first, then where the picked one can go. */
export function nextCells(moves: readonly BoardMove[], picked: string | null): string[] {
  const cells = moves.flatMap((move) => (move.from !== null && picked === null ? [move.from] : move.from === picked ? [move.to] : []));
  return [...new Set(cells)];
}

/** Where a cell is drawn. Where rows are shifted against each other, neighbours of a row are two columns apart. */
export function place(cell: Cell, shifted: boolean): { x: number; y: number } {
  return shifted ? { x: cell.column / 2, y: cell.row * 0.866 } : { x: cell.column, y: cell.row };
}

/** Whether rows are shifted: no two cells of a row are next to each other. */
export function isShifted(cells: readonly Cell[]): boolean {
  const taken = new Set(cells.map((cell) => `${cell.row} ${cell.column}`));
  return cells.length > 1 && !cells.some((cell) => taken.has(`${cell.row} ${cell.column + 1}`));
}

/** The nearest of `choices` in the direction of an arrow; the same cell if there is none. */
export function step(cells: readonly Cell[], choices: readonly string[], from: string, arrow: string): string {
  const shifted = isShifted(cells);
  const at = (name: string) => cells.find((cell) => cell.name === name);
  const start = at(from);
  if (!start) return choices[0] ?? from;
  const here = place(start, shifted);
  let best = { name: from, distance: Infinity };
  for (const name of choices) {
    const cell = at(name);
    if (!cell) continue;
    const there = place(cell, shifted);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const [ahead, aside] = { ArrowLeft: [-dx, dy], ArrowRight: [dx, dy], ArrowUp: [-dy, dx], ArrowDown: [dy, dx] }[arrow] ?? [0, 0];
    const distance = ahead + 2 * Math.abs(aside);
    if (ahead > 0.01 && distance < best.distance) best = { name, distance };
  }
  return best.name;
}
