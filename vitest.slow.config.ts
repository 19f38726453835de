import { defineConfig } from 'vitest/config';
import usual, { SLOW } from './vitest.config.js';

const exclude = usual.test?.exclude?.filter(pattern => pattern !== SLOW) ?? [];

export default defineConfig({ test: { ...usual.test, include: [SLOW], exclude } });
