import { type JsonObject, REVISION_2026_07_28, REVISIONS, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { error } from '../api/content.js';
import type { Context } from '../api/context.js';
import { type ToolDefinition, tool } from '../api/tool.js';
import { gate, Lab, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';
import type { Caller } from '../sessions/caller.js';

const CAPABLE = { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } };
const value = z.object({ value: z.string() });

interface Started {
  readonly lab: Lab;
  readonly caller: Caller;
  readonly taskId: string;
  get(): Promise<JsonObject>;
}

function labWith(
  work: (context: Context) => unknown,
  limits = {},
  more: Partial<ToolDefinition<z.ZodObject>> = {},
): Lab {
  const job = tool({
    name: 'job',
    description: 'Takes long.',
    access: 'read',
    ...more,
    call: (_args, context) => context.task(work),
  });
  return new Lab({ tools: [job] }, { limits });
}

async function start(lab: Lab, caller = lab.caller(REVISION_2026_07_28, CAPABLE)): Promise<Started> {
  const { result } = await lab.callTool(caller, 'job');
  const taskId = result.taskId as string;
  return { lab, caller, taskId, get: async () => (await lab.ask(caller, 'tasks/get', { taskId })).result };
}

describe('a task', () => {
  it('is announced in place of the result, and can be found at once', async () => {
    const lab = labWith(() => new Promise(() => {}));
    const now = new Date(lab.clock).toISOString();
    const caller = lab.caller(REVISION_2026_07_28, CAPABLE);
    const { result } = await lab.callTool(caller, 'job');
    const summary = {
      taskId: expect.stringMatching(/^[\w-]{22,}$/),
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: 15 * 60_000,
      pollIntervalMs: 1_000,
    };
    expect(result).toMatchObject({ resultType: 'task', ...summary });
    expect(result).not.toHaveProperty('content');
    const { result: got } = await lab.ask(caller, 'tasks/get', { taskId: result.taskId as string });
    expect(got).toMatchObject({ resultType: 'complete', ...summary });
  });

  it('completes with the result the call would have had', async () => {
    const { opened, open } = gate();
    const { get, lab } = await start(labWith(() => opened.then(() => 'done')));
    expect(await get()).not.toHaveProperty('result');
    open();
    lab.clock += 5_000;
    await turn();
    const done = await get();
    expect(done).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'done' }] },
    });
    expect(Date.parse(done.lastUpdatedAt as string) - Date.parse(done.createdAt as string)).toBe(5_000);
  });

  it('completes with a failed result where the work failed, and fails where there is none', async () => {
    const soft = await start(labWith(() => error('No.')));
    await turn();
    expect(await soft.get()).toMatchObject({ status: 'completed', result: { isError: true } });
    const lab = labWith(() => 'x', {}, { output: z.object({ n: z.number() }) });
    const hard = await start(lab);
    await turn();
    expect(await hard.get()).toMatchObject({ status: 'failed', error: { code: -32603 } });
    expect(JSON.stringify(await hard.get())).not.toMatch(/Zod|\.ts/);
  });

  it('runs on when the client that started it is gone', async () => {
    const { opened, open } = gate();
    const lab = labWith(async context => {
      await opened;
      return `aborted: ${context.signal.aborted}`;
    });
    const caller = lab.caller(REVISION_2026_07_28, CAPABLE);
    const exchange = lab.sendTool(caller, 'job');
    const taskId = (await exchange.answer()).result.taskId as string;
    exchange.call?.cancel('gone');
    open();
    await turn();
    const { result } = await lab.ask(caller, 'tasks/get', { taskId });
    expect(result).toMatchObject({ status: 'completed', result: { content: [{ text: 'aborted: false' }] } });
  });

  it('says nothing to the request that started it', async () => {
    const lab = labWith(context => {
      context.progress(1);
      context.log('emergency', 'x');
      return 'done';
    });
    const caller = { ...lab.caller(REVISION_2026_07_28, CAPABLE), logLevel: 'debug' as const };
    const exchange = lab.sendTool(caller, 'job', {}, { _meta: { progressToken: 't' } });
    await exchange.answer();
    await turn();
    expect(exchange.sent).toEqual([]);
  });

  it('runs in place for clients that do not speak of tasks', async () => {
    const lab = labWith(() => 'done');
    for (const revision of REVISIONS) {
      const { result } = await lab.callTool(lab.caller(revision, { elicitation: {} }), 'job');
      expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    }
    expect(lab.kernel.tasks.size).toBe(0);
  });

  it('runs in place before 2026, whatever the client declares', async () => {
    const lab = labWith(() => 'done');
    for (const { id } of SESSION_REVISIONS) {
      const { result } = await lab.callTool(lab.session(id, CAPABLE), 'job');
      expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    }
  });

  it('is -32021 where it cannot run in place and the client does not speak of tasks', async () => {
    const lab = labWith(() => 'done', {}, { taskRequired: true });
    for (const revision of REVISIONS) {
      const { error } = await lab.callTool(lab.caller(revision), 'job');
      expect(error.code).toBe(-32021);
      expect(error.data).toEqual({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
    }
  });
});

