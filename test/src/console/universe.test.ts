import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const SOL_BODIES = 33;
const VULCAN = {
  type: 'addStar',
  id: 'vulcan',
  payload: {
    name: 'Vulcan',
    bodyType: 'planet',
    parentId: 'sun',
    mass: 3e23,
    radius: 2400,
    orbitalDistance: 3e7,
  },
};

const browser = useBrowser();

async function solOf(hash = '#/universe/sol') {
  const server = await ConsoleServer.start({ worlds: ['universe'] });
  const shown = await ConsolePage.signIn(browser(), server, { hash });
  await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
  return { server, shown };
}

describe('the universe in the console', () => {
  it('flies to Titan by a search, and has it in the address', async () => {
    const { shown } = await solOf();
    await shown.at('search').fill('titan');
    await shown.at('search-result').filter({ hasText: 'Titan' }).first().click();
    await shown.expectDrawn(CANVAS, 'focus').toBe('titan');
    await shown.expectDrawn(CANVAS, 'selected').toBe('titan');
    await expect.poll(() => shown.text('inspector')).toContain('Titan');
    expect(new URL(shown.page.url()).hash).toContain('sel=titan');
  });

  it('shows a planet that an agent adds, marked with the name of the agent', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command(VULCAN);
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    await shown.at('agent-nova').first().waitFor();
    await expect.poll(() => shown.marks()).toContain('nova');
  });

  it('shows the state before a planet was added, and follows again', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command(VULCAN);
    await nova.command({ type: 'updateStar', id: 'vulcan', payload: { name: 'Vulcan II' } });
    await shown.expectDrawn(CANVAS, 'revision').toBe('2');
    await shown.scrub(0);
    await shown.expectDrawn(CANVAS, 'revision').toBe('0');
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    await shown.scrub(1);
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    // A change in the present leaves the past as it is.
    await nova.command({ type: 'removeStar', id: 'triton' });
    await expect.poll(() => shown.at('time-slider').getAttribute('max')).toBe('3');
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    await shown.at('time-following').click();
    await shown.expectDrawn(CANVAS, 'revision').toBe('3');
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
  });

  it('undoes and redoes the last change', async () => {
    const { server, shown } = await solOf();
    await expect.poll(() => shown.at('redo').isDisabled()).toBe(true);
    const nova = await server.agent('nova');
    await nova.command(VULCAN);
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    await shown.at('undo').click();
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    await shown.expectDrawn(CANVAS, 'revision').toBe('2');
    await shown.at('redo').click();
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    expect((await nova.state(['vulcan'])).text).toContain('Vulcan');
    // There is no other undo to take back.
    await expect.poll(() => shown.at('redo').isDisabled()).toBe(true);
  });

  it('restores an earlier revision, which becomes the newest', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command({ type: 'removeStar', id: 'saturn' });
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    await shown.scrub(0);
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    await shown.hold(shown.at('restore'), shown.expectDrawn(CANVAS, 'revision').toBe('2'));
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    expect((await nova.state(['saturn'])).text).toContain('Saturn');
  });

  it('shows the same after a reload at a deep link', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command(VULCAN);
    await nova.command({ type: 'removeStar', id: 'titan' });
    await shown.go('#/universe/sol?rev=1&sel=titan');
    await shown.expectDrawn(CANVAS, 'selected').toBe('titan');
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    const before = shown.page.url();
    await shown.page.reload();
    await shown.expectDrawn(CANVAS, 'revision').toBe('1');
    await shown.expectDrawn(CANVAS, 'selected').toBe('titan');
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    expect(new URL(shown.page.url()).hash.split('&cam')[0]).toBe(new URL(before).hash.split('&cam')[0]);
  });

  it('compares two revisions, marks what was added and removed, and lists it', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await nova.command(VULCAN);
    await nova.command({ type: 'removeStar', id: 'mars' });
    await shown.expectDrawn(CANVAS, 'revision').toBe('2');
    await shown.go('#/universe/sol?rev=2&cmp=0');
    await expect.poll(() => shown.text('universe-difference')).toContain('1 added, 3 removed');
    await expect.poll(() => shown.page.locator('.universe-mark-added').count()).toBe(1);
    await expect.poll(() => shown.page.locator('.universe-mark-removed').count()).toBeGreaterThan(0);
    const names = (kind: string) =>
      shown.page.locator(`[data-testid=difference-item][data-kind=${kind}]`).allTextContents();
    expect([await names('added'), await names('removed')]).toEqual([
      ['Vulcan'],
      ['Mars', 'Phobos', 'Deimos'],
    ]);
    await shown.at('difference-item').filter({ hasText: 'Vulcan' }).click();
    await shown.expectDrawn(CANVAS, 'focus').toBe('vulcan');
    // Mars is not in the shown state: the camera goes to its place beside the Sun.
    await shown.at('difference-item').filter({ hasText: 'Mars' }).click();
    await shown.expectDrawn(CANVAS, 'focus').toBe('sun');
  });

  it('shows one change in two consoles at once', async () => {
    const { server, shown } = await solOf();
    const second = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol', dark: false });
    await second.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    await (await server.agent('nova')).command(VULCAN);
    for (const each of [shown, second]) await each.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
    await second.at('undo').click();
    for (const each of [shown, second]) await each.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
  });

  it('asks for no frames while nothing changes', async () => {
    const { shown } = await solOf();
    await shown.expectStill();
  });

  it('asks for no frames while it is hidden, and shows the newest state when it is seen again', async () => {
    const { server, shown } = await solOf();
    const nova = await server.agent('nova');
    await shown.at('clock-play').click();
    await shown.setHidden(true);
    await shown.expectStill();
    await nova.command(VULCAN);
    await shown.expectStill();
    await shown.setHidden(false);
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES + 1));
  });
});
