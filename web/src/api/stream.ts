// Server-sent events as the answer to a POST. `EventSource` can only GET, and would start a search again by itself.

import { OFFLINE, Refused, isAbort, send } from './client';
import type { Failure } from './types';

export interface RawEvent {
  name: string;
  data: string;
}

/** Cuts a stream of text into events. Text may come in pieces of any size. */
export class EventParser {
  #rest = '';

  push(piece: string): RawEvent[] {
    this.#rest += piece;
    const events: RawEvent[] = [];
    for (;;) {
      const end = /\r?\n\r?\n/.exec(this.#rest);
      if (!end) return events;
      const block = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      const event = { name: 'message', data: [] as string[] };
      for (const line of block.split(/\r?\n/)) {
        const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
        if (field === 'event') event.name = value ?? '';
        if (field === 'data') event.data.push(value ?? '');
      }
      if (event.data.length > 0) events.push({ name: event.name, data: event.data.join('\n') });
    }
  }
}

/** What to do with each event, by its name; those without a reader are passed over. */
export type Readers<Events> = { [name in keyof Events]?: (data: Events[name]) => void | Promise<void> };

/**
 * Sends a POST and reads the stream that it answers with. Gives why it ended (`complete`, `turn`, `over`, ...). A stream that breaks off
 * and one that is `refused` are errors; `signal` ends it early with an `AbortError`. A reader may return a promise: the next event waits for it.
 */
export async function stream<Events>(path: string, body: unknown, readers: Readers<Events>, signal?: AbortSignal): Promise<string> {
  const answer = await send('POST', path, body, signal);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  let refused: Failure | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Refused(0, { message: 'The answer broke off. ' + OFFLINE });
      for (const { name, data } of parser.push(value)) {
        const read = JSON.parse(data) as never;
        if (name === 'end') {
          if (refused) throw new Refused(422, { ...(refused as Failure) });
          return (read as { stop: string }).stop;
        }
        if (name === 'refused') refused = read;
        await (readers as Record<string, ((data: never) => void | Promise<void>) | undefined>)[name]?.(read);
        signal?.throwIfAborted();
      }
    }
  } catch (error) {
    if (error instanceof Refused || isAbort(error) || !(error instanceof TypeError)) throw error;
    throw new Refused(0, { message: 'The answer broke off. ' + OFFLINE });
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
