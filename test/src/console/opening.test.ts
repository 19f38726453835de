import { describe, expect, it } from 'vitest';
import { Program } from '../../../apps/worldwire/src/testing/program.js';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer, tokenOf } from './harness/console-server.js';
import { PathProxy } from './harness/path-proxy.js';
import { useBrowser } from './harness/use-browser.js';

const browser = useBrowser();
const CANVAS = 'universe-canvas';

describe('the console', () => {
  it('opens by the one-time link, shows the first world, and removes the code from the address', async () => {
    const server = await ConsoleServer.start({ hasTokens: false });
    const shown = await ConsolePage.open(browser(), server.link);
    await shown.at('stop-switch').waitFor();
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    expect(shown.page.url()).not.toContain('login=');
    expect(shown.page.url().startsWith(server.base)).toBe(true);
    await shown.page.reload();
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
  });

  it('does not open by a link that was used, and asks for a token instead', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const link = await server.newLink();
    const first = await ConsolePage.open(browser(), link);
    await first.at('stop-switch').waitFor();
    const second = await ConsolePage.open(browser(), link);
    second.tolerate(/Failed to load resource: .* 40[13]/);
    await second.at('login').waitFor();
    expect(await second.at('stop-switch').count()).toBe(0);
    await second.at('login-token').fill(tokenOf('op'));
    await second.at('login-token').press('Enter');
    await second.at('stop-switch').waitFor();
  });

  it('refuses a token without the right to operate, and says so', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const shown = await ConsolePage.open(browser(), server.base);
    shown.tolerate(/Failed to load resource: .* 40[13]/);
    await shown.at('login-token').fill(tokenOf('nova'));
    await shown.at('login-token').press('Enter');
    await expect.poll(() => shown.text('login')).toMatch(/operate/);
  });

  it('works below a path of a proxy', async () => {
    const proxy = await PathProxy.open('/tools/worlds/');
    const flags = ['--allow', 'writes', '--origin', new URL(proxy.base).origin];
    const server = await ConsoleServer.start({ worlds: ['universe'], flags });
    proxy.target = server.base;
    const shown = await ConsolePage.open(browser(), `${proxy.base}${new URL(await server.newLink()).hash}`);
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    const nova = await server.agent('nova');
    await nova.command({ type: 'removeStar', id: 'triton' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('32');
  });

  it('is not served with --no-console', async () => {
    const program = new Program(['serve', 'universe', '--port', '0', '--json', '--no-console']);
    const url = await program.url();
    const response = await fetch(new URL('/', url), { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type') ?? '').not.toContain('text/html');
    const session = await fetch(new URL('/session', url), { method: 'POST', body: '{}' });
    expect(session.status).toBeGreaterThanOrEqual(400);
  });

  it('says that a server is read-only, and offers no change', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'], flags: ['--read-only'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol?sel=titan' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await expect.poll(() => shown.text()).toMatch(/read.only/i);
    for (const control of ['undo', 'redo', 'restore'])
      for (const each of await shown.at(control).all()) expect(await each.isDisabled()).toBe(true);
  });

  it('says when its server is gone, and goes on when it is back', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    shown.tolerate(
      /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|40[13]/,
    );
    await expect.poll(() => shown.at('connection').getAttribute('data-state')).toBe('live');
    await server.crash();
    await expect.poll(() => shown.at('connection').getAttribute('data-state')).toBe('lost');
    const tab = shown.at('world-universe');
    await expect.poll(() => tab.getAttribute('data-state')).toBe('lost');
    expect(await shown.text('world-universe')).toContain('lost');
    await server.again();
    await (await server.agent('nova')).command({ type: 'removeStar', id: 'triton' });
    // Sessions of browsers are in memory only. The place stays.
    await shown.at('login').waitFor();
    await shown.enterToken('op');
    await expect.poll(() => shown.at('connection').getAttribute('data-state')).toBe('live');
    await shown.expectDrawn(CANVAS, 'bodies').toBe('32');
    await expect.poll(() => tab.getAttribute('data-state')).toBe('ready');
  });
});
