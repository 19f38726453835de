import { REVISION_2026_07_28, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { Lab, numbered, turn } from '../kernel/lab.test.js';

const CAPABLE = { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } };
const forever = () => new Promise(() => {});
const asking = (context: Context) => context.elicit('q', { message: 'Well?', schema: z.object({}) });

function labWith(work: (context: Context) => unknown, limits = {}) {
  const job = tool({
    name: 'job',
    description: 'Works.',
    access: 'read',
    call: (_args, context) => context.task(work),
  });
  const lab = new Lab({ tools: [job] }, { limits });
  const caller = lab.caller(REVISION_2026_07_28, CAPABLE);
  return {
    lab,
    start: async () => {
      const { result, error } = await lab.callTool(caller, 'job');
      await turn();
      return { taskId: result?.taskId as string, error };
    },
    status: async (taskId: string) => {
      const { result, error } = await lab.ask(caller, 'tasks/get', { taskId });
      return result?.status ?? error.code;
    },
    pass: (ms: number) => {
      lab.clock += ms;
      lab.kernel.sweep();
    },
  };
}

describe('tasks', () => {
  it('have ids of at least 128 random bits', async () => {
    const { lab, start } = labWith(forever);
    const { taskId } = await start();
    expect(lab.randomness[0]).toBeGreaterThanOrEqual(16);
    expect(new Uint8Array(Buffer.from(taskId, 'base64url'))).toEqual(numbered(1, lab.randomness[0]!));
  });

  it('that ended can be read until they expire', async () => {
    const { start, status, pass } = labWith(() => 'done', { taskTtlMs: 1_000 });
    const { taskId } = await start();
    pass(999);
    expect(await status(taskId)).toBe('completed');
    pass(1);
    expect(await status(taskId)).toBe(-32602);
  });

  it('that wait for an answer are cancelled and deleted when they expire', async () => {
    let outcome = 'waiting';
    const { lab, start, status, pass } = labWith(
      context =>
        asking(context).catch(() => {
          outcome = 'refused';
        }),
      { taskTtlMs: 1_000 },
    );
    const { taskId } = await start();
    expect(await status(taskId)).toBe('input_required');
    pass(1_000);
    await turn();
    expect(outcome).toBe('refused');
    expect(lab.kernel.tasks.size).toBe(0);
  });

  it('that run do not expire with finished ones', async () => {
    const { start, status, pass } = labWith(forever, { taskTtlMs: 1_000 });
    const { taskId } = await start();
    pass(1_000_000);
    expect(await status(taskId)).toBe('working');
  });

  it('that run longer than taskMs without a change are cancelled, and their signal aborts', async () => {
    let signal: AbortSignal | undefined;
    const { lab, start, status, pass } = labWith(
      context => {
        signal = context.signal;
        return forever();
      },
      { taskMs: 1_000, taskTtlMs: 5_000 },
    );
    const { taskId } = await start();
    pass(999);
    expect([await status(taskId), signal?.aborted]).toEqual(['working', false]);
    pass(1);
    expect([await status(taskId), signal?.aborted]).toEqual(['cancelled', true]);
    pass(5_000);
    expect(lab.kernel.tasks.size).toBe(0);
  });

  it('are limited: one too many is refused, and running ones continue', async () => {
    const { lab, start, status } = labWith(forever, { tasks: 2 });
    const { taskId } = await start();
    await start();
    expect((await start()).error).toMatchObject({ code: -32603, data: { kind: 'Busy' } });
    expect(lab.kernel.tasks.size).toBe(2);
    expect(await status(taskId)).toBe('working');
  });

  it('of one principal are half of them: another one starts its own, and keeps what it has', async () => {
    const { lab } = labWith(forever, { tasks: 4 });
    const start = (principal: string) =>
      lab.callTool(lab.caller(REVISION_2026_07_28, CAPABLE, principal), 'job');
    await start('ada');
    await start('ada');
    expect((await start('ada')).error).toMatchObject({
      message:
        '2 tasks of yours are kept, which is your share: this world has 4 (tasks), and one principal may have 2 of them (principalPercent: 50).',
      data: { kind: 'Busy', hint: expect.stringContaining('cancel tasks') },
    });
    await start('bob');
    expect((await start('bob')).result?.taskId).toBeDefined();
    expect(lab.kernel.tasks.size).toBe(4);
  });

  it('that ended make room for their own principal first, and for others only where it has more', async () => {
    const { lab } = labWith(() => 'done', { tasks: 4 });
    const start = async (principal: string) => {
      const caller = lab.caller(REVISION_2026_07_28, CAPABLE, principal);
      const { result } = await lab.callTool(caller, 'job');
      await turn();
      return { taskId: result?.taskId as string, caller };
    };
    const isKept = async ({ taskId, caller }: Awaited<ReturnType<typeof start>>) =>
      (await lab.ask(caller, 'tasks/get', { taskId })).error === undefined;
    const kept = [await start('bob'), await start('ada'), await start('ada')];
    await start('ada');
    expect(await Promise.all(kept.map(isKept))).toEqual([true, false, true]);
    const [first, last] = [kept[0]!, await start('eve')];
    await start('max');
    expect(await Promise.all([first, last, kept[2]!].map(isKept))).toEqual([true, true, false]);
    expect(lab.kernel.tasks.size).toBe(4);
  });

  it('make room when some have expired', async () => {
    const { lab, start } = labWith(() => 'done', { tasks: 2, taskTtlMs: 1_000 });
    await start();
    await start();
    lab.clock += 1_000;
    expect((await start()).error).toBeUndefined();
    expect(lab.kernel.tasks.size).toBe(1);
  });

  it('end with the server', async () => {
    let signal: AbortSignal | undefined;
    const { lab, start } = labWith(context => {
      signal = context.signal;
      return forever();
    });
    await start();
    await lab.kernel.close();
    expect(signal?.aborted).toBe(true);
  });
});
