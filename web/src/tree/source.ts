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
  { name: 'Oh Hell, three players, four cards deep', game: 'oh-hell', position: '1:A.K..2 Q.A.2. J..K3. trump=S', spec: 'maxn:pruning=speculative,depth=4' },
  { name: 'Hearts, two cards each', game: 'hearts', position: '1:Q.2.. A.K.. K.A..', spec: 'maxn:pruning=speculative' },
  { name: 'Spades, two cards each, by a leaf-value table', game: 'spades', position: '1:A.3.. K.4.. 2.A.. bids=1,1,0', spec: 'maxn:pruning=deep,test=table' },
  { name: 'Spades, three cards each, one trick deep', game: 'spades', position: '1:A2.3.. K.42.. 3.A5.. bids=1,1,0', spec: 'maxn:pruning=speculative,depth=3' },
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

/** What a tree declares of its payoffs. */
export function sumsOf(position: string, players: number): { maxsum: number | null; low: number[] } {
  const field = (name: string): string | undefined => new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(position)?.[1];
  const maxsum = field('maxsum');
  const low = (field('low') ?? '0').split(',').map(Number);
  return { maxsum: maxsum === undefined ? null : Number(maxsum), low: Array.from({ length: players }, (_, seat) => low[seat] ?? low[0]) };
}
