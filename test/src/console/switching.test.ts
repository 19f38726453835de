import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { findCovered } from './harness/in-page.mjs';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const PLANETS = ['near', 'middle', 'far'];
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const browser = useBrowser();

/** A server with a small universe of an agent beside the Solar System. `a` is the first by its id. */
async function withGarden(id = 'a-garden') {
  const server = await ConsoleServer.start({ worlds: ['universe'] });
  const nova = await server.agent('nova');
  const make = async () => {
    await nova.command({ type: 'createUniverse', name: 'Garden' }, id);
    const star = { name: 'Lamp', bodyType: 'star', mass: 2e30, radius: 7e5 };
    await nova.command({ type: 'addStar', id: 'lamp', payload: star }, id);
    for (const [index, name] of PLANETS.entries())
      await nova.command(
        {
          type: 'addStar',
          id: name,
          payload: {
            name: `Planet ${name}`,
            bodyType: 'planet',
            parentId: 'lamp',
            mass: 6e24,
            radius: 6e3,
            orbitalDistance: 1e8 * (index + 1),
          },
        },
        id,
      );
  };
  return { server, nova, make };
}

function itemOf(shown: ConsolePage): string {
  return new URL(shown.page.url()).hash.split('?')[0] ?? '';
}

describe('the picker of universes', () => {
  it('switches tree, picture, camera and selection at once', async () => {
    const { server, make } = await withGarden();
    await make();
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await shown.at('search').fill('titan');
    await shown.at('search-result').filter({ hasText: 'Titan' }).first().click();
    await shown.expectDrawn(CANVAS, 'focus').toBe('titan');
    await shown.at('inspector').waitFor();
    await expect.poll(() => shown.page.url()).toContain('titan&cam=');
    await shown.at('universe-picker').selectOption('a-garden');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('4');
    await shown.expectDrawn(CANVAS, 'focus').toBe('lamp');
    await shown.expectDrawn(CANVAS, 'selected').toBe('');
    await expect.poll(() => shown.text('tree')).toContain('Planet far');
    expect(await shown.text('tree')).not.toContain('Sun');
    expect(await shown.at('universe-picker').inputValue()).toBe('a-garden');
    expect(await shown.at('inspector').count()).toBe(0);
    // And back, by the browser: with the camera of then.
    await shown.page.goBack();
    await shown.expectDrawn(CANVAS, 'focus').toBe('titan');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await expect.poll(() => shown.text('tree')).toContain('Titan');
    expect(await shown.at('universe-picker').inputValue()).toBe('sol');
  });

  it('has a universe that an agent makes, while the page shows another one', async () => {
    const { server, nova, make } = await withGarden();
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    const names = () => shown.at('universe-picker').locator('option').allTextContents();
    await expect.poll(names).toEqual(['Sol']);
    await make();
    await expect.poll(names).toEqual(['Garden', 'Sol']);
    expect(itemOf(shown)).toBe('#/universe/sol');
    await nova.call('send_universe_command', { universeId: 'a-garden', command: { type: 'tick' } });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
  });
});

describe('the universe of a page that names none', () => {
  it('is the oldest at first, also if an agent made one whose id comes before', async () => {
    const { server, make } = await withGarden();
    await make();
    const shown = await ConsolePage.signIn(browser(), server);
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    expect(itemOf(shown)).toBe('#/universe/sol');
  });

  it('is the one that the person used last, and not the one of an agent', async () => {
    const { server, nova, make } = await withGarden();
    await make();
    await nova.command({ type: 'createUniverse', name: 'Later' }, 'b-later');
    const shown = await ConsolePage.signIn(browser(), server);
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await shown.at('universe-picker').selectOption('a-garden');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('4');
    await nova.command({ type: 'createUniverse', name: 'Latest' }, 'a-a-latest');
    await shown.page.goto(`${shown.base}#/`);
    await shown.page.reload();
    await shown.expectDrawn(CANVAS, 'bodies').toBe('4');
    expect(itemOf(shown)).toBe('#/universe/a-garden');
  });
});

describe.each(WINDOWS)('"Show all" in a window of $width x $height', ({ width, height }) => {
  it('has all bodies in the free area, at first, after a turn, and after a switch', async () => {
    const { server, make } = await withGarden();
    await make();
    const shown = await ConsolePage.signIn(browser(), server, { width, height });
    const expectFit = async (universe: string, bodies: number) => {
      // All bodies against the empty beginning: each has a mark at its place.
      await shown.expectDrawn(CANVAS, 'bodies').toBe(String(bodies));
      await shown.settled();
      await expect.poll(() => shown.page.evaluate(findCovered), { message: universe }).toEqual([]);
    };
    await shown.go('#/universe/a-garden?cmp=0');
    await expect.poll(() => shown.page.locator('.universe-mark-added').count()).toBe(4);
    await expectFit('a-garden', 4);
    await shown.at(CANVAS).focus();
    for (let press = 0; press < 12; press++) await shown.page.keyboard.press('+');
    await expect.poll(async () => (await shown.page.evaluate(findCovered)).length).toBeGreaterThan(0);
    await shown.at('home').click();
    await expectFit('a-garden', 4);
    await shown.at('tree-toggle').click();
    await expectFit('a-garden', 4);
    await shown.at('universe-picker').selectOption('sol');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await expect.poll(() => shown.text()).toContain('Neptune');
    await expect.poll(() => shown.page.locator('.universe-label').allTextContents()).toContain('Neptune');
  });
});
