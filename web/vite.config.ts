import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import { digest } from './source-digest.ts';

const root = import.meta.dirname;
/** Where `npm run dev` finds a server: `CUTTHROAT_URL=http://127.0.0.1:7411 npm run dev`. */
const server = process.env.CUTTHROAT_URL ?? 'http://127.0.0.1:7411';
/** The server answers only to its own name, so requests that are passed on get it. */
const passedOn = { target: server, changeOrigin: true, headers: { origin: server } };

const source: Plugin = {
  name: 'source-digest',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'SOURCE', source: `${digest(root)}\n` });
  },
};

export default defineConfig({
  root,
  plugins: [svelte(), source],
  build: {
    outDir: '../crates/cutthroat-server/dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    // Names without a hash: a change of the page is a change of a file in git, not a new one.
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
        // One file for what most views use; the rest is split by who needs it, so that nobody loads what they do not see.
        codeSplitting: { groups: [{ name: 'shared', test: /\/(node_modules|src\/(api|cards|parts|state))\//, minShareCount: 4 }] },
      },
    },
  },
  server: { proxy: { '/api': passedOn, '/reports': passedOn } },
  test: { include: ['src/**/*.test.ts'], exclude: ['src/**/*.fixture.test.ts'] },
});
