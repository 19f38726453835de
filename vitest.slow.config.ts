import { configDefaults, defineConfig } from 'vitest/config';
import usual, { SLOW } from './vitest.config.js';

export default defineConfig({ test: { ...usual.test, include: SLOW, exclude: configDefaults.exclude } });
