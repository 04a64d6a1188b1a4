// The digest of everything that the built page depends on. `dist/SOURCE` has it, and a test of the server crate computes it
// again without node, so that a stale page is noticed. Change both at the same time: `crates/cutthroat-server/src/assets.rs`.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['index.html', 'package-lock.json', 'package.json', 'source-digest.ts', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];

/** Tests and examples that tests write are not part of the page. */
const isPart = (path: string) => !path.endsWith('.test.ts') && !path.startsWith('src/api/examples/');

function within(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? within(root, path) : [path];
  });
}

/** FNV-1a with 64 bits over path, a zero byte, contents and a zero byte of each file, sorted by path. */
export function digest(root: string): string {
  let hash = 0xcbf29ce484222325n;
  const add = (bytes: Uint8Array) => {
    for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  };
  const paths = [...FILES, ...within(root, 'src').filter(isPart)].sort((a, b) => (a < b ? -1 : 1));
  for (const path of paths) {
    add(new TextEncoder().encode(`${path}\0`));
    add(readFileSync(join(root, path)));
    add(new Uint8Array(1));
  }
  return hash.toString(16).padStart(16, '0');
}
