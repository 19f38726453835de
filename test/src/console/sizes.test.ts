import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const ASSETS = fileURLToPath(new URL('../../../apps/console/dist/page/assets/', import.meta.url));
const MAX_FIRST_BYTES = 250 * 1024;

const browser = useBrowser();

describe('the size of the console', () => {
  it('loads at most 250 KB gzip for the shell and the first view', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const shown = await ConsolePage.open(browser(), await server.newLink());
    await shown.expectDrawn('universe-canvas', 'bodies').toBe('33');
    const loaded = await shown.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
    );
    const names = loaded.map(path => path.split('/').at(-1) ?? '').filter(name => /\.(js|css)$/.test(name));
    expect(names.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      names.map(async name => gzipSync(await readFile(join(ASSETS, name)), { level: 9 }).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.info(`shell and universe: ${total} bytes gzip in ${names.length} files`);
    expect(total).toBeLessThanOrEqual(MAX_FIRST_BYTES);
  });

  it('has the address of no other origin in its files', async () => {
    const names = (await readdir(ASSETS)).filter(name => /\.(js|css)$/.test(name));
    const texts = await Promise.all(names.map(name => readFile(join(ASSETS, name), 'utf8')));
    const addresses = texts.flatMap(text => text.match(/\b(?:https?:)\/\/[a-z0-9.-]+/gi) ?? []);
    const foreign = new Set(addresses.filter(each => !/www\.w3\.org|127\.0\.0\.1|localhost/.test(each)));
    expect([...foreign]).toEqual([]);
  });
});
