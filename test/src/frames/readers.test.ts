import { setImmediate as turn } from 'node:timers/promises';
import { defineWorld, text, tool } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import type { Line } from '../stdio/pipe.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const MEBIBYTE = 1024 * 1024;

/** Answers with the given number of bytes, at once or later. */
function bulkWorld(served: Set<number>) {
  return defineWorld({
    name: 'bulk',
    version: '1.0.0',
    tools: [
      tool({
        name: 'bulk',
        description: 'Returns a long text.',
        access: 'read',
        input: z.object({ bytes: z.number(), mark: z.number(), later: z.boolean().optional() }),
        call: ({ bytes, mark, later = false }) => {
          served.add(mark);
          const answer = text('x'.repeat(bytes));
          return later ? turn().then(() => answer) : answer;
        },
      }),
    ],
  });
}

describe('a client that reads', () => {
  it('gets a result of 8 MiB whole', async () => {
    const { port } = await useFrames(bulkWorld(new Set()));
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(callTool('bulk', { bytes: 8 * MEBIBYTE, mark: 1 }, 1), rpc('ping', {}, 2));
    expect(textOf(await client.answer(1))).toHaveLength(8 * MEBIBYTE);
    await client.answer(2);
  });

  it.each([false, true])(
    'may have fifty results of a mebibyte in flight at once (later: %s)',
    async later => {
      const { port } = await useFrames(bulkWorld(new Set()));
      const client = await RawFrames.open({ port });
      await client.initialize();
      client.send(
        ...Array.from({ length: 50 }, (_, id) => callTool('bulk', { bytes: MEBIBYTE, mark: id, later }, id)),
      );
      await client.received(50);
      expect(new Set(client.singles.map(({ id }) => id)).size).toBe(50);
    },
  );

  it('receives 100,000 answers to pipelined requests, each once', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    for (let part = 0; part < 100; part++) {
      const ids = Array.from({ length: 1_000 }, (_, i) => part * 1_000 + i);
      client.send(...ids.map(id => callTool('echo', { mark: id % 2 === 0 ? 'even' : 'odd' }, id)));
    }
    await client.received(100_000);
    expect(new Set(client.singles.map(({ id }) => id)).size).toBe(100_000);
    expect(client.singles.filter(({ error }) => error !== undefined)).toEqual([]);
  });
});

describe('a client that does not read', () => {
  it('causes back-pressure, and gets everything when it reads again', async () => {
    const served = new Set<number>();
    const { port, listener } = await useFrames(bulkWorld(served));
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.socket.pause();
    const calls = Array.from({ length: 200 }, (_, id) => callTool('bulk', { bytes: 200_000, mark: id }, id));
    client.send(...calls);
    const neighbour = await RawFrames.open({ port });
    await neighbour.initialize();
    // Only what the system buffers is served.
    let before = -1;
    await until(() => {
      const still = served.size === before && served.size > 0;
      before = served.size;
      return still;
    }, 'the server to stop reading');
    for (let i = 0; i < 20; i++) {
      neighbour.send(rpc('ping', {}, i));
      await neighbour.answer(i);
    }
    expect(served.size).toBeLessThan(150);
    expect(listener.connections).toBe(2);
    client.socket.resume();
    await client.received(200);
    expect(client.singles.every(line => textOf(line as Line)?.length === 200_000)).toBe(true);
  });

  it('is disconnected when much waits for it and it reads nothing for ten seconds', async () => {
    let now = 1_000_000;
    const { port, listener, kernel } = await useFrames(bulkWorld(new Set()), { now: () => now });
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.socket.pause();
    client.send(callTool('bulk', { bytes: 15 * MEBIBYTE, mark: 1 }, 1));
    const neighbour = await RawFrames.open({ port });
    await neighbour.initialize();
    expect(listener.connections).toBe(2);
    await until(() => {
      now += 1_000;
      return listener.connections === 1;
    }, 'the connection to be cut');
    await until(() => kernel.sessions.size === 1, 'its session to end');
    neighbour.send(rpc('ping', {}, 1));
    await neighbour.answer(1);
  });

  it('gets errors for the answers that are dropped when more than sixty-four queues wait', async () => {
    const served = new Set<number>();
    const { port } = await useFrames(bulkWorld(served), { limits: { queueBytes: 128 * 1024 } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.socket.pause();
    client.send(
      ...Array.from({ length: 20 }, (_, id) =>
        callTool('bulk', { bytes: MEBIBYTE, mark: id, later: true }, id),
      ),
    );
    await until(() => served.size === 20, 'all calls to be served');
    client.socket.resume();
    await client.received(20);
    expect(new Set(client.singles.map(({ id }) => id)).size).toBe(20);
    const dropped = client.singles.filter(({ error }) => error !== undefined);
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped.length).toBeLessThan(12);
    for (const { error } of dropped) {
      expect(error).toMatchObject({
        message: expect.stringContaining('is done'),
        data: { kind: 'TooLarge' },
      });
    }
    client.send(rpc('ping', {}, 'alive'));
    await client.answer('alive');
  });

  it('is disconnected for notifications, too', async () => {
    const lab = new Lab();
    const { port, listener, kernel } = await useFrames(lab.world, { limits: { queueBytes: 64 * 1024 } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    const uri = `lab://thing/${'x'.repeat(4_000)}`;
    client.send(rpc('resources/subscribe', { uri }, 1));
    await client.answer(1);
    client.socket.pause();
    await until(() => {
      for (let i = 0; i < 500; i++) lab.events.resourceUpdated(uri);
      return listener.connections === 0;
    }, 'the connection to be cut');
    await until(() => kernel.sessions.size === 0, 'its session to end');
  });
});

describe('requests in flight', () => {
  it('are answered as they finish, not as they came', async () => {
    const lab = new Lab();
    const { port } = await useFrames(lab.world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(callTool('hold', { key: 'slow' }, 'slow'), callTool('echo', { mark: 'quick' }, 'quick'));
    expect(textOf(await client.answer('quick'))).toBe('quick');
    lab.hold('slow').release();
    expect(textOf(await client.answer('slow'))).toBe('held to the end');
  });

  it('are limited: one more gets an error, and the others continue', async () => {
    const lab = new Lab();
    const { port } = await useFrames(lab.world, { limits: { callsPerConnection: 3 } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(...[1, 2, 3, 4].map(id => callTool('hold', { key: `${id}` }, id)));
    expect((await client.answer(4)).error).toMatchObject({ code: -32603, data: { kind: 'Busy' } });
    const other = await RawFrames.open({ port });
    await other.initialize();
    other.send(rpc('ping', {}, 1));
    await other.answer(1);
    lab.hold('1').release();
    await client.answer(1);
    client.send(rpc('ping', {}, 'room again'));
    expect((await client.answer('room again')).result).toEqual({});
    // The server would wait for them when it stops.
    for (const key of ['2', '3']) lab.hold(key).release();
  });
});
