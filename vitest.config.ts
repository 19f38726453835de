import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that start many programs or kill them at any moment: `npm run test:slow`. */
export const SLOW = ['**/*.slow.test.ts'];

/** Tests of bridges with real engines: `npm run test:engines`. */
export const ENGINES = [
  'bridges/*/testing/**/*.test.ts',
  'test/src/godot/**/*.test.ts',
  'test/src/engines/**/*.test.ts',
];

/** Tests of the console, which need Chromium: `npm run test:browser`. */
export const BROWSER = ['test/src/console/**/*.test.ts', 'test/src/apps/**/*.browser.test.ts'];

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'worlds/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'examples/src/**/*.test.ts',
      'test/src/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...SLOW, ...ENGINES, ...BROWSER],
    globalSetup: fileURLToPath(new URL('scripts/build-before-tests.mjs', import.meta.url)),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes and sockets and use half a core.
    maxWorkers: 3,
    expect: { poll: { timeout: 20_000 } },
  },
});
