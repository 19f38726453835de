import { describe, expect, it, onTestFinished } from 'vitest';
import { DiskProject } from '../unreal/disk-project.js';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const browser = useBrowser();

describe('Unreal in the console', () => {
  it('shows assets, references, a Blueprint, the level and the log of the sample, and says that it is a sample', async () => {
    const server = await ConsoleServer.start({ worlds: ['unreal'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unreal' });
    await expect.poll(() => shown.text('asset-tree')).toContain('Game');
    await expect.poll(() => shown.text('provenance')).toMatch(/sample/i);
    await expect.poll(async () => Number(await shown.drawn('level-map', 'actors'))).toBeGreaterThan(5);
    await expect.poll(() => shown.text('log')).toContain('Log');
    const nova = await server.agent('nova', 'unreal');
    const { facts } = await nova.call('find_assets', { query: 'BP_', class: 'Blueprint', limit: 1 });
    const path = JSON.stringify(facts).match(/\/Game\/[\w/]*BP_\w+/)?.[0] as string;
    await shown.go(`#/unreal${path}`);
    await expect.poll(() => shown.text('asset-detail')).toContain(path.split('/').at(-1));
    await shown.at('tab-references').click();
    await expect.poll(() => shown.at('reference-node').count()).toBeGreaterThan(1);
    await shown.at('tab-blueprint').click();
    await expect.poll(() => shown.at('blueprint-node').count()).toBeGreaterThan(0);
  });

  it('shows the wires of a graph, what it executes, and the pins of the node that is selected by a key', async () => {
    const server = await ConsoleServer.start({ worlds: ['unreal'] });
    const hash = '#/unreal/Game/Blueprints/BP_Door?show=blueprint&graph=Open';
    const shown = await ConsolePage.signIn(browser(), server, { hash });
    await expect.poll(() => shown.at('blueprint-wire').count()).toBe(6);
    await expect.poll(() => shown.text('blueprint-flow')).toContain('if bLocked');
    await shown.at('blueprint-graph').press('n');
    await expect.poll(() => shown.text('node-detail')).toContain('K2Node_FunctionEntry');
    await shown.at('blueprint-node').nth(1).press('Enter');
    await expect.poll(() => shown.text('node-detail')).toContain('bLocked');
    await expect.poll(() => shown.at('blueprint-no-pins').count()).toBe(0);
  });

  it('shows an actor that an agent spawns in the level of the sample', async () => {
    const server = await ConsoleServer.start({ worlds: ['unreal'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unreal' });
    await shown.at('level-map').first().waitFor();
    const nova = await server.agent('nova', 'unreal');
    const spawned = await nova.call('spawn_actor', {
      class: 'PointLight',
      name: 'Beacon',
      location: { x: 100, y: 200, z: 50 },
    });
    expect(spawned.isError, spawned.text).toBe(false);
    await expect.poll(() => shown.text()).toContain('Beacon');
  });

  it('shows a project on disk, and says that its answers come from files', async () => {
    const project = await DiskProject.whole();
    onTestFinished(() => project.close());
    const server = await ConsoleServer.start({ worlds: ['unreal'], flags: ['--project', project.folder] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unreal' });
    await expect.poll(() => shown.text('asset-tree')).toMatch(/SimpleRefs|Audits|Maps/);
    await expect.poll(() => shown.text('provenance')).toMatch(/project|files|disk/i);
  });
});
