// Play in a real browser: every card game by mouse, by touch and by keyboard; the board; taking back; two tabs; a server that dies.

import { check, equal, openPage, run, shot, startServer, until } from './server.mjs';
import { ask, at, playUntil, sitDown } from './table.mjs';

const YOURS = '.status.yours';
const OVER = '.aftermath';
const cardsOf = (page) => page.$$eval('.hand button', (buttons) => buttons.map((button) => button.dataset.card));
const choosable = '.hand button:not([aria-disabled])';
const waiting = (page) => until(async () => (await page.$(YOURS)) || (await page.$(OVER)), 'the turn comes');

/** How a person points and chooses. */
const HANDS = {
  mouse: { click: (page, target) => page.click(target) },
  touch: { click: (page, target) => page.tap(target) },
};

/** Moves the focus with the tab key until it is on what is wanted. */
async function tabTo(page, wanted) {
  for (let step = 0; step < 60; step += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), wanted)) return;
    await page.keyboard.press('Tab');
  }
  check(false, `the tab key comes to ${wanted}`);
}
const focusedCard = (page) => page.evaluate(() => document.activeElement?.dataset?.card ?? '');

/** One choice by keyboard: bids with the tab key, cards with arrows, or typed. */
async function chooseByKeys(page, turn) {
  if (await page.$('.choosing .buttons button')) {
    await tabTo(page, '.choosing .buttons button');
    await page.keyboard.press('Enter');
  } else if (await page.$('.choosing .count')) {
    const count = Number(/of (\d+)/.exec(await page.textContent('.choosing .count'))[1]);
    await tabTo(page, '.hand button');
    await page.keyboard.press('Home');
    for (let card = 0; card < count; card += 1) {
      await page.keyboard.press(' ');
      if (card < count - 1) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
  } else if (turn % 2 === 0) {
    await tabTo(page, '.hand button');
    for (let step = 0; step < 20 && !(await page.evaluate((legal) => document.activeElement.matches(legal), choosable)); step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  } else {
    const card = await page.getAttribute(choosable, 'data-card');
    await page.keyboard.press(card[0]);
    await page.keyboard.press(card[1]);
  }
}

async function chooseByPointer(page, click) {
  if (await page.$('.choosing .buttons button')) await click(page, '.choosing .buttons button');
  else if (await page.$('.choosing .count')) {
    const count = Number(/of (\d+)/.exec(await page.textContent('.choosing .count'))[1]);
    for (const card of (await cardsOf(page)).slice(0, count)) await click(page, `[data-card="${card}"]`);
    await click(page, '.choosing .primary');
  } else await click(page, choosable);
}

/** Plays until the deal is over; gives what was asked on the way. */
async function playDeal(page, how) {
  const asked = new Set();
  for (let turn = 0; turn < 60; turn += 1) {
    await waiting(page);
    if (await page.$(OVER)) return asked;
    const ply = await page.evaluate(() => document.querySelector('.log li')?.textContent + document.querySelectorAll('.hand button').length + document.querySelector('.status').textContent);
    asked.add((await page.textContent(YOURS)).split(/[\d:]/)[0].trim().split(' ')[0]);
    if (how === 'keys') await chooseByKeys(page, turn);
    else await chooseByPointer(page, HANDS[how].click);
    const moved = await until(async () => (await page.$(OVER)) || (await page.evaluate(() => document.querySelector('.log li')?.textContent + document.querySelectorAll('.hand button').length + document.querySelector('.status').textContent)) !== ply, `a choice is made by ${how}`, 6000);
    if (!moved) return asked;
  }
  check(false, 'the deal ends');
  return asked;
}

const GAMES = [
  { game: 'hearts', players: 4, options: { cards: '5' }, asks: ['Pass'] },
  { game: 'spades', players: 3, options: { cards: '5', rules: 'table' }, asks: ['How'] },
  { game: 'sergeant-major', players: 3, seat: 3, asks: ['Name', 'Discard'] },
  { game: 'oh-hell', players: 4, options: { cards: '4' }, asks: ['How'] },
  { game: 'bridge', players: 4, options: { cards: '4' }, asks: [] },
];

async function everyGame(browser, url) {
  for (const how of ['mouse', 'touch', 'keys']) {
    for (const { game, asks, ...setup } of GAMES) {
      const table = await sitDown(url, game, setup);
      const page = await openPage(browser, at(url, table.id), { size: how === 'touch' ? 'phone' : 'desktop', touch: how === 'touch' });
      await waiting(page);
      check((await cardsOf(page)).length > 3, `${game} is played with a hand of cards`);
      const asked = await playDeal(page, how);
      for (const what of asks) check(asked.has(what), `${game} by ${how} asks: ${what}`, [...asked].join(', '));
      const server = await ask(url, `/api/tables/${table.id}`);
      check(server.seen.mover === null, `${game} by ${how} is over at the server`);
      const shown = await page.$$eval(`${OVER} tbody tr`, (rows) => rows.slice(0, 4).length);
      check(shown >= setup.players - 1, `${game} by ${how} shows scores`);
      equal(page.complaints, [], `${game} by ${how}: the console is silent`);
      await shot(page, `play-over-${game}-${how}`);
      await page.context().close();
    }
  }
}

/** The form, a hand of it, and what comes after. */
async function fromTheForm(browser, url) {
  const unfinished = await sitDown(url, 'hearts', { players: 4 });
  const page = await openPage(browser, `${url}/#/play`);
  await page.click('.tile:has-text("Oh Hell")');
  await page.selectOption('#players', '3');
  await page.fill('#against-0', 'nobody');
  await page.click('text=More options');
  await page.fill('.fields.wide input >> nth=0', '3');
  await page.click('button.deal');
  await page.waitForSelector('.refusal');
  check((await page.textContent('.refusal')).includes('nobody'), 'a player that does not exist is refused beside the form');
  await page.fill('#against-0', 'heuristic');
  await page.click('button.deal');
  await page.waitForSelector(YOURS);
  equal((await cardsOf(page)).length, 3, 'the cards that were asked for are dealt');
  await playDeal(page, 'mouse');
  await page.click('text=Judge my moves');
  await page.waitForSelector('.judged li', { timeout: 20_000 });
  await until(async () => !(await page.$('.looks [aria-busy=true]')), 'all choices are judged', 30_000);
  await page.click('.judged summary >> nth=0');
  await page.click('.looks >> text=Show');
  await page.waitForSelector('.looks .box, .looks >> text=do not say');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download the record')]);
  check((await download.createReadStream()) !== null, 'the record is downloaded');
  await page.click('text=Analyse this hand');
  await page.waitForFunction(() => location.hash.startsWith('#/analyse?game=oh-hell'));
  await page.waitForSelector('main table tbody tr, main .hand', { timeout: 20_000 });
  equal(await page.$('[role=alert] .inside'), null, 'the hand can be analysed');
  await shot(page, 'play-then-analyse');
  await page.goBack();
  await page.waitForSelector(OVER);
  await page.keyboard.press('n');
  await page.waitForSelector('button.deal');
  await page.click(`.tables a[href$="${unfinished.id}"]`);
  await page.waitForSelector('.choosing .count');
  await page.click('.bar >> text=Leave');
  await page.click('.tables li >> text=Remove');
  await until(async () => (await page.$(`.tables a[href$="${unfinished.id}"]`)) === null, 'a game can be removed');
  equal(page.complaints.filter((text) => !text.includes('422')), [], 'form: the console is silent');
  await page.context().close();
}

async function takeBackAndHint(browser, url) {
  const { id } = await sitDown(url, 'hearts', { players: 4, options: { cards: '6' }, against: ['heuristic'] });
  const page = await openPage(browser, at(url, id));
  await waiting(page);
  await page.keyboard.press('i');
  await page.waitForSelector('.side table', { timeout: 30_000 });
  await until(async () => (await page.$$('.place.marked')).length === 3, 'a hint marks the cards to pass', 30_000);
  await page.click('.choosing .primary');
  await waiting(page);
  const before = await cardsOf(page);
  const illegal = await page.$('.hand button[aria-disabled]');
  if (illegal) {
    await illegal.click({ force: true });
    check((await page.textContent('.note')).length > 5, 'a card that cannot be played says why');
  }
  // A card answers at once.
  const card = await page.getAttribute(choosable, 'data-card');
  const took = await page.evaluate(async (card) => {
    const start = performance.now();
    document.querySelector(`[data-card="${card}"]`).click();
    for (;;) {
      await new Promise((done) => requestAnimationFrame(done));
      if (!document.querySelector(`[data-card="${card}"]`) && document.querySelector('.trick li')) return performance.now() - start;
    }
  }, card);
  check(took < 100, `a card answers within 100 ms`, `${took} ms`);
  console.log(`a card answered a click after ${took.toFixed(1)} ms`);
  await waiting(page);
  await page.keyboard.press('l');
  await page.waitForSelector('dialog[open] .trick');
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await until(async () => JSON.stringify(await cardsOf(page)) === JSON.stringify(before), 'taking back gives the card back');
  const server = await ask(url, `/api/tables/${id}`);
  equal(server.seen.deal.hands[0], before, 'the server has taken it back too');
  await page.reload();
  await waiting(page);
  equal(await cardsOf(page), before, 'a reload loses nothing');
  equal(page.complaints, [], 'hint and take back: the console is silent');
  await page.context().close();
}

/** A whole game: passing, score sheet, next hand by key; blind bids; an exchange. */
async function wholeGames(browser, url) {
  const hearts = await sitDown(url, 'hearts', { players: 4, options: { deals: '2' }, wholeGame: true, against: ['random'] });
  await playUntil(url, hearts.id, (seen) => seen.deal.tricks === 11 && seen.choices !== null);
  const page = await openPage(browser, at(url, hearts.id));
  await playDeal(page, 'mouse');
  await page.waitForSelector('text=The deal is over');
  equal((await page.$$('table:has(caption:text("Score sheet")) tbody tr')).length, 2, 'the score sheet has the deal and the total');
  const scores = await ask(url, `/api/tables/${hearts.id}`);
  equal(await page.$$eval('.totals td b', (cells) => cells.map((cell) => Number(cell.textContent))), scores.seen.sheet.totals, 'totals are those of the server');
  await page.reload();
  await page.waitForSelector('text=The deal is over');
  await page.keyboard.press('n');
  await page.waitForSelector(YOURS);
  equal((await cardsOf(page)).length, 13, 'the next hand is dealt');
  await page.context().close();

  const spades = await sitDown(url, 'spades', { players: 3, wholeGame: true, options: { 'blind-bids': 'always', rules: 'table' }, against: ['random'] });
  const blind = await openPage(browser, at(url, spades.id));
  await blind.waitForSelector('text=Look at the cards');
  equal(await cardsOf(blind), [], 'cards are hidden before a blind bid');
  await blind.click('text=Look at the cards');
  await until(async () => (await cardsOf(blind)).length === 17, 'then they are seen');
  await blind.context().close();

  for (let deal = 1; deal <= 12; deal += 1) {
    const major = await sitDown(url, 'sergeant-major', { players: 3, wholeGame: true, deal, against: ['random'] });
    const giving = await playUntil(url, major.id, (seen) => seen.choices?.what === 'give' || seen.deals_over > 1);
    if (giving?.seen.choices?.what !== 'give') continue;
    const give = await openPage(browser, at(url, major.id));
    await waiting(give);
    if (await give.$(OVER)) await give.keyboard.press('n');
    await give.waitForSelector('text=Give a card');
    await give.click(choosable);
    await until(async () => (await give.textContent('.log')).includes('ou give'), 'a card is given');
    await give.context().close();
    return;
  }
  check(false, 'an exchange comes up in a dozen games');
}

async function boards(browser, url) {
  for (const how of ['mouse', 'touch', 'keys']) {
    const table = await sitDown(url, 'chinese-checkers', { position: 'pieces=3 players=3 limit=9' });
    const page = await openPage(browser, at(url, table.id), { size: how === 'touch' ? 'small' : 'desktop', touch: how === 'touch' });
    for (let turn = 0; turn < 3; turn += 1) {
      await waiting(page);
      const before = (await ask(url, `/api/tables/${table.id}`)).ply;
      if (how === 'keys') {
        await tabTo(page, '.board [data-cell]');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowLeft');
        if (!(await page.evaluate(() => document.activeElement.matches('.movable')))) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.cell.picked');
        await page.keyboard.press('Escape');
        equal(await page.$('.cell.picked'), null, 'Escape puts the piece back');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.cell.target');
        for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
          await page.keyboard.press(key);
          if (await page.evaluate(() => document.activeElement.matches('.target'))) break;
        }
        await page.keyboard.press('Enter');
      } else {
        await HANDS[how].click(page, '.cell.movable');
        await page.waitForSelector('.cell.target');
        await shot(page, `play-board-${how}`);
        await HANDS[how].click(page, '.cell.target');
      }
      await until(async () => (await ask(url, `/api/tables/${table.id}`)).ply > before, `a piece is moved by ${how}`);
    }
    await page.waitForSelector(OVER);
    equal(page.complaints, [], `board by ${how}: the console is silent`);
    await page.context().close();
  }
  // Neither cards nor a board: a list of moves.
  const tree = await sitDown(url, 'tree', { position: 'maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]' });
  const page = await openPage(browser, at(url, tree.id));
  await page.waitForSelector('.choosing .buttons button');
  await page.click('.choosing .buttons button >> nth=1');
  await page.waitForSelector(OVER);
  await page.context().close();
}

async function twoTabs(browser, url) {
  const { id } = await sitDown(url, 'oh-hell', { players: 3, options: { cards: '5' }, against: ['random'] });
  const one = await openPage(browser, at(url, id));
  const two = await openPage(browser, at(url, id), { context: one.context() });
  await waiting(one);
  await waiting(two);
  await one.click('.choosing .buttons button');
  await one.waitForSelector(choosable);
  const { ply } = await ask(url, `/api/tables/${id}`);
  // The second tab still shows the bids: its choice comes too late.
  const stale = await two.$('.choosing .buttons button');
  if (stale) await stale.click({ force: true }).catch(() => undefined);
  await two.waitForSelector(choosable);
  equal((await ask(url, `/api/tables/${id}`)).ply, ply, 'a choice in the second tab that came too late is not made');
  equal(await cardsOf(two), await cardsOf(one), 'both tabs show the same');
  equal(await two.$('[role=alert] .inside'), null, 'and no error is shown');
  // A double click is one move.
  await two.dblclick(choosable).catch(() => undefined);
  await waiting(two);
  const { seen } = await ask(url, `/api/tables/${id}`);
  equal(seen.events.filter((event) => event.event === 'play' && event.seat === 1).length, 1, 'a double click plays one card');
  await one.context().close();
}

async function serverDies(browser) {
  let server = await startServer();
  const { id } = await sitDown(server.url, 'spades', { players: 3, options: { cards: '5', rules: 'table' }, against: ['heuristic'] });
  const page = await openPage(browser, at(server.url, id));
  await waiting(page);
  await page.click('.choosing .buttons button');
  await page.waitForSelector(choosable);
  const before = await cardsOf(page);
  await server.kill();
  await page.click(choosable);
  await page.waitForSelector('[role=alert] .inside');
  equal(await cardsOf(page), before, 'the table stays when the server is gone, and the card goes back');
  await shot(page, 'play-server-gone');
  await page.click('text=Try again');
  await page.waitForSelector('[role=alert] .inside');
  server = await server.again();
  await page.click('text=Try again');
  await until(async () => (await page.$('[role=alert] .inside')) === null, 'the alert goes once the server is back');
  check(!(await page.evaluate(() => document.activeElement === document.body)), 'and the focus stays in the view');
  await waiting(page);
  equal(await cardsOf(page), before, 'the game goes on where it was');

  await page.context().setOffline(true);
  await page.click(choosable);
  await page.waitForSelector('[role=alert] .inside');
  await page.context().setOffline(false);
  await page.click('text=Try again');
  await until(async () => (await page.$('[role=alert] .inside')) === null, 'the alert goes once the network is back');
  await playDeal(page, 'mouse');
  check((await ask(server.url, `/api/tables/${id}`)).seen.mover === null, 'the game is played to its end after all that');
  await page.context().close();

  // In the middle of a thought.
  const slow = await sitDown(server.url, 'chinese-checkers', { position: 'players=3 pieces=3', against: ['mcts:time=5'] });
  const thinking = await openPage(browser, at(server.url, slow.id));
  await thinking.click('.cell.movable');
  await thinking.click('.cell.target');
  await thinking.waitForSelector('text=Stop thinking');
  await server.kill();
  await thinking.waitForSelector('[role=alert] .inside');
  check((await thinking.textContent('[role=alert]')).includes('broke off'), 'a stream that breaks off is noticed');
  server = await server.again();
  await thinking.click('text=Try again');
  await thinking.waitForSelector('text=Stop thinking');
  await thinking.click('text=Stop thinking');
  await thinking.waitForSelector('text=Go on');
  check(true, 'thinking can be stopped, and gone on with');
  await thinking.context().close();
  await server.stop();
}

const focusIn = (page, wanted) => page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, wanted);

