import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Program } from '../../../apps/worldwire/src/testing/program.js';
import { findAxeViolations } from '../console/harness/in-page.mjs';
import { useBrowser } from '../console/harness/use-browser.js';
import { CLIENTS, type HostClient } from './apps-clients.js';
import { InspectorHost } from './inspector-host.js';

/** Where pictures for a person go, if anywhere. */
const PICTURES = process.env.WORLDWIRE_APP_PICTURES;
const PATIENCE_MS = 60_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browser = useBrowser();
let inspector: InspectorHost;
beforeAll(async () => {
  inspector = await InspectorHost.start();
});
afterAll(() => inspector?.close());

interface Shown {
  readonly page: Page;
  readonly view: FrameLocator;
  readonly faults: readonly string[];
  /** Another client, which knows nothing of views. */
  readonly other: HostClient;
}

/** Serves a world, and opens the view of a tool in the Inspector. */
async function shown(world: string, tool: string, args: object): Promise<Shown> {
  const program = new Program(['serve', world, '--port', '0', '--json', '--allow', 'writes']);
  const url = await program.url();
  const other = await CLIENTS[1]![1](url, {});
  const context = await browser().newContext({ viewport: { width: 1400, height: 900 }, colorScheme: 'dark' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  onTestFinished(async () => {
    await context.close();
    await other.close();
  });
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on('console', message => {
    // The Inspector has errors of its own: a font from another host, a server that it knows already.
    const isOfView =
      message.location().url.startsWith('about:') || message.text().includes('Security Policy');
    if (message.type() === 'error' && isOfView) faults.push(message.text());
  });
  await page.goto(inspector.deepLink(url, tool, args));
  await page.locator('[data-testid="connection-status"][data-status="connected"]').waitFor();
  await page.locator('[data-app-status="ready"]').waitFor();
  const view = page.frameLocator('iframe').frameLocator('iframe');
  return { page, view, faults, other };
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** Violations of WCAG A and AA in the view. */
async function violations(page: Page): Promise<string[]> {
  const frame = page.frames().find(each => each.url() === 'about:srcdoc');
  if (frame === undefined) throw new Error('There is no view.');
  await frame.evaluate(AXE);
  return frame.evaluate(findAxeViolations);
}

describe('MCP Inspector', () => {
  it('renders the view of a universe with the result of a command, and follows another client', async () => {
    const command = { type: 'updateStar', id: 'mars', payload: { name: 'Ares' } };
    const { page, view, faults, other } = await shown('universe', 'send_universe_command', {
      universeId: 'sol',
      command,
    });
    const canvas = view.locator('[data-testid="universe-canvas"]');
    await canvas.waitFor();
    expect(await canvas.getAttribute('data-revision')).toBe('1');
    await view.locator('[data-testid="app-marks"] [data-op="changed"][data-id="mars"]').waitFor();
    expect(await view.locator('[data-testid="app-selected"]').textContent()).toBe('Ares');
    await picture(page, 'universe-result');

    await other.call('send_universe_command', {
      universeId: 'sol',
      command: {
        type: 'addStar',
        id: 'vulcan',
        payload: {
          name: 'Vulcan',
          bodyType: 'planet',
          parentId: 'sun',
          mass: 3e23,
          radius: 2e3,
          orbitalDistance: 2e7,
          orbitalSpeed: 1e-6,
        },
      },
    });
    await view.locator('[data-testid="app-marks"] [data-op="added"][data-id="vulcan"]').waitFor();
    await expect.poll(() => canvas.getAttribute('data-revision')).toBe('2');
    await picture(page, 'universe-followed');

    const name = '<img src=x onerror=alert(1)>\u202e</script>';
    await other.call('send_universe_command', {
      universeId: 'sol',
      command: { type: 'updateStar', id: 'venus', payload: { name } },
    });
    const mark = view.locator('[data-testid="app-marks"] [data-id="venus"]');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('~ <img src=x onerror=alert(1)>‹U+202E›</script>');
    expect(await view.locator('img, iframe, [onerror]').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('renders the view of a scene in 3D, and follows a write of another client', async () => {
    const { page, view, faults, other } = await shown('unity', 'GetObject', { id: 'obj:23' });
    const canvas = view.locator('[data-testid="scene-canvas"]');
    await canvas.waitFor();
    const name = (await view.locator('[data-testid="app-selected"]').textContent()) ?? '';
    expect(await view.locator('[data-testid="tree"] [data-id="obj:23"]').textContent()).toBe(`• ${name}`);
    expect(Number(await canvas.getAttribute('data-objects'))).toBeGreaterThan(20);
    const { structuredContent: written } = await other.call('SetActive', {
      objectId: 'obj:17',
      active: false,
    });
    const { revision } = written as { revision: number };
    await view.locator('[data-testid="tree"] [data-id="obj:17"][data-op="changed"]').waitFor();
    await expect.poll(() => canvas.getAttribute('data-revision')).toBe(String(revision));
    await picture(page, 'scene');
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('renders the view of an asset, with its picture and its references', async () => {
    const path = '/Game/Textures/T_OldSeaChart';
    const { page, view, faults } = await shown('unreal', 'describe_asset', { path });
    await view.locator('[data-testid="app-outline"]').waitFor();
    await view.locator('[data-testid="app-thumbnail"][data-drawn="true"]').waitFor();
    await picture(page, 'asset');
    expect(await violations(page)).toEqual([]);
    const door = '/Game/Blueprints/BP_Door';
    expect(faults).toEqual([]);
    const next = await shown('unreal', 'get_references', { path: door });
    const wood = next.view.locator('[data-testid="app-references"] [data-path="/Game/Materials/M_Wood"]');
    await wood.click();
    await next.view.locator(`[data-testid="app-referencers"] [data-path="${door}"]`).waitFor();
    expect(next.faults).toEqual([]);
  });
});
