// An algorithm with its settings, written as everywhere: `maxn:pruning=speculative,depth=6`.

import type { Algorithm } from '../api/types';

export interface Spec {
  algorithm: string;
  settings: Record<string, string>;
}

export function readSpec(text: string): Spec {
  const [, algorithm = '', rest = ''] = /^([^:]*):?(.*)$/.exec(text.trim()) ?? [];
  const settings: Record<string, string> = {};
  for (const part of rest.split(',')) {
    const at = part.indexOf('=');
    if (at > 0) settings[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return { algorithm, settings };
}

export function writeSpec({ algorithm, settings }: Spec): string {
  const given = Object.entries(settings).filter(([, value]) => value !== '');
  return given.length === 0 ? algorithm : `${algorithm}:${given.map(([name, value]) => `${name}=${value}`).join(',')}`;
}

/** The spec without settings that the algorithm does not have. */
export function fitting(spec: Spec, algorithms: readonly Algorithm[]): Spec {
  const known = algorithms.find(({ name }) => name === spec.algorithm) ?? algorithms[0];
  const names = known?.settings.map(({ name }) => name) ?? [];
  const settings = Object.fromEntries(Object.entries(spec.settings).filter(([name, value]) => names.includes(name) && value !== ''));
  return { algorithm: known?.name ?? spec.algorithm, settings };
}

/** The settings as a request has them: numbers and texts as text, `seed` and `time` apart. */
export function requestOf(spec: Spec): Record<string, string> {
  const given = Object.entries(spec.settings).filter(([, value]) => value !== '');
  return { algorithm: spec.algorithm, ...Object.fromEntries(given) };
}
