// What all browser tests share: the server, the browser, checks, axe, pictures.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const web = resolve(import.meta.dirname, '..');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, small: { width: 320, height: 568 } };

/** The program: `CUTTHROAT`, or the newest build in `target`. */
export function binary() {
  const builds = ['quick', 'debug', 'release'].map((profile) => resolve(web, '../target', profile, 'cutthroat'));
  const found = [process.env.CUTTHROAT, ...builds].find((path) => path && existsSync(path));
  if (!found) throw new Error('no program: build cutthroat, or name one in CUTTHROAT');
  return found;
}

/** Whether there is a browser to test with. */
export const hasBrowser = () => existsSync(CHROMIUM);

/**
 * Starts the program at a free port. `stop()` ends it, `kill()` does so without asking; `again()` starts one at the same port with the same
 * unfinished games. To test what `npm run dev` shows, name its address in `PAGE` and the port that it asks in `PORT`.
 */
export async function startServer(args = [], { port = Number(process.env.PORT ?? 0), games = mkdtempSync(join(tmpdir(), 'cutthroat-e2e-')) } = {}) {
  const child = spawn(binary(), ['serve', '--port', String(port), '--games', games, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill());
  let said = '';
  const url = await new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`the server said no address: ${said}`)), 20_000);
    const read = (piece) => {
      said += piece;
      const address = /http:\/\/[\d.]+:\d+/.exec(said);
      if (address) {
        clearTimeout(timer);
        done(address[0]);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  const exited = new Promise((done) => child.on('exit', done));
  const end = async (signal) => {
    child.kill(signal);
    await exited;
  };
  return {
    url: process.env.PAGE ?? url,
    said: () => said,
    kill: () => end('SIGKILL'),
    again: () => startServer(args, { port: Number(new URL(url).port), games }),
    stop: async () => {
      await end('SIGTERM');
      rmSync(games, { recursive: true, force: true });
    },
  };
}

export async function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** A page of this size and theme. Everything that the console says as an error is kept in `page.complaints`. */
export async function openPage(browser, url, { size = 'desktop', dark = false, touch = false, speed = 'instant', settings = {}, context: shared } = {}) {
  const context = shared ?? (await browser.newContext({ viewport: SIZES[size], colorScheme: dark ? 'dark' : 'light', hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' }));
  const kept = JSON.stringify({ speed, ...settings });
  await context.addInitScript((kept) => localStorage.getItem('cutthroat.settings') ?? localStorage.setItem('cutthroat.settings', kept), kept);
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  return page;
}

/** Runs axe in the page as it is; what it finds is an error. */
export async function axe(page, where) {
  await page.evaluate((source) => {
    // Under the page's own policy a script may not be added, but the tester may run one.
    if (!window.axe) (0, eval)(source);
  }, AXE).catch(async () => page.addScriptTag({ content: AXE }));
  const found = await page.evaluate((values) => window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }), RULES);
  const told = found.violations.map((one) => `  ${one.id}: ${one.help}\n${one.nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`).join('\n')}`);
  check(found.violations.length === 0, `axe: ${where}`, told.join('\n'));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 0, `no sideways scroll: ${where}`, `${wide} px too wide`);
}

/** Runs axe and keeps a picture in every size, light and dark, of the page as it is. */
export async function inEveryLook(page, name) {
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      // Until everything is drawn anew.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));
      await axe(page, `${name}, ${size}, ${dark ? 'dark' : 'light'}`);
      await shot(page, `${name}-${size}-${dark ? 'dark' : 'light'}`);
    }
  }
}

let passed = 0;
const failures = [];
/** Notes a check; the run goes on and fails at the end. */
export function check(holds, what, more = '') {
  if (holds) passed += 1;
  else {
    failures.push(what);
    console.error(`FAILED ${what}${more ? `\n${more}` : ''}`);
  }
}
export const equal = (found, wanted, what) => check(JSON.stringify(found) === JSON.stringify(wanted), what, `  found  ${JSON.stringify(found)}\n  wanted ${JSON.stringify(wanted)}`);

/** Waits until something holds. */
export async function until(holds, what, most = 15_000) {
  const end = Date.now() + most;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((done) => setTimeout(done, 25));
  }
  check(false, `in time: ${what}`);
  return false;
}

/** Keeps a picture in the folder `SHOTS`, if there is one. */
export async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Runs the tests of a file, and says how it went. */
export async function run(name, tests) {
  if (!hasBrowser()) {
    console.error(`SKIPPED ${name}: there is no browser at ${CHROMIUM}`);
    return;
  }
  const start = Date.now();
  const browser = await startBrowser();
  try {
    await tests(browser);
  } catch (error) {
    check(false, `${name} ran to its end`, error.stack);
  } finally {
    await browser.close();
  }
  console.log(`${name}: ${passed} checks passed, ${failures.length} failed, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  // A test that failed may have left a server running.
  process.exit(failures.length > 0 ? 1 : 0);
}
