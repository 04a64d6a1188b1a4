// Runs every browser test, one after the other.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const files = readdirSync(here).filter((name) => name.endsWith('.mjs') && !['all.mjs', 'server.mjs', 'table.mjs'].includes(name));
const failed = files.filter((name) => spawnSync(process.execPath, [join(here, name)], { stdio: 'inherit' }).status !== 0);
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}
