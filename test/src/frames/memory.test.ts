import { defineWorld, type Steps, text, tool } from '@worldwire/server';
import { createMemory, DEFAULT_LIMITS, FairTurns } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, stateless } from '../stdio/pipe.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const MEBIBYTE = 1024 * 1024;

function memoryOf(limits: Partial<typeof DEFAULT_LIMITS>) {
  return createMemory({ ...DEFAULT_LIMITS, principalPercent: 100, ...limits });
}

/** The length of a frame without its payload. */
function prefix(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes);
  return length;
}

describe('messages that arrive in frames', () => {
  it('are limited over all connections: one more gets an error and is closed', async () => {
    const memory = memoryOf({ arrivingBytes: 3 * MEBIBYTE });
    const { port } = await useFrames(new Lab().world, { frames: { memory } });
    const clients = await Promise.all([1, 2].map(() => RawFrames.open({ port })));
    for (const { socket } of clients) {
      socket.write(prefix(4 * MEBIBYTE));
      socket.write('x'.repeat(2 * MEBIBYTE));
    }
    await until(() => clients.some(({ ended }) => ended), 'one of them to be closed');
    const refused = clients.find(({ ended }) => ended) as RawFrames;
    expect(refused.singles[0]?.error).toMatchObject({ data: { kind: 'Busy' } });
    expect(memory.arriving.total).toBeLessThanOrEqual(3 * MEBIBYTE);
    for (const { socket } of clients) socket.destroy();
    await until(() => memory.arriving.total === 0, 'everything to be freed');
  });

  it('are counted until they are answered, and refused when they do not fit', async () => {
    const lab = new Lab();
    const memory = memoryOf({ arrivingBytes: 2 * MEBIBYTE });
    const { port } = await useFrames(lab.world, { frames: { memory } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    const extra = Array.from({ length: 10_000 }, () => ({}));
    const hold = (key: string, id: number) => callTool('hold', { key }, id, { extra });
    client.send(hold('one', 1));
    await until(() => lab.hold('one').started, 'the call to begin');
    expect(memory.arriving.total).toBeGreaterThan(10_000 * 56);
    client.send(hold('two', 2));
    expect((await client.answer(2)).error).toMatchObject({ data: { kind: 'Busy' } });
    lab.hold('one').release();
    await client.answer(1);
    expect(memory.arriving.total).toBe(0);
    expect(lab.hold('two').started).toBe(false);
  });

  it('keep their order when a large one waits for its turn to be parsed', async () => {
    const principals: string[] = [];
    class SpiedTurns extends FairTurns {
      override run<Result>(principal: string, steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
        principals.push(principal);
        return super.run(principal, steps, signal);
      }
    }
    const turns = new SpiedTurns(() => performance.now());
    const order: number[] = [];
    const world = defineWorld({
      name: 'order',
      version: '1.0.0',
      tools: [
        tool({
          name: 'note',
          description: 'Notes the order of its calls.',
          access: 'read',
          input: z.object({ n: z.number(), padding: z.string() }),
          call: ({ n }) => {
            order.push(n);
            return text(String(n));
          },
        }),
      ],
    });
    const { port } = await useFrames(world, { frames: { turns } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    const calls = Array.from({ length: 20 }, (_, n) =>
      callTool('note', { n, padding: 'x'.repeat(n % 3 === 0 ? 200_000 : 1) }, n),
    );
    client.send(...calls);
    client.socket.end();
    await until(() => client.singles.length === 20, 'all answers');
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(principals).toHaveLength(7);
  });
});

describe('a large message that waits for its turn when its connection is reset', () => {
  /** Turns that the test starts. */
  class HeldTurns extends FairTurns {
    readonly waiting: (() => void)[] = [];

    override run<Result>(_principal: string, steps: Steps<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        this.waiting.push(() => {
          try {
            for (;;) {
              const { done, value } = steps.next();
              if (done === true) return resolve(value);
            }
          } catch (thrown) {
            reject(thrown);
          }
        });
      });
    }
  }

  async function reset(message: string) {
    const memory = memoryOf({});
    const turns = new HeldTurns(() => performance.now());
    const lab = new Lab();
    const { port, kernel, listener } = await useFrames(lab.world, { frames: { memory, turns } });
    const client = await RawFrames.open({ port });
    client.send(message);
    await until(() => turns.waiting.length === 1, 'the message to wait for its turn');
    client.socket.resetAndDestroy();
    await until(() => listener.connections === 0, 'the connection to close');
    return { memory, turns, kernel, lab };
  }

  it('is no longer counted, and opens no session when its turn comes', async () => {
    const clientInfo = { name: 'raw', version: '1', title: 'x'.repeat(200_000) };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { memory, turns, kernel } = await reset(rpc('initialize', params, 1));
    expect(memory.arriving.total).toBe(0);
    turns.waiting[0]?.();
    expect(kernel.sessions.size).toBe(0);
    expect(memory.arriving.total).toBe(0);
  });

  it('begins no call when its turn comes', async () => {
    const call = { name: 'hold', arguments: { key: 'late' }, extra: 'x'.repeat(200_000) };
    const { memory, turns, lab } = await reset(stateless('tools/call', call));
    turns.waiting[0]?.();
    expect(lab.hold('late').started).toBe(false);
    expect(memory.arriving.total).toBe(0);
  });
});

describe('unread answers in frames', () => {
  it('count as bytes and not as characters: one with two bytes for each is dropped when it does not fit', async () => {
    const memory = memoryOf({ waitingBytes: 3 * MEBIBYTE });
    const bulk = tool({
      name: 'bulk',
      description: 'Answers with a text that ends with this.',
      access: 'read',
      input: z.object({ end: z.string() }),
      call: ({ end }) => text('x'.repeat(2 * MEBIBYTE) + end),
    });
    const world = defineWorld({ name: 'bulk', version: '1.0.0', tools: [bulk] });
    const { port } = await useFrames(world, { frames: { memory } });
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(callTool('bulk', { end: 'é' }, 1));
    expect(textOf((await client.answer(1)) as Line)?.length).toBe(2 * MEBIBYTE + 1);
    await until(() => memory.waiting.total === 0, 'the answer to be read');
    client.send(callTool('bulk', { end: '→' }, 2));
    expect((await client.answer(2)).error).toMatchObject({ data: { kind: 'TooLarge' } });
  });

  it('are limited over all connections of a principal, which gets an error for each dropped one', async () => {
    const memory = memoryOf({ waitingBytes: 16 * MEBIBYTE });
    let served = 0;
    const bulk = tool({
      name: 'bulk',
      description: 'Answers with so many characters.',
      access: 'read',
      call: () => {
        served++;
        return text('x'.repeat(15 * MEBIBYTE));
      },
    });
    const world = defineWorld({ name: 'bulk', version: '1.0.0', tools: [bulk] });
    const { port } = await useFrames(world, { frames: { memory } });
    const [first, second] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    for (const client of [first, second]) await client.initialize();
    first.socket.pause();
    first.send(callTool('bulk', {}, 1));
    await until(() => served === 1, 'the first call to be served');
    second.send(callTool('bulk', {}, 2));
    expect((await second.answer(2)).error).toMatchObject({
      message: expect.stringContaining('is done'),
      data: { kind: 'TooLarge' },
    });
    second.send(rpc('ping', {}, 'alive'));
    await second.answer('alive');
    first.socket.resume();
    expect(textOf((await first.answer(1)) as Line)?.length).toBe(15 * MEBIBYTE);
    await until(() => memory.waiting.total === 0, 'nothing to wait');
  });
});
