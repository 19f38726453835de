import { configDefaults, defineConfig } from 'vitest/config';
import { hasGodot } from './bridges/godot/testing/has-godot.js';
import usual, { SLOW } from './vitest.config.js';

export default defineConfig({
  test: {
    ...usual.test,
    include: SLOW,
    exclude: [...configDefaults.exclude, ...(hasGodot() ? [] : ['bridges/godot/**', 'test/src/godot/**'])],
  },
});
