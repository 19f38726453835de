import { REVISION_2026_07_28, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { gate, Lab, turn } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS, type Limits } from '../limits/limits.js';
import { createMemory } from '../limits/memory.js';

const CAPABLE = { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } };
const KIB = 1_024;

function open(work: (args: { text?: string }, context: Context) => unknown, changed: Partial<Limits> = {}) {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const memory = createMemory(limits);
  const job = tool({
    name: 'job',
    description: 'Works.',
    access: 'read',
    input: z.object({ text: z.string().optional() }),
    call: (args, context) => context.task(inner => work(args as { text?: string }, inner)),
  });
  const environment = { memory, date: () => Date.UTC(2020, 0, 1) };
  const lab = new Lab({ tools: [job] }, { limits, environment });
  const caller = (principal: string) => lab.caller(REVISION_2026_07_28, CAPABLE, principal);
  return {
    lab,
    memory: memory.tasks,
    start: async (principal = 'ada', args: { text?: string } = {}) => {
      lab.clock++;
      const { result, error } = await lab.callTool(caller(principal), 'job', args);
      await turn();
      return { id: result?.taskId as string, error };
    },
    get: async (taskId: string, principal = 'ada') => {
      const { result, error } = await lab.ask(caller(principal), 'tasks/get', { taskId });
      return result ?? error;
    },
    update: (taskId: string, inputResponses: object) =>
      lab.ask(caller('ada'), 'tasks/update', { taskId, inputResponses } as never),
  };
}

const sized = (bytes: number) => () => 'x'.repeat(bytes);

describe('the memory of tasks', () => {
  it('counts the request while the task works, and the result until the task is forgotten', async () => {
    const { opened, open: release } = gate();
    const { lab, memory, start } = open(() => opened.then(sized(50 * KIB)), { taskTtlMs: 1_000 });
    await start('ada', { text: 'y'.repeat(100 * KIB) });
    expect(memory.held('ada')).toBeGreaterThan(100 * KIB);
    release();
    await turn();
    expect(memory.held('ada')).toBeGreaterThan(50 * KIB);
    expect(memory.held('ada')).toBeLessThan(100 * KIB);
    lab.clock += 1_000;
    lab.kernel.sweep();
    expect(memory.total).toBe(0);
  });

  it('counts the request of a cancelled task until its work has ended', async () => {
    const { opened, open: release } = gate();
    const { lab, memory, start } = open(() => opened, { taskTtlMs: 1_000 });
    await start('ada', { text: 'y'.repeat(100 * KIB) });
    lab.kernel.tasks.cancelAll('enough');
    lab.clock += 1_000;
    lab.kernel.sweep();
    expect(memory.held('ada')).toBeGreaterThan(100 * KIB);
    release();
    await turn();
    expect(memory.total).toBe(0);
  });

  it('refuses a task whose request does not fit, and says what to do', async () => {
    const { lab, start } = open(() => new Promise(() => {}), { taskBytes: 200 * KIB });
    expect((await start('ada', { text: 'y'.repeat(80 * KIB) })).error).toBeUndefined();
    const { error } = await start('ada', { text: 'y'.repeat(80 * KIB) });
    expect(error).toMatchObject({ code: -32603, data: { kind: 'Busy' } });
    expect(error?.message).toMatch(/Your tasks use \d+ of 102400 bytes.*cancel tasks/);
    expect(lab.kernel.tasks.size).toBe(1);
  });

  it('forgets the oldest ended task of the same principal where its part is held', async () => {
    const { memory, start, get } = open(sized(40 * KIB), { taskBytes: 200 * KIB });
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await start()).id);
    const [oldest, ...newer] = ids as [string, string, string];
    expect(await get(oldest)).toMatchObject({ code: -32602 });
    for (const id of newer) expect(await get(id)).toMatchObject({ status: 'completed' });
    expect(memory.held('ada')).toBeLessThanOrEqual(memory.limits.perPrincipal);
  });

  it('forgets no task of another principal where only the part of one is held', async () => {
    const results = [sized(90 * KIB), sized(10 * KIB), sized(95 * KIB)];
    const { start, get } = open(() => results.shift()?.(), { taskBytes: 300 * KIB, principalPercent: 34 });
    const bobs = await start('bob');
    await start('ada');
    await start('ada');
    expect(await get(bobs.id, 'bob')).toMatchObject({ status: 'completed' });
  });

  it('forgets the oldest ended task of the largest holder where all is held', async () => {
    const { memory, start, get } = open(sized(30 * KIB), { taskBytes: 200 * KIB });
    const ids: [string, string][] = [];
    for (const principal of ['bob', 'ada', 'ada', 'ada', 'bob', 'eve', 'eve'])
      ids.push([(await start(principal)).id, principal]);
    const states = await Promise.all(ids.map(async ([id, principal]) => (await get(id, principal)).status));
    expect(states.map(state => state === 'completed')).toEqual([true, false, true, true, true, true, true]);
    expect(memory.total).toBeLessThanOrEqual(memory.limits.total);
  });

  it('fails a task whose result does not fit, and says that the work was done', async () => {
    const { memory, start, get } = open(sized(150 * KIB), { taskBytes: 200 * KIB });
    const { id } = await start();
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error: {
        code: -32603,
        message: expect.stringMatching(/^The work is done, but its result of \d+ bytes is too large/),
        data: { kind: 'TooLarge' },
      },
    });
    expect(memory.held('ada')).toBeLessThan(10 * KIB);
  });

  it('fails a task whose result is larger than any result may be', async () => {
    const { start, get } = open(sized(50 * KIB), { resultBytes: 20 * KIB });
    expect(await get((await start()).id)).toMatchObject({
      status: 'failed',
      error: { data: { kind: 'TooLarge' } },
    });
  });

  it('counts a question until it is answered', async () => {
    const ask = (_args: object, context: Context) =>
      context.elicit('q', { message: 'm'.repeat(50 * KIB), schema: z.object({}) }).then(() => 'done');
    const { memory, start, get, update } = open(ask);
    const { id } = await start();
    expect(memory.held('ada')).toBeGreaterThan(50 * KIB);
    await update(id, { q: { action: 'accept', content: {} } });
    await turn();
    expect(await get(id)).toMatchObject({ status: 'completed' });
    expect(memory.held('ada')).toBeLessThan(10 * KIB);
  });

  it('fails a task whose question does not fit', async () => {
    const ask = (_args: object, context: Context) =>
      context.elicit('q', { message: 'm'.repeat(150 * KIB), schema: z.object({}) });
    const { memory, start, get } = open(ask, { taskBytes: 200 * KIB });
    const { id } = await start();
    expect(await get(id)).toMatchObject({ status: 'failed', error: { data: { kind: 'Busy' } } });
    expect(memory.held('ada')).toBeLessThan(10 * KIB);
  });
});

describe('the times of a task', () => {
  it('are times of day, whatever the clock of timeouts says', async () => {
    const { start, get } = open(() => 'done');
    const at = '2020-01-01T00:00:00.000Z';
    expect(await get((await start()).id)).toMatchObject({ createdAt: at, lastUpdatedAt: at });
  });
});
