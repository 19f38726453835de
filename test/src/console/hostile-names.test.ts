import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { hostileIds, hostileNames } from './harness/hostile-names.js';
import { useBrowser } from './harness/use-browser.js';

const NAMES = hostileNames();
const WIDTHS = [1280, 390];
const browser = useBrowser();

async function expectSafe(shown: ConsolePage): Promise<void> {
  await shown.expectHarmless();
  for (const width of WIDTHS) {
    await shown.page.setViewportSize({ width, height: 800 });
    await shown.expectFits();
  }
  await shown.page.setViewportSize({ width: 1280, height: 800 });
}

describe('hostile names', () => {
  it('are texts in the universe, all 1,000: bodies, groups, ids, colours, search, inspector and history', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const nova = await server.agent('nova');
    const ids = hostileIds();
    const stars = NAMES.map((name, at) => ({
      type: 'addStar',
      id: ids[at] ?? `body-${at}`,
      payload: {
        name,
        bodyType: 'planet',
        parentId: 'sun',
        color: name.slice(0, 64),
        radius: 5_000,
        orbitalDistance: 1e8 + at * 1e6,
      },
    }));
    await nova.command({ type: 'batch', commands: stars });
    const groups = NAMES.map((name, at) => ({ type: 'addGroup', id: `group-${at}`, payload: { name } }));
    await nova.command({ type: 'batch', commands: groups });
    for (const name of NAMES.filter(name => /[^\d\s]/.test(name))
      .slice(0, 200)
      .filter((_, at) => at % 10 === 0))
      await nova.call('send_universe_command', { universeId: 'sol', command: { type: 'bookmark', name } });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    await shown.expectDrawn('universe-canvas', 'bodies').toBe('1033');
    await expectSafe(shown);
    for (const text of ['<', 'script', '"', '\u202e', 'javascript', 'proto', 'evil']) {
      await shown.at('search').fill(text);
      await shown.at('search-result').first().waitFor();
      await expectSafe(shown);
    }
    await shown.at('search').fill('');
    for (const id of [ids[0], ids[40], ids[200], ids[500], ids.at(-1)] as string[]) {
      await shown.go(`#/universe/sol?sel=${encodeURIComponent(id)}`);
      await shown.expectDrawn('universe-canvas', 'selected').toBe(id);
      await expectSafe(shown);
    }
    for (const panel of [
      '#/activity',
      '#/sessions',
      '#/server',
      '#/approvals',
      '#/universe/sol?rev=1&cmp=0',
    ]) {
      await shown.go(panel);
      await shown.settled();
      await expectSafe(shown);
    }
  });

  it('are texts in approvals (20), names of clients (100), activity and sessions', async () => {
    const server = await ConsoleServer.start({
      worlds: ['universe'],
      flags: ['--allow', 'writes', '--approve', 'writes'],
    });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/approvals' });
    const nova = await server.agent('nova');
    const answers: Promise<unknown>[] = [];
    for (const name of NAMES.filter((_, at) => at % 50 === 0)) {
      const command = { type: 'updateStar', id: 'earth', payload: { name } };
      answers.push(nova.call('send_universe_command', { universeId: 'sol', command }).catch(() => {}));
    }
    await expect.poll(() => shown.approvals().count()).toBeGreaterThan(10);
    await expectSafe(shown);
    for (const card of (await shown.approvals().all()).slice(0, 5)) {
      await card.click();
      await expectSafe(shown);
    }
    await server.openSessions(NAMES.filter((_, at) => at % 10 === 0));
    for (const panel of ['#/sessions', '#/activity', '#/server']) {
      await shown.go(panel);
      await shown.settled();
      await expectSafe(shown);
    }
  });

  it('are texts in a scene, all 1,000: hierarchy and log', async () => {
    const server = await ConsoleServer.start({ worlds: ['unity'], flags: ['--allow', 'eval'] });
    const coder = await server.agent('coder', 'unity');
    const code = `const names = ${JSON.stringify(NAMES).replaceAll('import', 'imp\\u006frt')}; for (const name of names) { const made = scene.create(name); console.log(name); } return names.length`;
    const made = await coder.call('ConsoleEval', { code });
    expect(made.isError, made.text).toBe(false);
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    await shown.settled();
    await expectSafe(shown);
  });

  it('are texts in the log of Unreal (100)', async () => {
    const server = await ConsoleServer.start({ worlds: ['unreal'] });
    const nova = await server.agent('nova', 'unreal');
    for (const name of NAMES.filter((_, at) => at % 10 === 0))
      await nova.call('log_message', { message: name });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unreal' });
    await shown.settled();
    await expectSafe(shown);
  });
});
