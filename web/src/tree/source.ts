// Which tree is looked at: a figure, a typed or random tree, or an ending of a card game. All of them are positions.

export type Kind = 'figure' | 'typed' | 'random' | 'cards';

export const FIRST = { game: 'tree', position: 'figure 2003-6-other', spec: 'maxn:pruning=speculative' };

export function kindOf(game: string, position: string): Kind {
  if (game !== 'tree') return 'cards';
  if (/^figure\s/.test(position)) return 'figure';
  return /^random(\s|$)/.test(position) ? 'random' : 'typed';
}

/** Card endings that are small enough to be drawn, with the depth at which they are. */
export const ENDINGS: { name: string; game: string; position: string; spec: string }[] = [
  { name: 'Spades, three cards each: a speculative prune, by a leaf-value table', game: 'spades', position: '1:..T.KQ J..4.5 A7.7.. bids=1,0,1', spec: 'maxn:pruning=speculative,test=table' },
  { name: 'Spades, three cards each: two branches are ignored', game: 'spades', position: '1:3..J.3 9..7.A .A.K.7 bids=0,1,1', spec: 'maxn:pruning=speculative' },
  { name: 'Oh Hell, two cards each', game: 'oh-hell', position: '1:..K.J Q.9.. .2..5 trump=C bids=0,0,0', spec: 'maxn:pruning=speculative' },
  { name: 'Oh Hell, four cards deep', game: 'oh-hell', position: '1:A.K..2 Q.A.2. J..K3. trump=S', spec: 'maxn:pruning=speculative,depth=4' },
  { name: 'Hearts, two cards each', game: 'hearts', position: '1:3.J.. 4..9. 2...T', spec: 'maxn:pruning=speculative' },
];

/** The fields of `random name=value ...`. */
export function readRandom(position: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const word of position.trim().split(/\s+/).slice(1)) {
    const at = word.indexOf('=');
    if (at > 0) fields[word.slice(0, at)] = word.slice(at + 1);
  }
  return fields;
}

export function writeRandom(fields: Record<string, string>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return ['random', ...given.map(([name, value]) => `${name}=${value}`)].join(' ');
}

/**
 * What is known of the payoffs: the greatest sum that the tree declares, or what all leaves that are drawn add up to, where that is
 * always the same.
 */
export function sumsOf(position: string, leaves: number[][]): { maxsum: number | null; low: number[] } {
  const field = (name: string): string | undefined => new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(position)?.[1];
  const declared = field('maxsum');
  const low = (field('low') ?? '0').split(',').map(Number);
  const sums = [...new Set(leaves.map((payoff) => payoff.reduce((sum, value) => sum + value, 0)))];
  const players = leaves[0]?.length ?? 0;
  return {
    maxsum: declared !== undefined ? Number(declared) : sums.length === 1 ? sums[0] : null,
    low: Array.from({ length: players }, (_, seat) => low[seat] ?? low[0]),
  };
}
