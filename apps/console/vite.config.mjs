import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The console: a shell, and a chunk for each view. Addresses are relative, so that the page works below any path. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2023',
    // A module that is preloaded by an inline script would break the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // three is one chunk of 540 KB.
    chunkSizeWarningLimit: 700,
  },
});
