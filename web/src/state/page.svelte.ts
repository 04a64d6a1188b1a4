// What all views share: the address, what is said aloud, and what went wrong.

import { tick } from 'svelte';
import { href, readRoute, type Route, type View } from './route';

class Page {
  /** The address in parts. To change it, use `go` or a link made with `href`. */
  route: Route = $state(readRoute(location.hash));
  /** What the polite live region says. Use `say`. */
  spoken = $state('');
  /** What went wrong, shown above the view until it is dismissed or tried again. */
  failure: { message: string; again?: () => void } | null = $state(null);
  /** Whether the focus was in a part of the page that gave way to the next one, which then takes it. */
  handsOverFocus = false;
  /** The heading of the view for the title of the window. */
  title = $state('');

  /** The address that `route` was read from. */
  #hash = location.hash;

  constructor() {
    addEventListener('hashchange', () => this.#read());
  }

  #read(): void {
    if (location.hash === this.#hash) return;
    this.#hash = location.hash;
    const { view, params } = this.route;
    this.route = readRoute(location.hash);
    // What went wrong elsewhere is of no use here.
    if (this.route.view !== view || this.route.params.table !== params.table) this.failure = null;
  }

  /** Goes to another address; `replace` leaves no entry for the back button. */
  go(view: View, params: Parameters<typeof href>[1] = {}, replace = false): void {
    const address = href(view, params);
    if (replace) {
      history.replaceState(null, '', address);
    } else {
      location.hash = address;
    }
    // At once: the next key may come before the event that tells of the change.
    this.#read();
  }

  /** Says something once to those who listen to the page. */
  say(text: string): void {
    // The same text again is a change only if there was another in between.
    this.spoken = '';
    void tick().then(() => (this.spoken = text));
  }

  /** Shows an error, with a way to try again if there is one. */
  fail(error: unknown, again?: () => void): void {
    const message = error instanceof Error ? error.message : String(error);
    this.failure = again ? { message, again } : { message };
  }
}

export const page = new Page();
