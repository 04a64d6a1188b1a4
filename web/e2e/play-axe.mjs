// Axe in every state of Play, of the settings and of the help: light and dark, on a desktop, a phone and a small phone.

import { axe, check, equal, openPage, run, shot, SIZES, startServer, until } from './server.mjs';
import { ask, at, playUntil, sitDown } from './table.mjs';

const SETTLED = '.status.yours, .aftermath';

/** Tables in all states, made once and looked at in every size and theme. */
async function tables(url) {
  const hidden = { players: 4, against: ['heuristic'] };
  const id = async (made) => (await made).id;
  const at = async (made, holds) => {
    const { id } = await made;
    check((await playUntil(url, id, holds)) !== null, 'a table comes to the state that is wanted');
    return id;
  };
  return {
    passing: await id(sitDown(url, 'hearts', { ...hidden, options: {} })),
    'playing-17': await at(sitDown(url, 'hearts', { players: 3, against: ['random'], options: { pass: 'none' } }), (seen) => seen.choices?.what === 'play' && seen.deal.trick.length > 0 && seen.deal.tricks < 2),
    'middle-of-hand': await at(sitDown(url, 'hearts', { ...hidden }), (seen) => seen.deal.tricks === 5 && seen.choices !== null),
    bidding: await id(sitDown(url, 'spades', { players: 3, against: ['random'], options: { rules: 'table' } })),
    naming: await id(sitDown(url, 'sergeant-major', { players: 3, seat: 3, against: ['random'] })),
    discarding: await at(sitDown(url, 'sergeant-major', { players: 3, seat: 3, against: ['random'] }), (seen) => seen.choices?.what === 'discard'),
    'seven-players': await at(sitDown(url, 'oh-hell', { players: 7, against: ['random'], options: { cards: '7' } }), (seen) => seen.deal.tricks === 2 && seen.choices !== null),
    bridge: await id(sitDown(url, 'bridge', { players: 4, against: ['random'] })),
    over: await at(sitDown(url, 'oh-hell', { players: 4, against: ['heuristic'], options: { cards: '4' } }), (seen) => seen.mover === null),
    'between-deals': await at(sitDown(url, 'hearts', { players: 4, wholeGame: true, against: ['random'] }), (seen) => seen.deals_over === 1),
    blind: await id(sitDown(url, 'spades', { players: 3, wholeGame: true, options: { 'blind-bids': 'always', rules: 'table' }, against: ['random'] })),
    board: await id(sitDown(url, 'chinese-checkers', { position: 'players=3', against: ['random'] })),
    'list-of-moves': await id(sitDown(url, 'tree', { position: 'maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]', against: ['random'] })),
  };
}

async function look(browser, url, states, size, dark) {
  const theme = dark ? 'dark' : 'light';
  const page = await openPage(browser, `${url}/#/play`, { size, dark, touch: size !== 'desktop' });
  const see = async (name) => {
    await axe(page, `${name}, ${size}, ${theme}`);
    await shot(page, `play-${name}-${size}-${theme}`);
  };
  await page.waitForSelector('button.deal');
  await see('form');
  await page.click('text=More options');
  await page.click('text=the same player in all other seats');
  await page.fill('#against-0', 'nobody');
  await page.click('button.deal');
  await page.waitForSelector('.refusal');
  await see('form-refused');
  await page.click('button[aria-label=Settings]');
  await page.waitForSelector('dialog[open]');
  await see('settings');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await see('keys');
  await page.keyboard.press('Escape');

  for (const [name, id] of Object.entries(states)) {
    await page.goto(at(url, id));
    await page.waitForSelector(SETTLED);
    if (name === 'board') await page.waitForSelector('.cell.movable');
    await see(name);
    if (name === 'middle-of-hand') {
      await page.click('.bar >> text=Last trick');
      await page.waitForSelector('dialog[open]');
      await see('last-trick');
      await page.keyboard.press('Escape');
      await page.click('.bar >> text=Hint');
      await page.waitForSelector('.side table', { timeout: 60_000 });
      await until(async () => !(await page.$('.bar >> text=Thinking')), 'the hint ends', 60_000);
      await see('hint');
      const illegal = await page.$('.hand button[aria-disabled]');
      if (illegal) {
        await illegal.click({ force: true });
        await see('why-not');
      }
    }
    if (name === 'board') {
      await page.click('.cell.movable');
      await see('board-picked');
    }
    if (name === 'over') {
      await page.click('text=Judge my moves');
      await until(async () => (await page.$('.looks [aria-busy=false]')) !== null, 'all choices are judged', 60_000);
      await page.click('.judged summary >> nth=0');
      await page.click('.looks >> text=Show');
      await page.waitForSelector('.looks .box, .looks >> text=do not say');
      await see('judged');
    }
  }
  await page.context().setOffline(true);
  await page.click('.choosing .buttons button').catch(() => undefined);
  await page.waitForSelector('[role=alert] .inside');
  await see('offline');
  await page.context().setOffline(false);
  equal(page.complaints.filter((text) => !/422|ERR_INTERNET/.test(text)), [], `the console is silent, ${size}, ${theme}`);
  await page.context().close();
}

