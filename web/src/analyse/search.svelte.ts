// A search that runs for what is shown: at most one at a time, stopped when something else is asked or the tab is hidden.

import { isAbort } from '../api/client';
import { stream } from '../api/stream';
import type { Advice, AnalyseEvents, Report } from './api';

export class Search {
  /** The last level that was completed. */
  report = $state.raw<Report | null>(null);
  /** The same for a search that sees only what one seat knows. */
  advice = $state.raw<Advice | null>(null);
  progress = $state.raw<{ nodes: number; depth: number } | null>(null);
  busy = $state(false);
  /** Why it ended; nothing while it runs. */
  ended = $state<string | null>(null);
  /** What the position is that the numbers belong to. */
  of = $state('');

  #call: AbortController | null = null;

  /** Starts anew. `of` names the position: numbers of another one are dropped, those of the same stay until there are new ones. */
  async start(path: string, body: unknown, of: string): Promise<'complete' | 'aborted'> {
    this.halt();
    if (this.of !== of) {
      this.report = null;
      this.advice = null;
    }
    this.of = of;
    this.progress = null;
    this.ended = null;
    this.busy = true;
    const call = new AbortController();
    this.#call = call;
    try {
      const stop = await stream<AnalyseEvents>(
        path,
        body,
        {
          level: (report) => void (this.report = report),
          advice: (advice) => void (this.advice = advice),
          progress: (progress) => void (this.progress = progress),
        },
        call.signal,
      );
      this.ended = stop;
      return 'complete';
    } catch (error) {
      if (isAbort(error)) return 'aborted';
      this.ended = 'failed';
      throw error;
    } finally {
      if (this.#call === call) {
        this.busy = false;
        this.#call = null;
      }
    }
  }

  /** Stops it. What was found stays. */
  halt(): void {
    if (!this.#call) return;
    this.#call.abort();
    this.#call = null;
    this.busy = false;
    this.ended = 'stopped';
  }
}
