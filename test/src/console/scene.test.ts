import { describe, expect, it, onTestFinished } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import { startGodot } from '../../../bridges/godot4/testing/start-godot.js';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer, tokenOf } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'scene-canvas';
const browser = useBrowser();

describe('the scene in the console', () => {
  it('shows hierarchy, 3D view, members and log of the embedded scene', async () => {
    const server = await ConsoleServer.start({ worlds: ['unity'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    await expect.poll(() => shown.text('tree')).toContain('Arena');
    await expect.poll(async () => Number(await shown.drawn(CANVAS, 'objects'))).toBeGreaterThan(10);
    await shown.at('tree').getByText('Player', { exact: true }).first().click();
    await expect.poll(() => shown.text('inspector')).toContain('Transform');
    await shown.expectDrawn(CANVAS, 'selected').toMatch(/^obj:/);
    await expect.poll(() => shown.text('log')).toMatch(/\d/);
  });

  it('shows the selection of an agent, and what it changes', async () => {
    const server = await ConsoleServer.start({ worlds: ['unity'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    const nova = await server.agent('nova', 'unity');
    const found = await nova.call('SearchObjects', { name: 'Turret', limit: 1 });
    const id = found.facts.Items[0].Id as string;
    await nova.call('SelectObject', { objectId: id });
    await shown.expectDrawn(CANVAS, 'selected').toBe(id);
    const args = {
      objectId: id,
      componentType: 'Transform',
      member: 'localPosition',
      jsonValue: { x: 1, y: 2.5, z: 3 },
    };
    const set = await nova.call('SetMember', args);
    expect(set.isError, set.text).toBe(false);
    await expect.poll(() => shown.text('inspector')).toContain('2.5');
  });

  it.runIf(hasGodot4())('shows the scene of a linked Godot', async () => {
    const server = await ConsoleServer.start({
      worlds: ['unity'],
      flags: ['--allow', 'writes', '--engine', 'link'],
    });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    const engines = JSON.parse(await server.program.line('stdout', /"wire":"(frames|engines)"/)) as {
      url: string;
    };
    const godot = await startGodot({ port: Number(new URL(engines.url).port), token: tokenOf('coder') });
    onTestFinished(() => godot.kill());
    await expect.poll(() => shown.text('tree')).toContain('Arena');
    await shown.at('search').fill('Crate');
    await expect.poll(() => shown.text('tree')).toContain('Crate');
    await expect.poll(async () => Number(await shown.drawn(CANVAS, 'objects'))).toBeGreaterThan(1);
    await expect.poll(() => shown.text()).toContain('Godot');
  });
});
