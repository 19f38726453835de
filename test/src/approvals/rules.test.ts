import { describe, expect, it } from 'vitest';
import { ApprovedServer, textOf, tokenOf } from '../../../apps/worldwire/src/testing/approvals.js';
import { callTool, resultOf } from '../../../apps/worldwire/src/testing/client.js';

const SEND = 'send_universe_command';

function command(type: string, id: string, more: object = {}): object {
  return { universeId: 'sol', command: { type, id, ...more } };
}

describe('--approve unity=eval', () => {
  it('lets code of clients wait, and neither other writes nor another world', async () => {
    const flags = ['universe', '--allow', 'eval', '--approve', 'unity=eval'];
    const unity = await ApprovedServer.start('unity', { flags });
    expect((await unity.send('SetTimeScale', { value: 2 }, 'coder')).isError).not.toBe(true);
    const answer = unity.send('ConsoleEval', { code: '1 + 1' }, 'coder');
    const { id, tool, principal } = await unity.lastOf(1);
    expect([tool, principal]).toEqual(['ConsoleEval', 'coder']);
    const { worlds } = await unity.ann.get('worlds');
    const { url } = worlds.find(({ name }: { name: string }) => name === 'universe');
    const removed = await callTool(url, SEND, command('removeStar', 'phobos'), { token: tokenOf('agent') });
    expect((await resultOf(removed)).isError).not.toBe(true);
    await unity.decide(id, { approve: false, reason: 'No code today.' });
    expect(textOf(await answer)).toContain('No code today.');
  });

  it('is refused where unity is not served', async () => {
    const served = ApprovedServer.start('universe', { flags: ['--approve', 'unity=eval'] });
    await expect(served).rejects.toThrow('"unity" is not served here');
  });
});

describe('--approve destructive in the universe', () => {
  const start = () =>
    ApprovedServer.start('universe', { flags: ['--allow', 'writes', '--approve', 'destructive'] });

  it('lets removeStar wait, alone or in a batch, and not addStar', async () => {
    const server = await start();
    const payload = { bodyType: 'star', mass: 3e29, radius: 2e5 };
    const added = await server.send(SEND, command('addStar', 'dwarf', { payload }));
    expect(added.isError).not.toBe(true);
    const batch = { type: 'batch', commands: [{ type: 'removeStar', id: 'deimos' }] };
    const calls = [
      server.send(SEND, command('removeStar', 'phobos')),
      server.send(SEND, { universeId: 'sol', command: batch }),
    ];
    const waiting = await server.waiting(2);
    expect(waiting.map(({ arguments: args }) => args).sort()).toEqual([
      expect.stringContaining('"batch"'),
      expect.stringContaining('"phobos"'),
    ]);
    expect(waiting).toMatchObject([{ destructive: true }, { destructive: true }]);
    for (const { id } of waiting) await server.decide(id, { approve: false, reason: 'Keep the moons.' });
    for (const call of calls) expect(textOf(await call)).toContain('Keep the moons.');
  });

  it('refuses writes over REST with the hint to send them over MCP, and reads go on', async () => {
    const server = await start();
    const headers = { authorization: `Bearer ${tokenOf('agent')}`, 'content-type': 'application/json' };
    const url = new URL('/universes/sol/commands', server.url);
    const refused = await fetch(url, {
      method: 'POST',
      headers,
      body: '{"type":"removeStar","id":"phobos"}',
    });
    expect(refused.status).toBe(403);
    const body = await refused.text();
    expect(body).toContain('needs the approval of a person');
    expect(body).toContain('Over MCP a write waits for the decision');
    const read = await fetch(new URL('/universes/sol', server.url), { headers });
    expect(read.status).toBe(200);
    await server.waiting(0);
    const denied = (await server.audit()).filter(({ outcome }) => outcome === 'denied');
    expect(denied).toHaveLength(1);
  });
});

describe('calls that wait in unity', () => {
  it('do not count to the 32 requests that it serves at once', async () => {
    const unity = await ApprovedServer.start('unity', {
      flags: ['--allow', 'writes', '--approve', 'writes'],
    });
    const calls = [];
    for (let count = 1; count <= 33; count++) {
      calls.push(unity.send('SetTimeScale', { value: count }));
      await unity.waiting(count);
    }
    expect((await unity.send('GetTimeScale', {}, 'other')).structuredContent).toMatchObject({ value: 1 });
    for (const { id } of await unity.waiting(33)) await unity.decide(id, { approve: false, reason: 'No.' });
    expect((await Promise.all(calls)).every(({ isError }) => isError === true)).toBe(true);
  });
});
