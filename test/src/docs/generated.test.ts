import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGES } from '../../../scripts/docs/pages.mjs';

it.each(PAGES)('%s is what npm run docs writes', async (path, text) => {
  const page = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(page, `${path} is stale: run npm run docs`).toBe(await text());
});
