// The address after `#`: `#/analyse?game=spades&position=...`. What is on the screen follows from it, so that back, reload and sharing work.

export const VIEWS = ['play', 'analyse', 'pruning', 'matches'] as const;
export type View = (typeof VIEWS)[number];
export type Params = Record<string, string>;

export interface Route {
  view: View;
  params: Params;
}

/** Reads what follows `#`. An unknown view is `play`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  const view = VIEWS.find((known) => known === path) ?? 'play';
  return { view, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a view, for `href` and `location.hash`. Parameters that are empty or missing are left out. */
export function href(view: View, params: Record<string, string | number | null | undefined> = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${view}${query ? `?${query}` : ''}`;
}

function splitOnce(text: string, at: string): string[] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + at.length)];
}
