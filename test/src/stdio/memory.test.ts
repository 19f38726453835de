import { defineWorld, text, tool } from '@worldwire/server';
import { createMemory, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { callTool, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { Pipe } from './pipe.js';

const MEBIBYTE = 1024 * 1024;

const bulk = tool({
  name: 'bulk',
  description: 'Answers with 2 MiB of text that end with this.',
  access: 'read',
  input: z.object({ end: z.string() }),
  call: ({ end }) => text('x'.repeat(2 * MEBIBYTE) + end),
});
const world = defineWorld({ name: 'bulk', version: '1.0.0', tools: [bulk] });

async function open(revision?: string) {
  const memory = createMemory({ ...DEFAULT_LIMITS, waitingBytes: 3 * MEBIBYTE, principalPercent: 100 });
  const pipe = new Pipe(world, { memory });
  onTestFinished(() => pipe.end());
  await pipe.initialize(revision);
  return { memory, pipe };
}

it('counts an answer until its client has read it', async () => {
  const { memory, pipe } = await open();
  pipe.output.pause();
  pipe.send(callTool('bulk', { end: '' }, 1));
  await until(() => memory.waiting.total > MEBIBYTE, 'the answer to be counted');
  pipe.output.resume();
  expect(textOf(await pipe.answer(1))?.length).toBe(2 * MEBIBYTE);
  await until(() => memory.waiting.total === 0, 'the answer to count no more');
});

it('drops an answer that does not fit beside the output of other wires', async () => {
  const { memory, pipe } = await open();
  memory.waiting.take('other', 2 * MEBIBYTE);
  pipe.send(callTool('bulk', { end: '' }, 1));
  expect((await pipe.answer(1)).error).toMatchObject({
    message: expect.stringContaining('is done'),
    data: { kind: 'Busy' },
  });
  expect(memory.waiting.total).toBe(2 * MEBIBYTE);
});

it('drops the answers to a batch that do not fit', async () => {
  const { memory, pipe } = await open('2025-03-26');
  // With one character of two bytes, V8 stores every character of the text in two.
  pipe.send(`[${callTool('bulk', { end: '→' }, 1)}]`);
  expect((await pipe.answer(null)).error).toMatchObject({ data: { kind: 'Busy' } });
  expect(memory.waiting.total).toBe(0);
});

it('counts nothing once the wire is closed, whether its client has read or not', async () => {
  const { memory, pipe } = await open();
  pipe.output.pause();
  pipe.send(callTool('bulk', { end: '' }, 1));
  await until(() => memory.waiting.total > MEBIBYTE, 'the answer to be counted');
  await pipe.wire.close();
  expect(memory.waiting.total).toBe(0);
});
