import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGES } from '../../../scripts/docs/pages.mjs';

it.each(PAGES)('%s is what npm run docs writes', async (path, make) => {
  const written = readFileSync(new URL(`../../../${path}`, import.meta.url));
  const content = await make();
  if (typeof content === 'string')
    expect(written.toString(), `${path} is stale: run npm run docs`).toBe(content);
  else expect(written.equals(content), `${path} is stale: run npm run docs`).toBe(true);
});
