import { defineWorld, text, tool } from '@worldwire/server';
import { createMemory, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openSession, startServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool } from './lab.js';
import { until } from './until.js';

const bulk = tool({
  name: 'bulk',
  description: 'Answers with so many characters.',
  access: 'read',
  input: z.object({ length: z.number() }),
  call: ({ length }) => text('x'.repeat(length)),
});

async function start(limits: Partial<typeof DEFAULT_LIMITS> = {}) {
  const memory = createMemory({ ...DEFAULT_LIMITS, ...limits });
  const world = defineWorld({ name: 'bulk', version: '1.0.0', tools: [bulk] });
  const server = await startServer({ world, limits, http: { memory } });
  onTestFinished(() => server.close());
  const headers = await openSession(server.url);
  /** Calls the tool on an event stream, and returns the id of the first event. */
  const call = async (length: number, id: string) => {
    const accept = 'text/event-stream, application/json';
    const stream = await EventReader.open(
      server.url,
      { ...headers, accept },
      callTool('bulk', { length }, id),
    );
    await stream.end();
    return stream.events[0]?.id ?? '';
  };
  return { memory, server, headers, call };
}

it('an answer that is too large to keep is an error for its request on resume', async () => {
  const { memory, server, headers, call } = await start({ replayBytes: 64 * 1024 });
  const first = await call(100_000, 'large');
  expect(memory.replay.total).toBe(0);
  const back = await EventReader.listen(server.url, headers, first);
  await back.end();
  expect(back.messages).toEqual([
    {
      jsonrpc: '2.0',
      id: 'large',
      error: {
        code: expect.any(Number),
        message: expect.stringContaining('was not kept'),
        data: { kind: 'TooLarge', hint: expect.stringContaining('operation key') },
      },
    },
  ]);
});

it('a session keeps no more than replayBytes over all its streams, and answers the rest with an error', async () => {
  const replayBytes = 64 * 1024;
  const { memory, server, headers, call } = await start({ replayBytes });
  const firsts = [];
  for (let i = 0; i < 6; i++) firsts.push(await call(20_000, `call-${i}`));
  expect(memory.replay.total).toBeGreaterThan(0);
  expect(memory.replay.total).toBeLessThanOrEqual(replayBytes);
  const answers = [];
  for (const first of firsts) {
    const back = await EventReader.listen(server.url, headers, first);
    await back.end();
    answers.push(back.messages.at(-1)?.error === undefined);
  }
  expect(answers).toEqual([false, false, false, true, true, true]);
});

it('all sessions together keep no more than replayTotalBytes', async () => {
  const limits = { replayBytes: 64 * 1024, replayTotalBytes: 128 * 1024, principalPercent: 100 };
  const { memory, server } = await start(limits);
  for (let i = 0; i < 6; i++) {
    const headers = { ...(await openSession(server.url)), accept: 'text/event-stream, application/json' };
    await (await EventReader.open(server.url, headers, callTool('bulk', { length: 50_000 }))).end();
    expect(memory.replay.total).toBeLessThanOrEqual(limits.replayTotalBytes);
  }
  expect(memory.replay.total).toBeGreaterThan(100_000);
});

it('a session that ends keeps nothing', async () => {
  const { memory, server, headers, call } = await start();
  await call(10_000, 'kept');
  expect(memory.replay.total).toBeGreaterThan(10_000);
  await fetch(server.url, { method: 'DELETE', headers });
  await until(() => memory.replay.total === 0, 'everything to be freed');
});
