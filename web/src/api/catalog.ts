// Which games and algorithms there are: asked for once.

import { get } from './client';
import type { Catalog } from './types';

let asked: Promise<Catalog> | null = null;

export function catalog(): Promise<Catalog> {
  asked ??= get<Catalog>('/api/games').catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
