import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The views of MCP Apps: each one script and one style sheet, which `build.mjs` puts into one document. */
export const appConfig = view =>
  defineConfig({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL(`src/app/${view}-main.tsx`, import.meta.url)),
        formats: ['iife'],
        name: 'view',
        cssFileName: 'view',
      },
      reportCompressedSize: false,
      // One document is the point. Its compressed size is tested.
      chunkSizeWarningLimit: 1_500,
    },
  });
