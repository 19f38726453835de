import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { findOverlaps } from './harness/in-page.mjs';
import { useBrowser } from './harness/use-browser.js';

const PHONE = { width: 390, height: 844 };
const browser = useBrowser();

describe('the universe on a phone', () => {
  it('has no overlapping panels, time bar or messages, whatever is open', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const nova = await server.agent('nova');
    for (let tick = 0; tick < 3; tick++) await nova.command({ type: 'tick' });
    const shown = await ConsolePage.signIn(browser(), server, { ...PHONE, hash: '#/universe/sol' });
    await shown.expectDrawn('universe-canvas', 'bodies').toBe('33');
    const expectApart = async (what: string) => {
      await shown.settled();
      await expect.poll(() => shown.page.evaluate(findOverlaps), { message: what }).toEqual([]);
      await shown.expectFits();
    };
    await expectApart('at first');
    await shown.at('clock-now').click();
    await shown.at('clock-own').waitFor();
    await expectApart('with a time of its own');
    await shown.at('clock-date').click();
    await expectApart('with the field of the date');
    await shown.at('tree-toggle').click();
    await expectApart('with the tree');
    await shown.go('#/universe/sol?sel=titan');
    await shown.at('inspector').waitFor();
    await expectApart('with tree and inspector');
    await shown.at('tree-toggle').click();
    await shown.go('#/universe/sol?rev=1&cmp=0');
    await shown.at('time-compare').waitFor();
    await expectApart('with a comparison');
    await shown.go('#/universe/sol');
    await shown.at('undo').click();
    await shown.page.locator('.ui-toast').first().waitFor();
    await expectApart('with a message');
  });
});

describe('a message on a desktop', () => {
  it('leaves the clock of the universe visible, and its buttons in reach', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const nova = await server.agent('nova');
    await nova.command({ type: 'tick' });
    const desktop = { width: 1280, height: 800, hash: '#/universe/sol' };
    const shown = await ConsolePage.signIn(browser(), server, desktop);
    await shown.expectDrawn('universe-canvas', 'bodies').toBe('33');
    await shown.at('undo').click();
    await shown.page.locator('.ui-toast').first().waitFor();
    expect(await shown.page.evaluate(findOverlaps)).toEqual([]);
    await shown.at('clock-play').click({ timeout: 2_000 });
  });
});
