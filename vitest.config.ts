import { configDefaults, defineConfig } from 'vitest/config';
import { hasGodot } from './bridges/godot/testing/has-godot.js';

/** They start programs by the dozen, or end them at any moment: `npm run test:slow`. */
export const SLOW = '**/*.slow.test.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'worlds/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'bridges/*/testing/**/*.test.ts',
      'examples/src/**/*.test.ts',
      'test/src/**/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      SLOW,
      ...(hasGodot() ? [] : ['bridges/godot/**', 'test/src/godot/**']),
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of them wait for processes and sockets, and leave half of a core idle.
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
  },
});