/** With the keyboard alone the focus is never lost, from the form to what comes after the hand. */
async function focusStays(browser, url) {
  const page = await openPage(browser, `${url}/#/play?game=oh-hell`);
  await page.waitForSelector('button.deal');
  await page.evaluate(() => (location.hash = '#/play?game=spades'));
  await until(() => page.isChecked('input[value=spades]'), 'the form follows the address');
  await page.click('.tile:has-text("Chinese Checkers")');
  equal(await page.evaluate(() => location.hash), '#/play?game=chinese-checkers', 'the address follows the form');
  await page.fill('#against-0', 'random');
  await page.press('button.deal', 'Enter');
  await page.waitForSelector(YOURS);
  await until(() => focusIn(page, '.board [data-cell]'), 'a board has the focus after Begin');
  await page.goto(`${url}/#/play?game=tree`);
  await page.waitForSelector('button.deal');
  await page.press('button.deal', 'Enter');
  await page.waitForSelector(YOURS);
  await until(() => focusIn(page, '.choosing .buttons'), 'a list of moves has the focus after Begin, against a player that fits');
  for (const [game, where] of [['hearts', '.hand'], ['spades', '.choosing .buttons']]) {
    await page.goto(`${url}/#/play?game=${game}`);
    await page.waitForSelector('button.deal');
    await page.fill('#against-0', 'random');
    await page.click('text=More options');
    await page.fill('.fields.wide input >> nth=0', '3');
    await page.press('button.deal', 'Enter');
    await page.waitForSelector(YOURS);
    await until(() => focusIn(page, where), `${game} has the focus after Deal`);
    equal(await page.getAttribute('.bar button:has-text("Take back")', 'aria-disabled'), 'true', `${game}: nothing can be taken back at first`);
    for (let turn = 0; turn < 20 && !(await page.$(OVER)); turn += 1) {
      await waiting(page);
      if (await page.$(OVER)) break;
      check(!(await page.evaluate(() => document.activeElement === document.body)), `${game}: the focus is somewhere`);
      await chooseByKeys(page, 0);
      await page.waitForTimeout(60);
    }
    await page.waitForSelector(OVER);
    await until(() => focusIn(page, `${OVER} .primary`), `${game}: the focus goes on to what comes after the hand`);
    await page.press('text=Judge my moves', 'Enter');
    await until(async () => (await page.$('.looks [aria-busy=false]')) !== null, 'all choices are judged', 30_000);
    check(await focusIn(page, OVER), `${game}: the focus stays after the moves are judged`);
  }
  await page.goto(`${url}/#/play?table=zzz`);
  await page.waitForSelector('text=No such table');
  await page.click('text=To the games');
  await page.waitForSelector('button.deal');
  await page.context().close();

  // Where the others begin, there is nothing to take back; a raised card does not cover its neighbour; targets are at the seats.
  const { id } = await sitDown(url, 'sergeant-major', { players: 3, against: ['heuristic'] });
  const major = await openPage(browser, at(url, id));
  await waiting(major);
  equal(await major.getAttribute('.bar button:has-text("Take back")', 'aria-disabled'), 'true', 'what others chose is not taken back');
  equal((await major.$$eval('.plate', (plates) => plates.map((plate) => Number(/target (\d)/.exec(plate.textContent)?.[1])))).sort(), [3, 5, 8], 'targets are at the seats');
  await major.context().close();
}

async function pacing(browser, url) {
  const { id } = await sitDown(url, 'hearts', { players: 4, options: { cards: '6', pass: 'none' }, against: ['random'] });
  const page = await openPage(browser, at(url, id), { speed: 'slow' });
  const start = Date.now();
  if (!(await page.$(YOURS))) await page.keyboard.press('x');
  await page.waitForSelector(YOURS);
  await page.click(choosable);
  await page.waitForTimeout(300);
  await page.mouse.click(5, 400);
  await waiting(page);
  check(Date.now() - start < 4000, 'a click skips the wait at the slowest speed', `${Date.now() - start} ms`);
  await page.context().close();
}

await run('play', async (browser) => {
  const server = await startServer();
  const { url } = server;
  const tests = { everyGame, fromTheForm, takeBackAndHint, wholeGames, boards, twoTabs, serverDies, focusStays, pacing };
  const only = process.argv.slice(2);
  for (const [name, test] of Object.entries(tests)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const start = Date.now();
    await test(browser, url).catch((error) => check(false, `${name} runs to its end`, error.stack));
    console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  }
  await server.stop();
});
