import type { Engine } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { linkScene } from './harness/linked-scene.js';
import { useBrowser } from './harness/use-browser.js';

/** Where pictures for a person go, if anywhere. */
const PICTURES = process.env.WORLDWIRE_CONSOLE_PICTURES;
const CANVAS = 'scene-canvas';
const PICKER = 'engine-picker';
const LINK = { worlds: ['unity'], flags: ['--allow', 'writes', '--engine', 'link'] };
const browser = useBrowser();

async function isPlayerActive(engine: Engine): Promise<boolean | undefined> {
  const { items } = await engine.call('object.list', { path: '/Player', offset: 0, limit: 1 });
  return items[0]?.active;
}

async function addRoot(engine: Engine, name: string): Promise<void> {
  await engine.call('object.create', { name });
}

describe('several engines in the console', () => {
  it('one engine needs no choice, and stays the one that is shown when another links', async () => {
    const server = await ConsoleServer.start(LINK);
    await linkScene(server, 'Quest', engine => addRoot(engine, 'Castle'));
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    await expect.poll(() => shown.text('tree')).toContain('Castle');
    expect(await shown.at(PICKER).count()).toBe(0);
    await linkScene(server, 'Harbour', engine => addRoot(engine, 'Lighthouse'));
    await expect.poll(() => shown.at(PICKER).inputValue()).toBe('quest');
    await expect.poll(() => shown.page.url()).toContain('engine=quest');
    expect(await shown.text('tree')).not.toContain('Lighthouse');
  });

  it('shows each scene for itself, and a write and its undo reach the engine that is shown', async () => {
    const server = await ConsoleServer.start(LINK);
    const quest = await linkScene(server, 'Quest', engine => addRoot(engine, 'Castle'));
    const harbour = await linkScene(server, 'Harbour', engine => addRoot(engine, 'Lighthouse'));
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity?engine=quest' });
    await expect.poll(() => shown.text('tree')).toContain('Castle');
    expect(await shown.text('tree')).not.toContain('Lighthouse');
    expect(await shown.at(PICKER).locator('option').allInnerTexts()).toEqual([
      'quest · Stand-in 4.3 · game · linked',
      'harbour · Stand-in 4.3 · game · linked',
    ]);
    await shown.at('tree').getByText('Player', { exact: true }).first().click();
    await shown.expectDrawn(CANVAS, 'selected').toMatch(/^obj:/);

    await shown.at(PICKER).selectOption('harbour');
    await expect.poll(() => shown.text('tree')).toContain('Lighthouse');
    expect(await shown.text('tree')).not.toContain('Castle');
    expect(shown.page.url()).toContain('engine=harbour');
    expect(shown.page.url()).not.toContain('sel=');
    await expect.poll(async () => Number(await shown.drawn(CANVAS, 'objects'))).toBeGreaterThan(10);
    await shown.at('tree').getByText('Player', { exact: true }).first().click();
    await shown.at('active').click();
    await expect.poll(() => isPlayerActive(harbour.engine)).toBe(false);
    expect(await isPlayerActive(quest.engine)).toBe(true);
    await shown.at('tab-picture').click();
    await expect.poll(() => harbour.asked.has('view.capture')).toBe(true);
    expect(quest.asked.has('view.capture')).toBe(false);
    await shown.at('tab-hooks').click();
    await expect.poll(() => shown.text('panel-hooks')).toContain('No method is hooked');
    await shown.at('tab-writes').click();
    await expect.poll(() => shown.text('writes')).toContain('SetActive');
    if (PICTURES !== undefined) await shown.page.screenshot({ path: `${PICTURES}/engines.png` });
    // The selection is a write, too, and either may come first.
    const row = shown.at('writes').locator('li').filter({ hasText: 'SetActive' });
    await row.locator('[data-testid^="undo-"]').click();
    await expect.poll(() => isPlayerActive(harbour.engine)).toBe(true);

    await shown.at(PICKER).selectOption('quest');
    await expect.poll(() => shown.text('panel-writes')).not.toContain('SetActive');
    await shown.page.goBack();
    await expect.poll(() => shown.at(PICKER).inputValue()).toBe('harbour');
    await shown.expectFits();
    await shown.expectHarmless();
  });

  it('says that the engine that is shown was lost, with the reason, and who holds another', async () => {
    const server = await ConsoleServer.start(LINK);
    const quest = await linkScene(server, 'Quest', engine => addRoot(engine, 'Castle'));
    await linkScene(server, 'Harbour', engine => addRoot(engine, 'Lighthouse'));
    const nova = await server.agent('nova', 'unity');
    const held = await nova.call('HoldEngine', { engine: 'harbour', seconds: 600 });
    expect(held.isError, held.text).toBe(false);
    const shown = await ConsolePage.signIn(browser(), server, {
      hash: '#/unity?engine=quest',
      width: 390,
    });
    await expect
      .poll(() => shown.text(PICKER))
      .toContain('harbour · Stand-in 4.3 · game · linked · held by nova');
    quest.close();
    await expect.poll(() => shown.text('engine-state')).toBe('lost');
    await expect.poll(() => shown.text('engine-lost')).toMatch(/The engine quest was lost .+: .+/);
    expect(await shown.at(PICKER).inputValue()).toBe('quest');
    const tab = shown.at('world-unity');
    await expect.poll(() => tab.getAttribute('data-state')).toBe('lost');
    expect(await shown.text('world-unity')).toContain('engine lost');
    expect(await tab.getAttribute('title')).toContain('quest');
    if (PICTURES !== undefined) await shown.page.screenshot({ path: `${PICTURES}/lost.png` });
    await shown.expectFits();
    await shown.at(PICKER).selectOption('harbour');
    await expect.poll(() => shown.text('engine-holder')).toMatch(/^held by\s+nova$/);
    await linkScene(server, 'Quest', engine => addRoot(engine, 'Castle'));
    await shown.page.goBack();
    await expect.poll(() => shown.at(PICKER).inputValue()).toBe('quest');
    await expect.poll(() => shown.text('link-state')).toBe('live');
    await expect.poll(() => shown.text('tree')).toContain('Castle');
    expect(await shown.at('engine-lost').count()).toBe(0);
    await expect.poll(() => tab.getAttribute('data-state')).not.toBe('lost');
  });
});
