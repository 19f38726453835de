import { configDefaults, defineConfig } from 'vitest/config';

/** They start programs by the dozen, end them at any moment, or need an engine: `npm run test:slow`. */
export const SLOW = [
  '**/*.slow.test.ts',
  'bridges/godot/testing/**/*.test.ts',
  'test/src/godot/**/*.test.ts',
];

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'worlds/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'examples/src/**/*.test.ts',
      'test/src/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...SLOW],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of them wait for processes and sockets, and leave half of a core idle.
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
  },
});
