import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const PART = 20_000;
const browser = useBrowser();

describe('a universe of 100,000 bodies', () => {
  it('is drawn, moves with the mouse, and a body can be picked and found', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const nova = await server.agent('nova');
    await nova.command({ type: 'createUniverse', id: 'large', name: 'Large' }, 'large');
    for (let part = 1; part <= 5; part++) {
      const group = part === 1 ? {} : { groupId: 'whirl' };
      const id = part === 1 ? 'whirl' : `whirl-${'abcde'[part - 1]}`;
      await nova.command(
        { type: 'generate', kind: 'galaxy', count: PART, seed: part, id, ...group },
        'large',
      );
    }
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/large' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('100000');
    const box = await shown.at(CANVAS).boundingBox();
    if (box === null) return expect.fail('The canvas has no box.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const frames = async () => Number(await shown.drawn(CANVAS, 'frames'));
    const before = await frames();
    await shown.page.mouse.move(x, y);
    await shown.page.mouse.down();
    for (let step = 1; step <= 30; step++) await shown.page.mouse.move(x + step * 4, y + step);
    await shown.page.mouse.up();
    await expect.poll(frames).toBeGreaterThan(before + 3);
    await shown.at('search').fill('whirl-c-19');
    await shown.at('search-result').first().click();
    await expect.poll(() => shown.drawn(CANVAS, 'selected')).toMatch(/^whirl-c/);
    // The selected body is in the middle after the flight, so a click there picks it.
    const selected = await shown.drawn(CANVAS, 'selected');
    await shown.expectDrawn(CANVAS, 'focus').toBe(selected);
    await shown.expectStill();
    await shown.go(new URL(shown.page.url()).hash.replace(/sel=[^&]*&?/, ''));
    await shown.expectDrawn(CANVAS, 'selected').toBe('');
    await shown.page.mouse.click(x, y);
    await shown.expectDrawn(CANVAS, 'selected').toBe(selected);
  });
});
