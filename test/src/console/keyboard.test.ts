import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { focusedControl } from './harness/in-page.mjs';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const MAX_TABS = 150;
const browser = useBrowser();

async function solOf() {
  const server = await ConsoleServer.start({ worlds: ['universe'] });
  const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
  await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
  return { server, shown };
}

describe('the console without a mouse', () => {
  it('reaches its controls by Tab, each with a visible focus', async () => {
    const { server, shown } = await solOf();
    await (await server.agent('nova')).command({ type: 'removeStar', id: 'triton' });
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    const reached = new Set<string>();
    const unseen: string[] = [];
    for (let tab = 0; tab < MAX_TABS; tab++) {
      await shown.page.keyboard.press('Tab');
      const { testId, html, isSeen } = await shown.page.evaluate(focusedControl);
      if (!isSeen) unseen.push(html);
      if (testId !== null) reached.add(testId);
    }
    expect(unseen, 'controls without a visible focus').toEqual([]);
    const wanted = ['stop-switch', 'search', 'undo', 'time-slider', 'clock-play', 'clock-date'];
    expect(wanted.filter(each => !reached.has(each))).toEqual([]);
  });

  it('finds Titan by the palette, and selects it', async () => {
    const { shown } = await solOf();
    await shown.page.keyboard.press('Control+k');
    await shown.at('palette-input').waitFor();
    await shown.page.keyboard.type('titan');
    await expect.poll(() => shown.text('palette')).toContain('Titan');
    await shown.page.keyboard.press('Enter');
    await shown.expectDrawn(CANVAS, 'selected').toBe('titan');
    expect(await shown.at('palette-input').count()).toBe(0);
  });

  it('moves the time cursor by the arrow keys', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command({ type: 'removeStar', id: 'triton' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('32');
    await shown.at('time-slider').focus();
    await shown.page.keyboard.press('ArrowLeft');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await shown.page.keyboard.press('End');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('32');
  });
});
