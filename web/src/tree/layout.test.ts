import { describe, expect, it } from 'vitest';
import { layout } from './layout';

const measures = { width: () => 20, gap: 4, level: 50, margin: 10 };

describe('the layout of a tree', () => {
  it('puts a node above the middle of its children', () => {
    const { places } = layout([[1, 2], [], []], measures);
    expect(places[0].x).toBe((places[1].x + places[2].x) / 2);
    expect(places[2].x - places[1].x).toBe(24);
    expect(places[1].y - places[0].y).toBe(50);
  });

  it('has everything inside', () => {
    const { places, width, height } = layout([[1, 4], [2, 3], [], [], [5], []], measures);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(20);
      expect(x).toBeLessThanOrEqual(width - 20);
      expect(y).toBeLessThanOrEqual(height - 10);
    }
  });

  it('never lets two nodes of a level overlap', () => {
    // A tree by a fixed rule, with widths that differ.
    const children: number[][] = [[]];
    const depth = [0];
    for (let id = 1; id < 200; id++) {
      const parent = (id * 7919) % Math.max(1, Math.floor(id / 2));
      children.push([]);
      children[parent].push(id);
      depth.push(depth[parent] + 1);
    }
    const width = (id: number) => 10 + ((id * 31) % 40);
    const { places } = layout(children, { ...measures, width });
    for (let a = 0; a < 200; a++) {
      for (let b = a + 1; b < 200; b++) {
        if (depth[a] !== depth[b]) continue;
        const apart = Math.abs(places[a].x - places[b].x);
        expect(apart).toBeGreaterThanOrEqual((width(a) + width(b)) / 2 + 4 - 1e-6);
      }
    }
  });

  it('draws a single node', () => {
    expect(layout([[]], measures)).toMatchObject({ width: 40, height: 20 });
  });
});
