// A table without the page: to come to a state that a test wants, and to know what the server has.

/** A request that is answered with JSON, or with a stream of events, of which all are given. */
export async function ask(url, path, body, method = body === undefined ? 'GET' : 'POST') {
  const init = { method, headers: body === undefined ? {} : { 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await fetch(url + path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  if (!(answer.headers.get('content-type') ?? '').includes('event-stream')) return text ? JSON.parse(text) : null;
  const blocks = text.split('\n\n').filter((block) => block.startsWith('event:'));
  return blocks.map((block) => {
    const [name, data] = block.split('\n');
    return { name: name.slice(7), data: JSON.parse(data.slice(6)) };
  });
}

/** Sits down. `options` are those of the game; the deal is fixed, so that a test is the same every time. */
export async function sitDown(url, game, { players, seat = 1, against = ['random'], options = {}, deal = 1, wholeGame = false, position } = {}) {
  const setup = position ? { position, options } : { players, options, deal, whole_game: wholeGame };
  return ask(url, '/api/tables', { game, setup, seat, against, seed: 7 });
}

/** A choice for whoever does not care: the first that is legal. */
export function anyMove({ what, legal, count }) {
  const chosen = legal.slice(0, count ?? 1).join(',');
  return what === 'play' || chosen === 'look' ? chosen : `${what}:${chosen}`;
}

/** Plays on until something holds of what the person sees. Gives the table, or null if that never happened. */
export async function playUntil(url, id, holds, most = 400) {
  let table = await ask(url, `/api/tables/${id}`);
  for (let step = 0; step < most; step += 1) {
    if (holds(table.seen)) return table;
    if (table.seen.mover === null) return null;
    const { choices, mover, seat } = table.seen;
    if (choices && mover === seat) await ask(url, `/api/tables/${id}/move`, { move: anyMove(choices), ply: table.ply });
    else await ask(url, `/api/tables/${id}/go`, { ply: table.ply });
    table = await ask(url, `/api/tables/${id}`);
  }
  return null;
}

export const at = (url, id) => `${url}/#/play?table=${id}`;
