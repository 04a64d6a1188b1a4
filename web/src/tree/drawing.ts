// What is written and drawn at the nodes of a tree, and how much space that takes.

import { layout, type Layout, type Place } from './layout';
import { heldBy, type Family, type Frame } from './steps';

export const BOX = 28;
const CHARACTER = 7;
const LINE = 15;
/** With more leaves than this their numbers are written one under the other. */
const MOST_ABREAST = 16;
/** The piece of a branch that goes straight down and carries its move. */
const STUB = 30;

export interface Drawing extends Layout {
  /** Whether the numbers of leaves are written one under the other. */
  isStacked: boolean;
  /** How long the last piece of each branch is, straight down. */
  stub: number;
}

/** Room for the widest text that a node gets in the course of the search, so that nothing moves from step to step. */
export function draw(tree: Family): Drawing {
  const { nodes, children } = tree;
  const leaves = nodes.filter((node) => node.mover === null);
  const isStacked = leaves.length > MOST_ABREAST;
  const players = Math.max(...leaves.map((leaf) => leaf.payoff.length), 1);
  const digits = Math.max(...leaves.flatMap((leaf) => leaf.payoff.map((value) => String(value).length)), 1);
  const longest = Math.max(...leaves.map((leaf) => `(${leaf.payoff.join(', ')})?`.length), 'set aside'.length);
  const stub = nodes.some((node) => node.arc !== '') ? STUB : 0;
  const width = (id: number): number => {
    const node = nodes[id];
    const arc = node.arc.length * CHARACTER + (node.arc === '' ? 0 : 8);
    const name = remark(tree, id).length * CHARACTER;
    if (node.mover === null) return Math.max(isStacked ? Math.max(digits * CHARACTER + 6, 18) : longest * CHARACTER, arc, name);
    return Math.max(longest * CHARACTER, arc, BOX + 2 * name + 4);
  };
  const level = 92 + stub;
  const plan = layout(children, { width, gap: isStacked ? 6 : 12, level, margin: 26 });
  return { ...plan, height: plan.height + (isStacked ? players * LINE : LINE) + 12, isStacked, stub };
}

/** The name that a figure gives to a node; a question mark says that a leaf was made up. */
export function remark(tree: Family, id: number): string {
  return tree.nodes[id].remark.replace(/\?$/, '');
}

export const isMadeUp = (tree: Family, id: number): boolean => tree.nodes[id].remark.endsWith('?');

/** The text below a node. */
export function textAt(tree: Family, frame: Frame, id: number, isStacked: boolean): string[] {
  const node = tree.nodes[id];
  if (node.mover === null) {
    const mark = isMadeUp(tree, id) ? ['?'] : [];
    return isStacked ? [...node.payoff.map(String), ...mark] : [`(${node.payoff.join(', ')})${mark.join('')}`];
  }
  const held = heldBy(frame, id);
  switch (frame.states[id].standing) {
    case 'ignored':
      return ['ignored'];
    case 'aside':
      return ['set aside'];
    default:
      return held === null ? [] : [`(${held.join(', ')})`];
  }
}

/** The corners of the branch that leads to a node. */
export function branch(drawing: Drawing, tree: Family, id: number): Place[] {
  const parent = tree.nodes[id].parent ?? 0;
  const from = drawing.places[parent];
  const to = drawing.places[id];
  const isLeaf = tree.nodes[id].mover === null;
  const end = { x: to.x, y: to.y - (isLeaf ? 12 : BOX / 2) - (isLeaf && remark(tree, id) !== '' ? LINE : 0) };
  const start = { x: from.x, y: from.y + BOX / 2 + LINE + 5 };
  return drawing.stub > 0 ? [start, { x: end.x, y: end.y - drawing.stub }, end] : [start, end];
}

export const points = (corners: Place[]): string => corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** Two short bars across a branch, as the papers mark a cut. */
export function bars(corners: Place[]): { x1: number; y1: number; x2: number; y2: number }[] {
  const [from, to] = corners;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  const [alongX, alongY] = [dx / length, dy / length];
  return [-2.5, 2.5].map((shift) => {
    const [x, y] = [from.x + alongX * (0.55 * length + shift), from.y + alongY * (0.55 * length + shift)];
    return { x1: x + alongY * 7, y1: y - alongX * 7, x2: x - alongY * 7, y2: y + alongX * 7 };
  });
}
