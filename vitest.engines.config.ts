import { configDefaults, defineConfig } from 'vitest/config';
import { hasGodot4 } from './bridges/godot4/testing/has-godot4.js';
import { hasMono } from './bridges/unity/testing/has-mono.js';
import usual, { ENGINES } from './vitest.config.js';

/** Bridges with real engines: `npm run test:engines`. What is not installed is left out, and a warning names it. */
export default defineConfig({
  test: {
    ...usual.test,
    // An engine uses a core.
    maxWorkers: 2,
    include: ENGINES,
    exclude: [
      ...configDefaults.exclude,
      ...(hasGodot4() ? [] : ['bridges/godot4/**', 'test/src/engines/**', 'test/src/godot/**']),
      ...(hasMono() ? [] : ['bridges/unity/**']),
    ],
    passWithNoTests: true,
  },
});
