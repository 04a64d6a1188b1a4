// The analysis: it streams, changes its mind and is stopped; moves, variations, hidden cards, sharing, axe.

import { check, equal, inEveryLook, openPage, run, shot, startServer, until } from './server.mjs';

// The best card is S4 at first, and HJ when the search gets deeper.
const CHANGES = 'game=spades&deal=3&cards=5';
// A whole deal: nobody searches that to the end.
const LONG = 'game=hearts&deal=1&time=60';

const best = (page) => page.locator('[data-move]:has(.best)').first().getAttribute('data-move', { timeout: 15_000 });
const status = (page) => page.getByTestId('status').textContent();
const live = (page) => page.getByTestId('live').textContent();

await run('analyse', async (browser) => {
  const server = await startServer();
  const page = await openPage(browser, `${server.url}/#/analyse?${CHANGES}`);

  // All levels as they come.
  const levels = await page.evaluate(async () => {
    const body = { game: 'spades', setup: { deal: 3, options: { cards: '5' } }, moves: [], request: { algorithm: 'maxn', all_moves: true } };
    const answer = await fetch('/api/analyse', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const text = await answer.text();
    return [...text.matchAll(/event: level\ndata: (.*)/g)].map((found) => JSON.parse(found[1])).map(({ depth, move }) => ({ depth, move }));
  });
  check(levels.length > 2, `${levels.length} levels`);
  equal([levels[0].move, levels.at(-1).move], ['S4', 'HJ'], 'the search changes its mind');
  await until(async () => (await status(page)).startsWith('Searched to the end'), 'the search ends');
  equal(await best(page), 'HJ', 'the last level counts');
  equal(await page.getByTestId('depth').textContent(), '15', 'it is searched to the end');
  await until(async () => (await live(page)).includes('jack of hearts'), 'the end is said once');
  const card = page.getByRole('button', { name: 'jack of hearts, worth 3 to seat 1, 1 to seat 2, 1 to seat 3, best' });
  equal(await card.count(), 1, 'the card says what it is worth');
  await shot(page, 'analyse-cards');

  // Moves by cards, by the line and by the table; variations stay.
  await card.click();
  await until(async () => page.url().includes('line=HJ'), 'a card makes the move');
  await until(async () => page.evaluate(() => document.activeElement?.getAttribute('data-card') === 'H8'), 'the focus goes to the next legal card');
  await until(async () => (await status(page)).startsWith('Searched'), 'the new position is searched');
  await page.locator('.pv button').nth(1).click();
  await until(async () => new URL(page.url().replace('#/', '')).searchParams.get('line')?.split('.').length === 3, 'the line leads on');
  const focusedIn = (where) => page.evaluate((where) => document.activeElement?.closest(where) !== null, where);
  await until(() => focusedIn('.moves'), 'the focus goes along with the line');
  await page.keyboard.press('Home');
  await until(async () => !page.url().includes('line='), 'Home goes back to the start');
  await page.locator('[data-move="S4"]').click();
  await until(async () => page.url().includes('moves=HJ%28S4%29'), 'another move is a variation');
  equal(await page.locator('.moves button').count(), 5, 'start, a line of three and a variation are listed');
  await page.keyboard.press('ArrowLeft');
  await until(async () => !page.url().includes('line='), 'the left arrow goes back');
  await page.keyboard.press('End');
  await until(async () => (await page.locator('.moves button[aria-current]').getAttribute('data-path'))?.split('.').length === 3, 'End goes to the end of the main line');
  const shared = page.url();
  await page.keyboard.press('e');
  await until(async () => /Seat \d/.test(await live(page)), 'E reads the evaluation');
  const other = await openPage(browser, shared);
  await until(async () => (await other.locator('.moves button').count()) === 5, 'a link restores the moves');
  equal(other.complaints, [], 'nothing is complained about');
  await other.context().close();

  // Settings of another algorithm; what does not fit is gone.
  await page.getByLabel('Algorithm').selectOption('paranoid');
  await until(async () => page.url().includes('algorithm=paranoid'), 'the algorithm is in the address');
  equal([await page.getByLabel('ties', { exact: true }).count(), await page.getByLabel('Window').count() + (await page.getByText('more settings').count()) > 0], [0, true], 'settings follow the algorithm');
  await until(async () => (await status(page)).startsWith('Searched'), 'paranoid searches too');

  // A long search streams, and is stopped.
  await page.evaluate((hash) => (location.hash = hash), `#/analyse?${LONG}`);
  const depth = async () => Number(await page.getByTestId('depth').textContent().catch(() => '0'));
  await until(async () => (await status(page)).startsWith('Thinking'), 'it thinks');
  await until(async () => (await depth()) > 0, 'a first level comes');
  equal(await page.locator('.evaluation').getAttribute('aria-busy'), 'true', 'it is busy');
  const said = await live(page);
  const first = await depth();
  await until(async () => (await depth()) > first, 'another level comes');
  equal(await live(page), said, 'levels are not said');
  await shot(page, 'analyse-thinking');
  await page.getByRole('button', { name: 'Stop' }).click();
  await until(async () => (await status(page)) === 'Stopped.', 'it is stopped', 1000);
  check((await page.locator('[data-move]').count()) > 0 && (await depth()) > 0, 'what was found stays');
  check(await focusedIn('.status button'), 'the focus stays after Stop');
  const busy = async () => Object.values(await (await fetch(`${server.url}/api/status`)).json()).some((value) => value === 1);
  await until(async () => !(await busy()), 'the server searches no longer', 1000);
  await page.getByRole('button', { name: 'Go on' }).click();
  await until(async () => (await status(page)).startsWith('Thinking'), 'it goes on');

  // Only what a seat knows: means and errors.
  await page.evaluate(() => (location.hash = '#/analyse?game=hearts&deal=4&cards=6&time=2'));
  await until(async () => (await status(page)).startsWith('Searched') || (await status(page)).startsWith('The time'), 'all cards are searched');
  await page.getByLabel('Seen').selectOption('own');
  await until(async () => (await page.getByText('deals that fit').count()) === 1, 'deals are looked at');
  equal(await page.getByRole('columnheader', { name: 'error' }).count(), 1, 'errors are shown');
  await shot(page, 'analyse-hidden');

  // Before the play: what to pass, and the pass is made.
  await page.evaluate(() => (location.hash = '#/analyse?game=hearts&deal=1&players=4&rules=table&pass=left&begins=deal&time=1'));
  await until(async () => (await page.locator('[data-move^="pass:"]').count()) > 5, 'passes are compared');
  const pass = await best(page);
  await page.locator(`[data-move="${pass}"]`).click();
  await until(async () => new URL(page.url().replace('#/', '')).searchParams.get('line') === pass, 'the pass is made');
  await until(async () => (await page.getByText('what seat 2 should pass').count()) === 1 && (await page.locator('[data-move^="pass:"]').count()) > 5, 'the next seat is asked too');

  // A pasted view, a pasted position, nonsense.
  await page.getByText('Type or paste').click();
  const field = page.locator('textarea').first();
  await page.locator('.game select').selectOption('spades');
  await page.getByText('Type or paste').click();
  await field.fill('1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await until(async () => page.url().includes('view='), 'a view is understood');
  await until(async () => (await page.locator('[data-move="HQ"]').count()) === 1, 'its moves are valued');
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await page.locator('.problem').waitFor();
  equal(await field.inputValue(), 'nonsense', 'what was typed stays');
  await field.fill('1:A.K3..T Q2.A.K. T.J.2.J bids=1,2,0');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await until(async () => page.url().includes('position='), 'a position is understood');
  await until(async () => (await status(page)).startsWith('Searched'), 'and searched');

  // A record of bridge, while another game is chosen: its moves are the line.
  await field.fill('[Deal "N:AKQJ.432.65.KJ97 T98.AKQ.T987.654 765.765.AKQJ.QT8 432.JT98.432.A32"]\n[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\nHJ H2 HQ H5\n*');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await until(async () => page.url().includes('game=bridge') && page.url().includes('moves=HJ.H2.HQ.H5'), 'PBN is understood');
  await page.keyboard.press('End');
  await page.evaluate(() => (location.hash = '#/analyse?game=spades&position=1%3AA.K3..T+Q2.A.K.+T.J.2.J+bids%3D1%2C2%2C0'));

  // Set up by clicking.
  await page.getByText('Set up by clicking').click();
  await page.getByRole('button', { name: 'Clear' }).click();
  for (const [seat, cards] of [[1, ['SA', 'H3']], [2, ['SK', 'H4']], [3, ['S2', 'HA']]]) {
    await page.locator('.to label').nth(seat - 1).click();
    for (const card of cards) await page.locator(`[data-deck="${card}"]`).click();
  }
  await page.getByRole('button', { name: 'Use this position' }).click();
  await until(async () => decodeURIComponent(page.url()).includes('1:A.3..+K.4..+2.A..'), 'the cards make a position');
  await until(async () => (await status(page)).startsWith('Searched'), 'which is searched');

  // A board, and the end of a game.
  await page.evaluate(() => (location.hash = '#/analyse?game=chinese-checkers&position=pieces%3D3+players%3D3&time=1'));
  await until(async () => (await page.locator('[data-move]').count()) > 3 && (await page.getByTestId('depth').count()) === 1, 'a board is searched');
  await shot(page, 'analyse-board');
  await page.evaluate(() => (location.hash = '#/analyse?game=tree&position=maxsum%3D10+1%5B%285%2C4%2C1%29+a%3A2%5B%280%2C6%2C4%29+%284%2C0%2C6%29%5D%5D&line=1'));
  await page.getByText('The game is over.').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  check((await page.getByLabel('The analysis as text').inputValue()).startsWith('tree:'), 'the analysis is exported as text');
  equal(page.complaints.filter((text) => !text.includes('422')), [], 'the console is silent');
  await page.context().close();

  const STATES = {
    cards: `#/analyse?${CHANGES}&line=HJ&moves=HJ%28S4%29.H8`,
    whole: '#/analyse?game=hearts&deal=1&players=3&time=1',
    hidden: '#/analyse?game=spades&deal=3&cards=5&cards-seen=own&time=1',
    board: '#/analyse?game=chinese-checkers&position=pieces%3D6+players%3D3&time=1',
    wrong: '#/analyse?game=spades&position=nonsense',
  };
  const view = await openPage(browser, `${server.url}/${STATES.cards}`);
  for (const [state, hash] of Object.entries(STATES)) {
    await view.evaluate((hash) => (location.hash = hash), hash);
    if (state === 'wrong') await view.locator('.problem').waitFor();
    else await until(async () => (await view.getByTestId('facts').count()) === 1, `${state} has numbers`);
    if (state === 'cards') await view.getByText('Set up by clicking').click();
    if (state === 'whole') await view.getByText('Deal', { exact: true }).click();
    if (state === 'wrong') await view.getByText('Type or paste').click();
    await inEveryLook(view, `analyse-${state}`);
  }
  await server.stop();
});
