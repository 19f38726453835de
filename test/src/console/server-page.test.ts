import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const REMOVAL = { type: 'removeStar', id: 'triton' };

const browser = useBrowser();

/** The number before a text of a chart. */
async function countOf(shown: ConsolePage, chart: string, what: RegExp): Promise<number> {
  return Number(what.exec(await shown.text(chart))?.[1]?.replaceAll(',', ''));
}

describe('the page of the server', () => {
  it('has version, uptime, addresses, and the rule of approvals in words', async () => {
    const flags = ['--allow', 'writes', '--approve', 'universe=destructive'];
    const server = await ConsoleServer.start({ worlds: ['universe', 'unreal'], flags });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/server' });
    await expect.poll(() => shown.text('server-version')).toMatch(/^\d+\.\d+\.\d+/);
    expect(await shown.text('server-uptime')).toMatch(/^[\d.]+ (?:ms|s|min) since /);
    const addresses = await shown.text('server-addresses');
    expect(addresses).toContain(`${server.base} Console and all worlds`);
    for (const world of ['universe', 'unreal'])
      expect(addresses).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+\\S* ${world}`));
    const approvals = await shown.text('server-approvals');
    expect(approvals).toContain(
      'universe: Calls that remove or overwrite something, or that run code, wait for a person.',
    );
    expect(approvals).toContain('unreal: No call waits for a person.');
    expect(approvals).toContain('A person with the right approve decides');
    await shown.expectFits();
    await shown.expectHarmless();
  });

  it('counts the calls of agents without those of the console, and those that wait apart from those that run', async () => {
    const flags = ['--allow', 'writes', '--approve', 'destructive'];
    const server = await ConsoleServer.start({ worlds: ['universe', 'unity'], flags });
    const nova = await server.agent('nova');
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/unity' });
    await shown.at('tree').waitFor();
    await shown.settled();
    await shown.go('#/server');
    const calls = () => countOf(shown, 'chart-calls', /([\d,]+) since the start/);
    const own = () => countOf(shown, 'console-requests', /sent ([\d,]+) requests/);
    await expect.poll(own).toBeGreaterThan(3);
    const before = await calls();
    const ownBefore = await own();
    await shown.go('#/unity');
    await shown.at('tree').waitFor();
    await shown.settled();
    await shown.go('#/server');
    await expect.poll(own).toBeGreaterThan(ownBefore);
    expect(await calls()).toBe(before);
    const waiting = nova.call('send_universe_command', { universeId: 'sol', command: REMOVAL });
    await expect.poll(() => shown.text('chart-calls')).toContain('0 running, 1 waiting for a person');
    const [{ id }] = (await server.operator.get('approvals')).approvals;
    await server.operator.send('POST', `approvals/${id}`, { approve: false, reason: 'Not now.' });
    await waiting;
    await expect.poll(calls).toBe(before + 1);
    expect(await shown.text('chart-calls')).not.toContain('waiting');
  });
});
