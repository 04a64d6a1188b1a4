// Where the nodes of a tree are drawn: children side by side, each node above the middle of its children, subtrees as close as
// what is written at them allows.

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: Place[];
  width: number;
  height: number;
}

export interface Measures {
  /** The width that a node needs for itself and for what is written at it. */
  width: (id: number) => number;
  /** The least space between two neighbours. */
  gap: number;
  /** From one level to the next. */
  level: number;
  /** Around the whole. */
  margin: number;
}

/** The outline of a subtree: how far it reaches to the left and to the right of its root, level by level. */
interface Outline {
  left: number[];
  right: number[];
}

export function layout(children: readonly (readonly number[])[], measures: Measures): Layout {
  const offsets = children.map(() => 0);

  const shape = (id: number): Outline => {
    const half = measures.width(id) / 2;
    const own: Outline = { left: [-half], right: [half] };
    const below = children[id];
    if (below.length === 0) return own;
    const placed: Outline = { left: [], right: [] };
    const at: number[] = [];
    for (const child of below) {
      const outline = shape(child);
      let x = 0;
      for (let depth = 0; depth < Math.min(outline.left.length, placed.right.length); depth++) {
        x = Math.max(x, placed.right[depth] + measures.gap - outline.left[depth]);
      }
      if (at.length > 0) x = Math.max(x, at[at.length - 1]);
      at.push(x);
      for (let depth = 0; depth < outline.left.length; depth++) {
        placed.left[depth] = Math.min(placed.left[depth] ?? Infinity, x + outline.left[depth]);
        placed.right[depth] = Math.max(placed.right[depth] ?? -Infinity, x + outline.right[depth]);
      }
    }
    const middle = (at[0] + at[at.length - 1]) / 2;
    below.forEach((child, place) => (offsets[child] = at[place] - middle));
    own.left.push(...placed.left.map((x) => x - middle));
    own.right.push(...placed.right.map((x) => x - middle));
    return own;
  };

  const places: Place[] = children.map(() => ({ x: 0, y: 0 }));
  if (children.length === 0) return { places, width: 2 * measures.margin, height: 2 * measures.margin };
  const outline = shape(0);
  const left = Math.min(...outline.left);
  const right = Math.max(...outline.right);
  const put = (id: number, x: number, depth: number): void => {
    places[id] = { x, y: measures.margin + depth * measures.level };
    for (const child of children[id]) put(child, x + offsets[child], depth + 1);
  };
  put(0, measures.margin - left, 0);
  return {
    places,
    width: right - left + 2 * measures.margin,
    height: (outline.left.length - 1) * measures.level + 2 * measures.margin,
  };
}
