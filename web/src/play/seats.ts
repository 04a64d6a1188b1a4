// Where seats are around the table: the own one at the bottom, the others clockwise from there.

export interface Spot {
  seat: number;
  /** From -1 (left, top) to 1 (right, bottom). */
  x: number;
  y: number;
}

/** All seats, beginning with the own. */
export function around(players: number, own: number): Spot[] {
  return Array.from({ length: players }, (_, turn) => {
    const angle = Math.PI / 2 + (turn * 2 * Math.PI) / players;
    const rounded = (value: number) => Math.round(value * 1000) / 1000 + 0;
    return { seat: ((own - 1 + turn) % players) + 1, x: rounded(Math.cos(angle)), y: rounded(Math.sin(angle)) };
  });
}
