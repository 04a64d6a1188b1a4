// Requests to the server.

import type { Failure } from './types';

/** An answer of 400 or above, or none at all (`status` 0: the server cannot be reached). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: Failure & Record<string, unknown>,
  ) {
    super(body.message);
  }
  /** The part of the request that is wrong. */
  get field(): string | undefined {
    return this.body.field;
  }
}

export const OFFLINE = 'The server cannot be reached. Is “cutthroat serve” still running?';

/** Whether somebody called this off, which is no error. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, signal: signal ?? null, cache: 'no-store' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refused(0, { message: OFFLINE });
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let failure: Failure & Record<string, unknown>;
  try {
    failure = JSON.parse(text) as Failure & Record<string, unknown>;
  } catch {
    failure = { message: text || `The server answered ${answer.status}.` };
  }
  throw new Refused(answer.status, failure);
}

async function read<T>(answer: Response): Promise<T> {
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> => read<T>(await send('GET', path, undefined, signal));
export const post = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> => read<T>(await send('POST', path, body, signal));
export const remove = async (path: string): Promise<void> => void (await send('DELETE', path));
