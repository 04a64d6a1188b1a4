// A table that somebody sits at: what is shown of it, and what can be done there.

import { Refused, get, isAbort, post } from '../api/client';
import { stream } from '../api/stream';
import type { Seen, TableEvents, TableState } from '../api/types';
import { cardWords } from '../cards/cards';
import { page } from '../state/page.svelte';
import { pause } from '../state/settings.svelte';
import { cardsOf, foreseen } from './foreseen';
import { asDealEnded, firstUnheard, heardOf, told } from './words';

type Hint = TableEvents['hint'];

export class Table {
  readonly id: string;
  ply = $state(0);
  /** The table as the server tells it. */
  #told: Seen | null = $state.raw(null);
  /** Whether a deal of a whole game is over and the next is not looked at yet. */
  between = $state(false);
  /** The table as it is shown. */
  readonly seen: Seen | null = $derived(this.between && this.#told ? asDealEnded(this.#told) : this.#told);
  /** The seat that thinks, while a stream runs. */
  thinking: number | null = $state(null);
  /** Whether others are moving. */
  running = $state(false);
  /** Why there is no such table. */
  missing = $state('');
  hint: Hint | null = $state(null);
  hinting = $state(false);
  /** What is shown in the line below the table for the moment: why not, what a claim came to. */
  note = $state('');
  /** Cards that are marked to be passed or discarded. */
  marked: string[] = $state([]);

  readonly myTurn = $derived(!this.running && !this.between && this.#told?.choices != null && this.#told.mover === this.#told.seat);
  readonly gameOver = $derived(this.#told !== null && this.#told.mover === null);
  readonly dealOver = $derived(!this.running && (this.between || this.gameOver));

  #abort: AbortController | null = null;
  #hinting: AbortController | null = null;
  #skip: (() => void) | null = null;
  #hurry = false;
  #shownAt = 0;
  /** How much of it was said: how many events of which deal. */
  #heard = { deals: 0, events: 0 };
  #closed = false;

  constructor(id: string) {
    this.id = id;
  }

  /** Loads the table, and lets the others move if it is their turn. */
  async open(): Promise<void> {
    try {
      const state = await get<TableState>(`/api/tables/${this.id}`);
      const dealt = state.seen.events.findLastIndex((event) => event.event === 'deal');
      if (this.#told === null) this.between = state.seen.previous != null && state.seen.mover !== null && dealt === state.seen.events.length - 1;
      this.#show(state);
      this.#heard = heardOf(state.seen);
      await this.goOn();
    } catch (error) {
      if (error instanceof Refused && error.status === 404) this.missing = error.message;
      else this.#failed(error, () => void this.open());
    }
  }

  /** Leaves the page: the search ends, the table stays. */
  close(): void {
    this.#closed = true;
    this.#abort?.abort();
    this.#hinting?.abort();
  }

  /** Looks whether another tab has moved. */
  async refresh(): Promise<void> {
    if (this.running || this.#told === null || this.#closed) return;
    const now = await get<TableState>(`/api/tables/${this.id}`).catch(() => null);
    if (now === null || this.running || now.ply === this.ply) return;
    this.#show(now);
    this.#tell();
    if (!this.myTurn && !this.dealOver) void this.#follow();
  }

  /** Lets the others move where it is their turn. */
  async goOn(): Promise<void> {
    if (this.#told && !this.between && !this.gameOver && this.#told.mover !== this.#told.seat) await this.#run('go', { ply: this.ply });
  }

  async nextDeal(): Promise<void> {
    if (!this.dealOver || this.gameOver) return;
    this.between = false;
    if (this.#told!.choices) this.#tell();
    else await this.goOn();
  }

  /** Makes a move. A card lies on the table at once; it goes back if the server refuses it. */
  async move(move: string): Promise<void> {
    if (!this.myTurn || !this.#told) return;
    const before = this.#told;
    const ply = this.ply;
    this.#told = foreseen(before, move);
    this.#shownAt = performance.now();
    const isRefused = await this.#run('move', { move, ply });
    // Unless another tab was faster, the table is as it was.
    if (isRefused && this.ply === ply) this.#told = before;
  }

  async undo(): Promise<void> {
    if (!this.#told || !this.#told.can_take_back) return this.say('There is nothing to take back');
    try {
      if (this.running) await this.stop();
      this.between = false;
      const state = await post<TableState>(`/api/tables/${this.id}/undo`, { ply: this.ply });
      this.#show(state);
      this.#heard = heardOf(state.seen);
      page.say(`Taken back. ${told(state.seen, state.seen.events.length)}`);
      await this.goOn();
    } catch (error) {
      this.#failed(error, () => void this.undo());
    }
  }

  /** Ends what the others think about; they can go on later. */
  async stop(): Promise<void> {
    this.#abort?.abort();
    await this.#ended;
    this.#show(await get<TableState>(`/api/tables/${this.id}`));
  }

  async askHint(): Promise<void> {
    if (!this.myTurn || this.hinting) return;
    this.hinting = true;
    this.note = '';
    const abort = (this.#hinting = new AbortController());
    try {
      const ply = this.ply;
      await stream<TableEvents>(`/api/tables/${this.id}/hint`, { ply }, { hint: (hint) => { if (this.ply === ply) this.hint = hint; } }, abort.signal);
      const found = this.hint as Hint | null;
      const choices = this.seen?.choices;
      if (!found || !choices || this.ply !== ply) return;
      const cards = cardsOf(found.best);
      // What somebody has marked already stays.
      if (choices.count && this.marked.length === 0) this.marked = cards;
      page.say(`Hint: ${cards.length > 0 ? cardWords(cards) : found.best.replace(':', ' ')}`);
    } catch (error) {
      if (!isAbort(error)) this.#failed(error, () => void this.askHint());
    } finally {
      this.hinting = false;
    }
  }

  async claim(): Promise<void> {
    if (!this.myTurn) return;
    try {
      const answer = await post<TableState & { stands: boolean; why: string | null }>(`/api/tables/${this.id}/claim`, { ply: this.ply });
      if (answer.stands) {
        this.#show(answer);
        this.#tell();
        await this.goOn();
      } else {
        this.say(`The claim does not stand: ${answer.why ?? 'it cannot be proved'}.`);
      }
    } catch (error) {
      this.#failed(error, () => void this.claim());
    }
  }

  /** Shows what the others did without waiting any longer. */
  hurry(): void {
    if (!this.#skip) return;
    this.#hurry = true;
    this.#skip();
  }

  /** Shows a note below the table, and says it. */
  say(note: string): void {
    this.note = note;
    page.say(note);
  }

  mark(card: string): void {
    const count = this.seen?.choices?.count ?? 0;
    if (this.marked.includes(card)) this.marked = this.marked.filter((other) => other !== card);
    else if (this.marked.length < count) this.marked = [...this.marked, card];
    else return this.say(`${count} cards are marked already`);
    this.note = '';
  }

  #show(state: { ply: number; seen: Seen }): void {
    const turned = this.ply !== state.ply || this.#told === null;
    if (this.#told && state.seen.deals_over > this.#told.deals_over && state.seen.mover !== null) this.between = true;
    this.ply = state.ply;
    this.#told = state.seen;
    this.#shownAt = performance.now();
    if (!turned) return;
    this.note = '';
    this.marked = [];
    this.hint = null;
    this.#hinting?.abort();
  }

  /** Says what happened since the last time. */
  #tell(): void {
    if (!this.seen || !this.#told) return;
    const text = told(this.seen, firstUnheard(this.seen, this.#heard));
    this.#heard = this.between ? { deals: this.#told.deals_over - 1, events: Infinity } : heardOf(this.#told);
    if (text) page.say(this.between ? `${text}. The deal is over` : text);
  }

  async #wait(): Promise<void> {
    if (this.#hurry) return;
    // A trick that is over stays a little longer.
    const deal = this.#told?.deal;
    const isTrickOver = deal !== undefined && deal.trick.length === 0 && deal.last !== null;
    const left = pause() * (isTrickOver ? 1.8 : 1) - (performance.now() - this.#shownAt);
    if (left <= 0 || document.hidden) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#skip = null;
  }

  #ended: Promise<unknown> = Promise.resolve();

  /** Runs a stream of moves; whether the first thing failed, so that nothing came of it. */
  #run(path: string, body: unknown): Promise<boolean> {
    const ended = this.#stream(path, body);
    this.#ended = ended;
    return ended;
  }

  async #stream(path: string, body: unknown): Promise<boolean> {
    const abort = (this.#abort = new AbortController());
    let came = false;
    this.running = true;
    this.#hurry = false;
    this.note = '';
    this.hint = null;
    this.marked = [];
    this.#hinting?.abort();
    try {
      await stream<TableEvents>(
        `/api/tables/${this.id}/${path}`,
        body,
        {
          thinking: ({ seat }) => void (this.thinking = seat),
          seen: async (state) => {
            if (state.move && state.move.seat !== this.#told?.seat) await this.#wait();
            came = true;
            if (!this.#closed) this.#show(state);
          },
        },
        abort.signal,
      );
      return false;
    } catch (error) {
      if (!isAbort(error)) this.#failed(error, () => void this.open());
      return !came;
    } finally {
      this.running = false;
      this.thinking = null;
      this.#skip = null;
      if (!this.#closed && !abort.signal.aborted) this.#tell();
    }
  }

  /** Looks on while another tab plays; takes over if nothing happens any more. */
  async #follow(): Promise<void> {
    for (let still = 0; still < 6; still += 1) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      if (this.#closed || this.running || this.myTurn || this.dealOver) return;
      const ply = this.ply;
      await this.refresh();
      if (this.ply !== ply) still = 0;
    }
    await this.goOn();
  }

  #failed(error: unknown, again: () => void): void {
    if (isAbort(error) || this.#closed) return;
    if (error instanceof Refused && error.status === 409 && error.body.seen) {
      // Another tab, or a double tap, was faster.
      queueMicrotask(() => {
        this.#show(error.body as unknown as TableState);
        this.note = 'The table has moved on in another tab.';
        this.#tell();
        void this.#follow();
      });
      return;
    }
    page.fail(error, again);
  }
}