/** Settings are kept, single keys can be switched off, and nobody has to see colours or motion. */
async function settings(browser, url, states) {
  const page = await openPage(browser, at(url, states['middle-of-hand']), { settings: { speed: 'instant' } });
  await page.waitForSelector(SETTLED);
  await page.keyboard.press(',');
  await page.click('dialog >> text=Dark');
  await page.click('dialog >> text=Four colours');
  await page.click('dialog >> text=Off');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector(SETTLED);
  equal(await page.evaluate(() => [getComputedStyle(document.body).colorScheme, document.documentElement.dataset.colours]), ['dark', 'four'], 'settings are kept');
  const colours = await page.evaluate(() => ['S', 'H', 'D', 'C'].map((suit) => getComputedStyle(document.querySelector('.hand')).getPropertyValue({ S: '--spades', H: '--hearts', D: '--diamonds', C: '--clubs' }[suit])));
  equal(new Set(colours).size, 4, 'four colours are four');
  await page.keyboard.press('?');
  equal(await page.$('dialog[open]'), null, 'single keys can be switched off');
  await page.context().close();

  // The live region says the turn once, and what to do.
  const { id } = await sitDown(url, 'hearts', { players: 4, options: { cards: '5', pass: 'none' }, against: ['random'] });
  const heard = await openPage(browser, at(url, id));
  await heard.waitForSelector('.status.yours');
  await heard.evaluate(() => {
    window.said = [];
    const live = document.querySelector('[aria-live=polite]');
    new MutationObserver(() => live.textContent && window.said.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await heard.click('.hand button:not([aria-disabled])');
  await until(async () => (await heard.evaluate(() => window.said.length)) > 0, 'the turn is said');
  await heard.waitForTimeout(300);
  const said = await heard.evaluate(() => window.said);
  equal(said.length, 1, 'the turn is said once');
  check(/plays .* of .*Your turn/.test(said[0] ?? ''), 'with what happened and whose turn it is', said.join(' | '));
  check(await heard.evaluate(() => document.activeElement?.matches('.hand button:not([aria-disabled])')), 'the focus is on a card that can be played');
  const stops = await heard.$$eval('.hand button', (cards) => cards.filter((card) => card.tabIndex === 0).length);
  equal(stops, 1, 'the hand is one tab stop');
  await heard.context().close();

  // At twice the size nothing has to be scrolled sideways.
  const zoomed = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const big = await openPage(browser, at(url, states['playing-17']), { context: zoomed });
  await big.waitForSelector(SETTLED);
  const wide = await big.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 0, 'no sideways scroll at 200 %', `${wide} px`);
  await zoomed.close();
  // Without colours of its own.
  const forced = await browser.newContext({ forcedColors: 'active', viewport: SIZES.desktop });
  const plain = await openPage(browser, at(url, states['playing-17']), { context: forced });
  await plain.waitForSelector(SETTLED);
  await shot(plain, 'play-forced-colours');
  await axe(plain, 'forced colours');
  await forced.close();
  // A seventeen-card hand on a phone: two rows, each card at least 24 pixels to touch.
  for (const size of ['phone', 'small']) {
    const phone = await openPage(browser, at(url, states['playing-17']), { size, touch: true });
    await phone.waitForSelector(SETTLED);
    const boxes = await phone.$$eval('.hand button', (cards) => cards.map((card) => card.getBoundingClientRect()).map(({ width, height, top }) => ({ width, height, top })));
    check(boxes.every(({ width, height }) => width >= 24 && height >= 24), `cards can be touched, ${size}`, `${Math.min(...boxes.map((box) => box.width))} px`);
    equal(new Set(boxes.map((box) => Math.round(box.top / 20))).size <= 3, true, `a hand has two rows, ${size}`);
    await phone.context().close();
  }
}

await run('play-axe', async (browser) => {
  const server = await startServer();
  const states = await tables(server.url);
  await settings(browser, server.url, states);
  for (const size of Object.keys(SIZES)) for (const dark of [false, true]) await look(browser, server.url, states, size, dark);
  await ask(server.url, '/api/tables');
  await server.stop();
});
