import { defineConfig } from 'vitest/config';

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
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
