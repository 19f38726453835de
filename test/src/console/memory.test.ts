import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const ROUNDS = 6;
const WRITES = 100;
/** Growth of the heap per write that a page may have: it keeps no entry of the past in full. */
const MAX_GROWTH_BYTES = 4 * 1024 * 1024;
const browser = useBrowser(['--js-flags=--expose-gc']);

describe('the memory of the page', () => {
  it('stays flat while an agent changes the world', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const nova = await server.agent('nova');
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    const tools = await shown.context.newCDPSession(shown.page);
    const heap = async () => {
      await tools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await tools.send('Runtime.getHeapUsage');
      return usedSize;
    };
    const sizes: number[] = [];
    for (let round = 0, revision = 0; round < ROUNDS; round++) {
      for (let write = 0; write < WRITES; write++, revision++)
        await nova.command({ type: 'updateStar', id: 'earth', payload: { name: `Earth ${revision}` } });
      await shown.expectDrawn('universe-canvas', 'revision').toBe(String(revision));
      sizes.push(await heap());
    }
    console.info(
      `heap after each ${WRITES} changes: ${sizes.map(size => (size / 2 ** 20).toFixed(1)).join(', ')} MiB`,
    );
    // The first rounds fill caches of a fixed size.
    const [, , settled = 0] = sizes;
    expect((sizes.at(-1) ?? 0) - settled).toBeLessThan(MAX_GROWTH_BYTES);
  });
});
