import { defineWorld, text, tool, type World } from '@worldwire/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { useFrames } from '../frames/frames-server.js';
import { RawFrames } from '../frames/raw-frames.js';
import { openSession, startServer } from '../harness.js';
import { callTool, post, rpc, type WireReply } from '../http/lab.js';
import { until } from '../http/until.js';
import { Pipe } from '../stdio/pipe.js';

const LENGTH = 40_000;
const limits = { resultBytes: 100_000 };

/** A world that counts its calls and those that were cancelled. */
class Counting {
  started = 0;
  aborted = 0;
  readonly world: World = defineWorld({
    name: 'counting',
    version: '1.0.0',
    tools: [
      tool({
        name: 'bulk',
        description: 'Answers at once, or when it is cancelled.',
        access: 'read',
        input: z.object({ wait: z.boolean().optional() }),
        call: ({ wait = false }, context) => {
          this.started++;
          if (!wait) return text('x'.repeat(LENGTH));
          return new Promise(resolve =>
            context.signal.addEventListener('abort', () => {
              this.aborted++;
              resolve(text('late'));
            }),
          );
        },
      }),
    ],
  });
}

type Ask = (batch: string) => Promise<WireReply[]>;

const WIRES: Record<string, (world: World) => Promise<Ask>> = {
  http: async world => {
    const server = await startServer({ world, limits });
    onTestFinished(() => server.close());
    const headers = await openSession(server.url, '2025-03-26');
    return async batch => (await (await post(server.url, headers, batch)).json()) as WireReply[];
  },
  frames: async world => {
    const { port } = await useFrames(world, { limits });
    const client = await RawFrames.open({ port });
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    client.send(rpc('initialize', params, 'init'));
    await client.answer('init');
    return async batch => {
      client.send(batch);
      await until(() => client.messages.some(Array.isArray), 'the answer to the batch');
      return client.messages.find(Array.isArray) as WireReply[];
    };
  },
  stdio: async world => {
    const pipe = new Pipe(world, { limits });
    await pipe.initialize('2025-03-26');
    return async batch => {
      pipe.send(batch);
      await until(() => pipe.lines.some(Array.isArray), 'the answer to the batch');
      return pipe.lines.find(Array.isArray) as WireReply[];
    };
  },
};

describe.each(Object.keys(WIRES))('a batch on %s', wire => {
  it('has the limit of one result: no further call starts, and those in flight are cancelled', async () => {
    const counting = new Counting();
    const ask = await (WIRES[wire] as (world: World) => Promise<Ask>)(counting.world);
    const waiting = [0, 1].map(id => callTool('bulk', { wait: true }, id));
    const bulk = Array.from({ length: 40 }, (_, id) => callTool('bulk', {}, id + 2));
    const answers = await ask(`[${[...waiting, ...bulk].join(',')}]`);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(42);
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(2);
    for (const { error } of answers.filter(({ result }) => result === undefined)) {
      expect(error).toMatchObject({ data: { kind: 'TooLarge', hint: expect.any(String) } });
    }
    expect(JSON.stringify(answers).length).toBeLessThan(limits.resultBytes + 42 * 400);
    expect(counting.started).toBe(2 + 3);
    await until(() => counting.aborted === 2, 'the calls in flight to be cancelled');
  });
});
