import { TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it } from 'vitest';
import { callTool, Lab, rpc } from '../http/lab.js';
import { until } from '../http/until.js';
import { stateless } from '../stdio/pipe.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const TOKEN = 'ada-has-a-long-token';
const OTHER = 'bob-has-a-long-token';

describe('connections', () => {
  it('are limited: one more gets an error and is closed, the others stay', async () => {
    const { port, listener } = await useFrames(new Lab().world, { limits: { connections: 2 } });
    const [one, two] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    await until(() => listener.connections === 2, 'both to connect');
    const three = await RawFrames.open({ port });
    expect((await three.answer(null)).error).toMatchObject({ code: -32603, data: { kind: 'Busy' } });
    await three.end();
    for (const client of [one, two]) {
      client.send(rpc('transport.healthCheck', {}, 1));
      await client.answer(1);
    }
    one.socket.destroy();
    await until(() => listener.connections === 1, 'room for another');
    const four = await RawFrames.open({ port });
    four.send(rpc('transport.healthCheck', {}, 1));
    await four.answer(1);
  });

  it('without authentication are closed for others: many silent ones keep no client out', async () => {
    const tokens = TokenStore.parse(TOKEN);
    const { port, listener } = await useFrames(new Lab().world, {
      limits: { connections: 3 },
      frames: { tokens },
    });
    const known = await RawFrames.open({ port });
    await known.authenticate({ token: TOKEN });
    const others = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    await until(() => listener.connections === 3, 'the others to connect');
    const late = await RawFrames.open({ port });
    expect((await late.authenticate({ token: TOKEN })).result).toBeDefined();
    await others[0]?.end();
    expect([known.ended, others[1]?.ended]).toEqual([false, false]);
    expect(listener.connections).toBe(3);
  });

  it('of one principal are half of them, and another one connects', async () => {
    const { port, listener } = await useFrames(new Lab().world, {
      limits: { connections: 8 },
      frames: { tokens: TokenStore.parse(`ada ${TOKEN}\nbob ${OTHER}`) },
    });
    const own = [];
    for (let count = 0; count < 4; count++) own.push(await RawFrames.open({ port }));
    for (const client of own) expect((await client.authenticate({ token: TOKEN })).result).toBeDefined();
    const fifth = await RawFrames.open({ port });
    expect((await fifth.authenticate({ token: TOKEN })).error).toMatchObject({
      code: -32603,
      message:
        '4 connections of yours are open, which is your share: this address has 8 (connections), and one principal may have 4 of them (principalPercent: 50).',
      data: { kind: 'Busy', hint: expect.stringContaining('Close connections') },
    });
    await fifth.end();
    for (let count = 0; count < 4; count++) {
      const other = await RawFrames.open({ port });
      expect((await other.authenticate({ token: OTHER })).result).toBeDefined();
    }
    own[0]?.socket.destroy();
    await until(() => listener.connections === 7, 'a place');
    const again = await RawFrames.open({ port });
    expect((await again.authenticate({ token: TOKEN })).result).toBeDefined();
  });

  it('that authenticate again as the same or another principal have one place', async () => {
    const { port } = await useFrames(new Lab().world, {
      limits: { connections: 4 },
      frames: { tokens: TokenStore.parse(`ada ${TOKEN}\nbob ${OTHER}`) },
    });
    const [first, second, third] = [
      await RawFrames.open({ port }),
      await RawFrames.open({ port }),
      await RawFrames.open({ port }),
    ];
    for (const token of [TOKEN, TOKEN, OTHER])
      expect((await first.authenticate({ token })).result).toBeDefined();
    for (const client of [second, third])
      expect((await client.authenticate({ token: TOKEN })).result).toBeDefined();
  });

  it('are isolated: ids, sessions and answers are their own', async () => {
    const lab = new Lab();
    const { port, kernel } = await useFrames(lab.world);
    const clients = await Promise.all(Array.from({ length: 20 }, () => RawFrames.open({ port })));
    await Promise.all(clients.map(client => client.initialize()));
    expect(kernel.sessions.size).toBe(20);
    clients.forEach((client, index) => {
      for (let id = 0; id < 50; id++) client.send(callTool('echo', { mark: `${index}:${id}` }, id));
    });
    await Promise.all(clients.map(client => client.received(50)));
    clients.forEach((client, index) => {
      for (const { id, result } of client.singles) expect(result?.content?.[0]?.text).toBe(`${index}:${id}`);
    });
  });

  it('have a limit of requests in flight: the next is refused, and others are served', async () => {
    const lab = new Lab();
    const { port } = await useFrames(lab.world, { limits: { callsPerConnection: 2 } });
    const [client, other] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    for (const each of [client, other]) await each.initialize();
    for (const key of ['a', 'b']) client.send(callTool('hold', { key }, key));
    await until(() => lab.hold('a').started && lab.hold('b').started, 'the calls to begin');
    client.send(callTool('echo', { mark: 'one too many' }, 'c'));
    expect((await client.answer('c')).error).toMatchObject({ data: { kind: 'Busy' } });
    expect(lab.echoed.has('one too many')).toBe(false);
    other.send(callTool('echo', { mark: 'of another' }, 1));
    expect((await other.answer(1)).result?.content?.[0]?.text).toBe('of another');
    for (const key of ['a', 'b']) lab.hold(key).release();
    await client.answer('b');
    client.send(callTool('echo', { mark: 'again' }, 'd'));
    expect((await client.answer('d')).result?.content?.[0]?.text).toBe('again');
  });

  it('end their session and its requests in flight, in every era', async () => {
    const lab = new Lab();
    const { port, kernel } = await useFrames(lab.world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(
      callTool('hold', { key: 'old', speak: true }, 1, { progressToken: 1 }),
      stateless('tools/call', { name: 'hold', arguments: { key: 'new' } }, 2),
    );
    await until(() => lab.hold('old').started && lab.hold('new').started, 'the calls to begin');
    client.socket.resetAndDestroy();
    await until(() => lab.hold('old').aborted !== undefined, 'the old one to be aborted');
    await until(() => lab.hold('new').aborted !== undefined, 'the new one to be aborted');
    expect(kernel.sessions.size).toBe(0);
  });

  it('whose side has ended get their answers, and then end', async () => {
    const lab = new Lab();
    const { port, listener, kernel } = await useFrames(lab.world);
    const client = await RawFrames.open({ port }, { allowHalfOpen: true });
    await client.initialize();
    client.send(
      stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'listen'),
      callTool('hold', { key: 'x' }, 1),
    );
    client.socket.end();
    await until(() => lab.hold('x').started, 'the call to begin');
    lab.hold('x').release();
    expect((await client.answer(1)).result).toBeDefined();
    await client.end();
    await until(() => listener.connections === 0 && kernel.sessions.size === 0, 'nothing to be left');
  });

  it('whose side has ended get no more questions', async () => {
    const lab = new Lab();
    const { port, listener } = await useFrames(lab.world);
    const client = await RawFrames.open({ port }, { allowHalfOpen: true });
    await client.initialize('2025-11-25', { elicitation: {} });
    client.send(callTool('ask', {}, 1), callTool('ask', {}, 2));
    client.socket.end();
    await client.answer(1);
    await client.answer(2);
    await until(() => listener.connections === 0, 'the connection to close');
  });
});
