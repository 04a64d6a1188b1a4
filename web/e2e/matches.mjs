// Matches: tables, replay against the store itself, summary, comparison, the empty state, axe.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, binary, check, equal, inEveryLook, openPage, run, shot, startServer, until } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cutthroat-matches-'));
const command = (...args) => execFileSync(binary(), args, { encoding: 'utf8', maxBuffer: 1 << 26 });
const play = (file, players, ...more) => command('match', 'hearts', '--open', '--cards', '4', '--seats', players, '--games', '120', '--out', join(folder, file), '--quiet', ...more);

await run('matches', async (browser) => {
  play('one.sqlite', 'paranoid,random');
  play('other.sqlite', 'maxn,random');
  command('match', 'hearts', '--players', '4', '--whole-games', '--option', 'limit=20', '--seats', 'heuristic,random', '--games', '14', '--out', join(folder, 'whole.sqlite'), '--quiet');
  const stored = JSON.parse(command('results', join(folder, 'one.sqlite'), '--json'));

  const server = await startServer(['--store', join(folder, 'one.sqlite'), '--store', join(folder, 'other.sqlite'), '--store', join(import.meta.dirname, 'matches.mjs'), '--store', join(folder, 'whole.sqlite')]);
  const page = await openPage(browser, `${server.url}/#/matches`);

  // The table of games: a page of a hundred, sorted and filtered.
  const cells = (column) => page.locator(`tbody tr > :nth-child(${column})`).allTextContents();
  await until(async () => (await cells(1)).length === 100, 'a page has a hundred games');
  equal((await cells(2)).map(Number), stored.games.slice(0, 100).map(({ deal }) => deal), 'deals as in the store');
  equal((await cells(4)).map(Number), stored.games.slice(0, 100).map(({ score }) => score[0]), 'scores as in the store');
  await page.getByRole('button', { name: 'seat 1' }).click();
  await page.getByRole('button', { name: 'seat 1' }).click();
  const sorted = (await cells(4)).map(Number);
  equal(sorted, [...sorted].sort((a, b) => b - a), 'a heading sorts');
  await page.getByRole('button', { name: 'Later' }).click();
  await until(async () => (await cells(1)).length === 20, 'the next page has the rest');
  await page.getByLabel('Deal').fill('2');
  await page.getByLabel('Deal').press('Enter');
  await until(async () => (await cells(1)).length === 6, 'a deal has all its seatings');
  equal((await cells(1)).map(Number).sort((a, b) => a - b), stored.games.filter(({ deal }) => deal === 2).map(({ id }) => id), 'the games of the deal');

  // Replay: every move of the store, to the end.
  const game = stored.games.find(({ deal }) => deal === 2);
  await page.getByRole('link', { name: `Game ${game.id}`, exact: true }).click();
  await page.getByRole('heading', { name: `Game ${game.id}` }).waitFor();
  const moves = page.locator('.side .box tbody tr');
  await until(async () => (await moves.count()) === game.moves.length, 'all moves are listed');
  const shown = await moves.evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/[^\dA-Za-z–]/g, ''))));
  equal(shown.map((row) => row[1].replace('seat', '')), game.movers.map(String), 'movers as in the store');
  equal(shown.map((row) => row[3]), game.nodes.map((nodes) => (nodes > 0 ? String(nodes) : '–')), 'nodes as in the store');
  equal(shown.map((row) => row[4]), game.depths.map((depth) => (depth === null ? '–' : String(depth))), 'depths as in the store');
  for (let step = 0; step < game.moves.length; step++) {
    const played = page.locator('.open-table .marked');
    await until(async () => (await played.count()) === 1, `move ${step + 1} is marked in a hand`);
    await page.keyboard.press('ArrowRight');
    await until(async () => page.url().includes(`step=${step + 1}`), `step ${step + 1}`);
  }
  await page.getByText('The game is over.').waitFor();
  const took = async () => (await page.locator('.open-table tbody tr > :last-child').allTextContents()).map(Number);
  await until(async () => JSON.stringify(await took()) === JSON.stringify(game.score), 'what was taken is the score in the store');
  await page.getByRole('button', { name: 'Replay with players' }).click();
  await page.locator('strong', { hasText: 'The players chose every move again.' }).waitFor();
  await shot(page, 'matches-again');
  await page.keyboard.press('Home');
  await until(async () => page.url().includes('step=0'), 'Home goes to the start');
  const link = await page.getByRole('link', { name: 'Analyse here' }).getAttribute('href');
  check(link.includes('#/analyse') && link.includes(`moves=${game.moves[0]}`), 'the analysis keeps the moves');
  await page.getByRole('link', { name: 'Analyse here' }).click();
  await until(async () => (await page.locator('[data-move]').count()) > 0, 'the position is analysed');
  equal(page.complaints, [], 'the console is silent');

  // Summary and comparison.
  await page.goto(`${server.url}/#/matches?part=summary`);
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  check((await page.locator('.words').textContent()).includes(stored.summary.words[0].replaceAll('+-', '±')), 'the summary says what the command line says');
  await page.goto(`${server.url}/#/matches?part=compare&with=2`);
  await page.getByText('deals that both have').waitFor();
  await page.goto(`${server.url}/#/matches?store=3`);
  await page.locator('.problem').waitFor();
  check(true, 'a file that is no store says so');

  // A whole game, over several deals, with passes.
  await page.goto(`${server.url}/#/matches?store=4&game=1&step=2`);
  await page.locator('.open-table').waitFor();
  await page.locator('.now', { hasText: 'pass' }).waitFor();
  await page.keyboard.press('End');
  await page.getByText('The game is over.').waitFor();
  equal(await page.getByRole('alert').textContent(), '', 'a whole game is shown to its end');
  await page.context().close();

  const STATES = { games: '#/matches', summary: '#/matches?part=summary', compare: '#/matches?part=compare&with=2', replay: `#/matches?game=${game.id}&step=5`, wrong: '#/matches?store=3' };
  const view = await openPage(browser, `${server.url}/${STATES.games}`);
  for (const [state, hash] of Object.entries(STATES)) {
    await view.evaluate((hash) => (location.hash = hash), hash);
    await view.waitForSelector({ games: '.games tbody tr', summary: 'figure svg', compare: '.compare figure svg', replay: '.open-table', wrong: '.problem' }[state]);
    await view.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    await inEveryLook(view, `matches-${state}`);
  }
  await server.stop();

  // Nothing to show.
  const bare = await startServer();
  const empty = await openPage(browser, `${bare.url}/#/matches`, { size: 'small' });
  await empty.getByText('Nothing to show').waitFor();
  await axe(empty, 'nothing to show');
  await shot(empty, 'matches-empty');
  await bare.stop();
  rmSync(folder, { recursive: true, force: true });
});