describe('tasks/cancel', () => {
  it('stops the work, for good', async () => {
    let signal: AbortSignal | undefined;
    const { opened, open } = gate();
    const { lab, caller, taskId, get } = await start(
      labWith(context => {
        signal = context.signal;
        return opened;
      }),
    );
    expect((await lab.ask(caller, 'tasks/cancel', { taskId })).result).toMatchObject({
      resultType: 'complete',
    });
    expect(signal?.aborted).toBe(true);
    open();
    await turn();
    expect(await get()).toMatchObject({ status: 'cancelled' });
    expect(await get()).not.toHaveProperty('result');
  });

  it('does not change what has ended', async () => {
    const { lab, caller, taskId, get } = await start(labWith(() => 'done'));
    await turn();
    await lab.ask(caller, 'tasks/cancel', { taskId });
    expect(await get()).toMatchObject({ status: 'completed' });
  });
});

describe('tasks/update', () => {
  const asking = () =>
    labWith(async context => {
      const ask = async (key: string) => {
        const answer = await context.elicit(key, { message: `${key}?`, schema: value });
        return answer.action === 'accept' ? answer.content.value : answer.action;
      };
      return (await Promise.all([ask('a'), ask('b')])).join();
    });
  const accept = (text: string): JsonObject => ({ action: 'accept', content: { value: text } });

  it('answers the questions the task shows, one by one', async () => {
    const { lab, caller, taskId, get } = await start(asking());
    await turn();
    const update = (inputResponses: JsonObject) =>
      lab.ask(caller, 'tasks/update', { taskId, inputResponses });
    expect(await get()).toMatchObject({
      status: 'input_required',
      inputRequests: { a: { method: 'elicitation/create' }, b: { method: 'elicitation/create' } },
    });
    await update({ a: accept('1'), unknown: accept('x') });
    const half = await get();
    expect(half.status).toBe('input_required');
    expect(Object.keys(half.inputRequests as JsonObject)).toEqual(['b']);
    await update({ a: accept('too late'), b: accept('2') });
    await turn();
    expect(await get()).toMatchObject({ status: 'completed', result: { content: [{ text: '1,2' }] } });
  });

  it('needs answers by key', async () => {
    const { lab, caller, taskId } = await start(asking());
    for (const inputResponses of [[], 'x', null]) {
      const { error } = await lab.ask(caller, 'tasks/update', { taskId, inputResponses });
      expect(error.code).toBe(-32602);
    }
    expect((await lab.ask(caller, 'tasks/update', { taskId })).error.code).toBe(-32602);
  });
});

describe.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s', method => {
  it('knows a task only for its owner', async () => {
    const { lab, taskId, get } = await start(labWith(() => new Promise(() => {})));
    const eve = lab.caller(REVISION_2026_07_28, CAPABLE, 'eve');
    for (const id of [taskId, 'guess', 7, null, undefined]) {
      const params = { inputResponses: {}, ...(id !== undefined && { taskId: id }) };
      expect((await lab.ask(eve, method, params)).error.code).toBe(-32602);
    }
    expect(await get()).toMatchObject({ status: 'working' });
  });

  it('is -32021 for clients that do not speak of tasks, before anything is looked up', async () => {
    const { lab, taskId } = await start(labWith(() => 'done'));
    const plain = lab.caller(REVISION_2026_07_28);
    for (const id of [taskId, 'guess']) {
      const { error } = await lab.ask(plain, method, { taskId: id, inputResponses: {} });
      expect(error.code).toBe(-32021);
      expect(error.data).toEqual({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
    }
  });

  it('exists since 2026-07-28 alone', async () => {
    const lab = labWith(() => 'done');
    for (const { id } of SESSION_REVISIONS) {
      expect((await lab.ask(lab.session(id), method, { taskId: 'x' })).error.code).toBe(-32601);
    }
  });
});
