import { configDefaults, defineConfig } from 'vitest/config';
import { hasChromium } from './scripts/console/chromium.mjs';
import usual, { BROWSER } from './vitest.config.js';

/** The console in Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    ...usual.test,
    include: BROWSER,
    exclude: [...configDefaults.exclude, ...(hasChromium() ? [] : BROWSER)],
    passWithNoTests: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A picture without a graphics card needs a core.
    maxWorkers: 2,
    expect: { poll: { timeout: 30_000 } },
  },
});
