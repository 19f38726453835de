import { source as axe } from 'axe-core';
import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { findAxeViolations, findOverflow } from './harness/in-page.mjs';
import { useBrowser } from './harness/use-browser.js';

const PANELS = [
  '#/universe/sol',
  '#/universe/sol?sel=titan',
  '#/universe/sol?rev=1&cmp=0',
  '#/unity',
  '#/unreal',
  '#/approvals',
  '#/activity',
  '#/sessions',
  '#/server',
];
const browser = useBrowser();

/** All worlds, with a change, a refused call and a call that waits. */
async function busyServer() {
  const server = await ConsoleServer.start({
    flags: ['--allow', 'writes', '--approve', 'destructive'],
  });
  const nova = await server.agent('nova');
  await nova.command({
    type: 'addStar',
    id: 'terra',
    payload: { name: 'Terra', parentId: 'sun', bodyType: 'planet' },
  });
  await nova.call('send_universe_command', {
    universeId: 'sol',
    command: { type: 'removeStar', id: 'nothing' },
  });
  const waiting = nova.call('send_universe_command', {
    universeId: 'sol',
    command: { type: 'removeStar', id: 'triton' },
  });
  waiting.catch(() => {});
  return server;
}

describe.each(['dark', 'light'])('each panel in %s colours', colours => {
  it('has no violation of WCAG A and AA that axe finds', async () => {
    const server = await busyServer();
    const shown = await ConsolePage.signIn(browser(), server, { dark: colours === 'dark' });
    await shown.page.evaluate(axe);
    const found: string[] = [];
    for (const panel of PANELS) {
      await shown.go(panel);
      await shown.settled();
      for (const violation of await shown.page.evaluate(findAxeViolations))
        found.push(`${panel}: ${violation}`);
    }
    expect(found).toEqual([]);
  });
});

describe.each([1280, 390])('each panel %i pixels wide', width => {
  it('fits into the window, with the stop switch in sight', async () => {
    const server = await busyServer();
    const shown = await ConsolePage.signIn(browser(), server, { width, height: width === 390 ? 844 : 800 });
    const found: string[] = [];
    for (const panel of PANELS) {
      await shown.go(panel);
      await shown.settled();
      if (!(await shown.at('stop-switch').isVisible())) found.push(`${panel}: no stop switch`);
      for (const each of await shown.page.evaluate(findOverflow)) found.push(`${panel}: ${each}`);
    }
    expect(found).toEqual([]);
  });
});
