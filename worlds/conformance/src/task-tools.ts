import { setTimeout as delay } from 'node:timers/promises';
import { WireError } from '@worldwire/protocol';
import { error, type Tool, text, tool } from '@worldwire/server';
import { z } from 'zod';
import { accepted } from './accepted.js';

const INTERNAL_ERROR = -32603;
const nameSchema = z.object({ name: z.string() });
const confirmSchema = z.object({ confirm: z.boolean() });

/** Tools whose work outlives the request, and one that never does (io.modelcontextprotocol/tasks). */
export const taskTools: readonly Tool[] = [
  tool({
    name: 'greet',
    description: 'Greets at once, never as a task.',
    access: 'read',
    input: z.object({ name: z.string() }),
    call: ({ name }) => text(`Hello, ${name}!`),
  }),
  tool({
    name: 'slow_compute',
    description: 'Takes the given number of seconds.',
    access: 'read',
    input: z.object({ seconds: z.int().min(0).max(600), label: z.string().optional() }),
    call: ({ seconds, label = 'computation' }, ctx) =>
      ctx.task(async task => {
        await delay(seconds * 1000, undefined, { signal: task.signal });
        return text(`Finished ${label} after ${seconds} s.`);
      }),
  }),
  tool({
    name: 'failing_job',
    description: 'A task whose result says it failed.',
    access: 'read',
    taskRequired: true,
    call: (_args, ctx) =>
      ctx.task(async task => {
        await delay(1000, undefined, { signal: task.signal });
        return error('This job intentionally fails for testing');
      }),
  }),
  tool({
    name: 'protocol_error_job',
    description: 'A task that ends with a protocol error and has no result.',
    access: 'read',
    call: (_args, ctx) =>
      ctx.task(async task => {
        await delay(100, undefined, { signal: task.signal });
        throw new WireError(INTERNAL_ERROR, 'This job intentionally ends with a protocol error');
      }),
  }),
  tool({
    name: 'confirm_delete',
    description: 'A task that asks before it would delete a file. Nothing is deleted.',
    access: 'read',
    input: z.object({ filename: z.string() }),
    call: ({ filename }, ctx) =>
      ctx.task(async task => {
        const message = `Delete ${filename}?`;
        const answer = await task.elicit('confirm', { message, schema: confirmSchema });
        return text(accepted(answer).confirm === true ? `Deleted ${filename}.` : `Kept ${filename}.`);
      }),
  }),
  tool({
    name: 'multi_input',
    description: 'A task that asks two questions at once.',
    access: 'read',
    call: (_args, ctx) =>
      ctx.task(async task => {
        const [first, second] = await Promise.all([
          task.elicit('name', { message: 'What is your name?', schema: nameSchema }),
          task.elicit('confirm', { message: 'Shall we go on?', schema: confirmSchema }),
        ]);
        const verb = accepted(second).confirm === true ? 'goes on' : 'stops';
        return text(`${accepted(first).name ?? 'Someone'} ${verb}.`);
      }),
  }),
  tool({
    name: 'test_tool_with_task',
    description: 'Asks for a name first, then greets it from a task.',
    access: 'read',
    taskRequired: true,
    async call(_args, ctx) {
      const answer = await ctx.elicit('user_name', { message: 'What is your name?', schema: nameSchema });
      const name = accepted(answer).name ?? 'stranger';
      return ctx.task(async task => {
        await delay(100, undefined, { signal: task.signal });
        return text(`Hello, ${name}!`);
      });
    },
  }),
];
