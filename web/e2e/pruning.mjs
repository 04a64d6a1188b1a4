// The pruning view: every figure against the command line, the steps, sharing, keys, axe.

import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { binary, check, equal, inEveryLook, openPage, run, shot, startServer, until } from './server.mjs';

const PRUNINGS = ['speculative', 'shallow'];

/** What the command line says about a figure. */
function byCommand(figure, pruning) {
  const args = ['analyse', 'tree', '--position', `figure ${figure}`, '--pruning', pruning, '--json', '--trace'];
  const { payoff, nodes, researches, trace } = JSON.parse(execFileSync(binary(), args, { encoding: 'utf8' }));
  return { payoff: `(${payoff.join(', ')})`, nodes: String(nodes), researches: String(researches), prunes: String(trace.length) };
}

const text = (page, id) => page.getByTestId(id).textContent();

/** Goes to a tree, and waits until it is drawn. */
async function show(page, params) {
  const hash = `#/pruning?${new URLSearchParams(params)}`;
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/prunings'));
  await page.evaluate((hash) => (location.hash = hash), hash);
  await answered;
  await page.waitForSelector('.work[aria-busy="false"]');
}

const standing = (page, label) => page.locator(`[role="treeitem"][aria-label^="${label}"]`).first().getAttribute('data-standing');

await run('pruning', async (browser) => {
  const server = await startServer();
  const page = await openPage(browser, `${server.url}/#/pruning?position=figure+2000-1&algorithm=maxn%3Apruning%3Dnone`);
  const { figures } = await (await fetch(`${server.url}/api/games`)).json();
  check(figures.length >= 22, `${figures.length} figures`);
  await page.waitForSelector('[role="tree"]');

  for (const pruning of PRUNINGS) {
    for (const { id } of figures) {
      await show(page, { position: `figure ${id}`, algorithm: `maxn:pruning=${pruning}`, at: `${id}-${pruning}` });
      const shown = Object.fromEntries(await Promise.all(['payoff', 'nodes', 'researches', 'prunes'].map(async (name) => [name, await text(page, name)])));
      equal(shown, byCommand(id, pruning), `figure ${id}, ${pruning}`);
    }
  }

  // What the page makes of the steps of more than a thousand searches.
  const compared = spawnSync('npx', ['vitest', 'run', 'src/tree/against-server.test.ts'], { cwd: resolve(import.meta.dirname, '..'), env: { ...process.env, SERVER: server.url }, encoding: 'utf8' });
  check(compared.status === 0, 'every step shows what the engine had', compared.stdout);

  // The speculation that fails: cut, set aside, searched again.
  await show(page, { position: 'figure 2003-6-other', algorithm: 'maxn:pruning=speculative', step: '0' });
  equal(await page.getByText('Before the first step').count(), 1, 'it begins before the first step');
  await page.keyboard.press('p');
  await page.getByText('Prune at b').first().waitFor();
  equal(await standing(page, 'leaf a b 2'), 'cut', 'the last child of b is cut');
  check((await page.locator('.prune li').count()) === 3, 'the chain has three levels');
  check((await page.locator('.prune').textContent()).includes('5 + 3 + 2 = 10'), 'the requirements are added up');
  await shot(page, 'pruning-chain');
  const link = page.url();
  await page.keyboard.press('ArrowRight');
  await until(async () => (await standing(page, 'b, player 3')) === 'aside', 'b is set aside');
  await page.keyboard.press('End');
  await until(async () => (await standing(page, 'b, player 3')) === 'known', 'b is searched again in the end');
  check((await page.locator('[role="treeitem"][aria-label^="b, player 3"]').getAttribute('aria-label')).includes('searched 2 times'), 'b says that it was searched twice');
  await page.keyboard.press('Home');
  await until(async () => (await page.getByText('Before the first step').count()) === 1, 'Home goes to the start');
  await page.getByRole('button', { name: 'Play the steps' }).click();
  await until(async () => (await page.getByText('The search is over').count()) === 1, 'playing goes to the end');

  const on = page.getByRole('button', { name: 'One step on' });
  await on.focus();
  await page.keyboard.press('Enter');
  check(await on.evaluate((button) => button === document.activeElement), 'the focus stays at the end');

  // The tree by keys alone.
  await page.locator('[role="treeitem"][tabindex="0"]').focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-level')), '3', 'arrows walk the tree');
  await page.keyboard.press('Enter');
  check(page.url().includes('step='), 'Enter goes to a step at the node');

  // A link shows the same again.
  const other = await openPage(browser, link);
  await other.getByText('Prune at b').first().waitFor();
  check(true, 'the link restores the step');
  equal(other.complaints, [], 'nothing is complained about');
  await other.context().close();

  // A leaf-value table with its acceptance sets.
  await show(page, { game: 'spades', position: '1:..T.KQ J..4.5 A7.7.. bids=1,0,1', algorithm: 'maxn:pruning=speculative,test=table' });
  await page.getByRole('heading', { name: 'Leaf-value table' }).waitFor();
  await page.locator('.prunes button').first().click();
  await page.getByText('here none is').waitFor();
  check(true, 'no outcome is accepted by the whole chain');
  equal(page.complaints, [], 'the console is silent');

  // A tree is typed, and Enter is enough.
  await show(page, { position: 'maxsum=10 1[(5,4,1) (0,6,4)]' });
  await page.locator('textarea').fill('1[(5,4,1) a:2[(0,6,4) (4,0,6)]]');
  await page.locator('textarea').press('Enter');
  await page.getByText('needs maxsum').waitFor();
  equal(await page.locator('textarea').getAttribute('aria-invalid'), 'false', 'the pruning is what does not fit, not the tree');
  await page.locator('textarea').fill('maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]');
  await page.getByRole('button', { name: 'Go' }).click();
  await until(async () => (await text(page, 'nodes')) === '3', 'the typed tree is searched');

  // What is too large says so, and the old tree stays.
  await page.evaluate(() => (location.hash = '#/pruning?position=random+depth%3D9+branching%3D3+stop%3D0'));
  await page.locator('.problem').waitFor();
  check((await page.locator('.problem').textContent()).includes('400'), 'too many nodes are refused');
  await page.context().close();

  const STATES = {
    chain: '#/pruning?position=figure+2003-6-other&algorithm=maxn%3Apruning%3Dspeculative&step=9',
    typed: '#/pruning?position=maxsum%3D10+1%5B%285%2C4%2C1%29+a%3A2%5B%280%2C6%2C4%29%5D',
    random: '#/pruning?position=random+players%3D3+depth%3D4+branching%3D3+stop%3D0+seed%3D2&step=40',
    cards: '#/pruning?game=spades&position=1%3A..T.KQ+J..4.5+A7.7..+bids%3D1%2C0%2C1&algorithm=maxn%3Apruning%3Dspeculative%2Ctest%3Dtable&step=107',
  };
  const view = await openPage(browser, `${server.url}/${STATES.chain}`);
  for (const [state, hash] of Object.entries(STATES)) {
    await view.evaluate((hash) => (location.hash = hash), hash);
    await view.waitForTimeout(100);
    await view.waitForSelector(state === 'typed' ? '.problem' : '.work[aria-busy="false"]');
    await view.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    await inEveryLook(view, `pruning-${state}`);
  }
  await server.stop();
});
