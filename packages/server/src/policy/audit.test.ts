import { setTimeout as delay } from 'node:timers/promises';
import { REVISION_2026_07_28, REVISIONS, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { error } from '../api/content.js';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import { gate, Lab, type LabOptions, turn } from '../kernel/lab.test.js';
import { structuredAnswer } from '../kit/structured-answer.js';

const schema = z.object({ sure: z.boolean() });
const ELICITS = { elicitation: {} };
const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

function lab(
  call: (args: { size?: number | undefined }, context: Context) => unknown,
  grants = { writes: true },
  audit: LabOptions['audit'] = {},
): Lab {
  const write = tool({
    name: 'write',
    description: 'Writes.',
    access: 'write',
    input: z.object({ size: z.int().optional() }),
    call,
  });
  return new Lab({ tools: [write] }, { grants, audit });
}

const outcomes = ({ audits }: Lab) => audits.map(({ outcome }) => outcome);

describe('the audit', () => {
  it.each(REVISIONS)(
    'has one event for a write that was done, and says who did what ($id)',
    async revision => {
      const subject = lab(() => {
        subject.clock += 12;
        return 'written';
      });
      const started = new Date(subject.clock).toISOString();
      const more = { _meta: { 'worldwire/operationKey': 'k-1' } };
      await subject.callTool(subject.caller(revision, {}, 'ada'), 'write', {}, more);
      const intent = {
        id: expect.stringMatching(/^[\w-]{12}-1$/),
        at: started,
        world: 'lab',
        principal: 'ada',
        origin: 'token',
        client: 'lab-client',
        tool: 'write',
        access: 'write',
        operationKey: 'k-1',
        argumentsDigest: expect.stringMatching(/^[0-9a-f]{16}$/),
        arguments: '{}',
      };
      expect(subject.intents).toEqual([intent]);
      expect(subject.audits).toEqual([{ ...intent, id: subject.intents[0]?.id, outcome: 'done', ms: 12 }]);
    },
  );

  it.each(REVISIONS)('sends the answer of a write after its outcome is recorded ($id)', async revision => {
    const { opened, open } = gate();
    const subject = lab(() => 'written', { writes: true }, { end: () => opened });
    const exchange = subject.sendTool(subject.caller(revision), 'write');
    let answered = false;
    const answer = exchange.answer().then(() => {
      answered = true;
    });
    await turn();
    expect(answered).toBe(false);
    open();
    await answer;
  });

  it('has the revision of the answer and the digest of the plan that the call confirmed', async () => {
    const write = tool({
      name: 'write',
      description: 'Writes.',
      access: 'write',
      common: ['expectDigest', 'dryRun'],
      call: () => structuredAnswer({ digest: 'made', dryRun: true }, { revision: 7 }),
    });
    const subject = new Lab({ tools: [write] }, { grants: { writes: true } });
    await subject.callTool(subject.caller(REVISION_2026_07_28), 'write', { expectDigest: 'confirmed' });
    await subject.callTool(subject.caller(REVISION_2026_07_28), 'write', { dryRun: true });
    expect(subject.audits).toMatchObject([
      { outcome: 'done', revision: 7, planDigest: 'confirmed' },
      { outcome: 'done', revision: 7, planDigest: 'made', dryRun: true },
    ]);
  });

  it.each(REVISIONS)('has one event for a write that failed ($id)', async revision => {
    for (const fail of [
      () => error('No.'),
      () => {
        throw new WorldError('Conflict', 'No.', 'Wait.');
      },
      () => {
        throw new Error('bug');
      },
    ]) {
      const subject = lab(fail);
      await subject.callTool(subject.caller(revision), 'write');
      expect(outcomes(subject)).toEqual(['failed']);
    }
  });

  it.each(REVISIONS)('has one event for a write that was denied ($id)', async revision => {
    const subject = lab(() => 'written', { writes: false });
    await subject.callTool(subject.caller(revision), 'write');
    expect(outcomes(subject)).toEqual(['denied']);
  });

  it.each(REVISIONS)('has one event for a write with invalid arguments ($id)', async revision => {
    const subject = lab(() => 'written');
    await subject.callTool(subject.caller(revision), 'write', { size: 'big' });
    expect(outcomes(subject)).toEqual(['invalid']);
  });

  describe.each(REVISIONS)('of a write whose client did not wait ($id)', revision => {
    const stopped = async (end: (context: Context) => unknown) => {
      const { opened, open } = gate();
      const subject = lab(async (_args, context) => {
        await opened;
        return end(context);
      });
      subject.sendTool(subject.caller(revision), 'write').call?.cancel('enough');
      await turn();
      expect(subject.audits).toEqual([]);
      open();
      await turn();
      expect(subject.audits).toHaveLength(1);
      return subject.audits[0];
    };

    it('records that it was done, unread', async () => {
      expect(await stopped(() => 'written')).toMatchObject({ outcome: 'done', unread: true });
    });

    it('records that it failed, unread', async () => {
      const unread = { outcome: 'failed', unread: true };
      expect(await stopped(() => error('No.'))).toMatchObject(unread);
      expect(await stopped(() => Promise.reject(new WorldError('Conflict', 'No.', 'Wait.')))).toMatchObject(
        unread,
      );
      expect(await stopped(() => Promise.reject(new Error('bug')))).toMatchObject(unread);
    });

    it('records that it was cancelled where the handler stopped on its signal', async () => {
      const ends: ((context: Context) => unknown)[] = [
        ({ signal }) => signal.throwIfAborted(),
        ({ signal }) => delay(1_000, undefined, { signal }),
        ({ signal }) => Promise.reject(new Error('Given up.', { cause: signal.reason })),
      ];
      for (const end of ends) {
        const event = await stopped(end);
        expect(event).toMatchObject({ outcome: 'cancelled' });
        expect(event).not.toHaveProperty('unread');
      }
    });
  });

  it('records a write as cancelled whose question got no answer', async () => {
    const ask = (context: Context) => context.elicit('sure', { message: 'Sure?', schema });
    const subject = lab((_args, context) => ask(context));
    const exchange = subject.sendTool(subject.session('2025-11-25', ELICITS), 'write');
    await exchange.next();
    exchange.call?.cancel('enough');
    await turn();
    const session = subject.session('2025-11-25', ELICITS);
    await subject.sendTool(session, 'write').next();
    subject.kernel.sessions.end(session, 'The client left.');
    await turn();
    const tasks = lab((_args, context) => context.task(ask));
    const caller = tasks.caller(REVISION_2026_07_28, { ...ELICITS, ...TASKS });
    const { result } = await tasks.callTool(caller, 'write');
    await tasks.ask(caller, 'tasks/cancel', { taskId: result.taskId as string });
    await turn();
    expect([outcomes(subject), outcomes(tasks)]).toEqual([['cancelled', 'cancelled'], ['cancelled']]);
  });

  it('records as unknown a write that was cancelled and did not return', async () => {
    const subject = lab(() => new Promise(() => {}));
    subject.sendTool(subject.session('2025-11-25'), 'write');
    subject.clock += 60_001;
    subject.kernel.sweep();
    await turn();
    expect(outcomes(subject)).toEqual([]);
    subject.clock += 60_001;
    subject.kernel.sweep();
    subject.kernel.sweep();
    expect(outcomes(subject)).toEqual(['unknown']);
  });

  it('has an event for every write when the server has stopped', async () => {
    const subject = new Lab(
      {
        tools: [
          tool({ name: 'stay', description: 'S.', access: 'write', call: () => new Promise(() => {}) }),
          tool({
            name: 'heed',
            description: 'H.',
            access: 'write',
            call: (_args, { signal }) => delay(60_000, undefined, { signal }),
          }),
        ],
      },
      { grants: { writes: true }, limits: { drainMs: 0 } },
    );
    for (const name of ['stay', 'heed']) subject.sendTool(subject.session('2025-11-25'), name);
    await subject.kernel.close();
    expect(subject.audits.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['heed', 'cancelled'],
      ['stay', 'unknown'],
    ]);
  });

  it('records the outcome that the client got where one answer is wrong and another is missing', async () => {
    const subject = lab(async (_args, context) => {
      const ask = (key: string) => context.elicit(key, { message: key, schema });
      return JSON.stringify(await Promise.all([ask('a'), ask('b')]));
    });
    const caller = subject.caller(REVISION_2026_07_28, ELICITS);
    const { requestState } = (await subject.callTool(caller, 'write')).result;
    const more = { inputResponses: { a: { action: 'perhaps' } }, requestState: requestState as string };
    expect((await subject.callTool(caller, 'write', {}, more)).error.code).toBe(-32602);
    expect(outcomes(subject)).toEqual(['asked', 'invalid']);
  });

  it('records that a write asked its client, and the outcome of the second round', async () => {
    const subject = lab(async (_args, context) => {
      await context.elicit('sure', { message: 'Sure?', schema });
      return 'written';
    });
    const caller = subject.caller(REVISION_2026_07_28, ELICITS);
    const asked = await subject.callTool(caller, 'write');
    expect(outcomes(subject)).toEqual(['asked']);
    const inputResponses = { sure: { action: 'accept', content: { sure: true } } };
    await subject.callTool(
      caller,
      'write',
      {},
      { inputResponses, requestState: asked.result.requestState as string },
    );
    expect(outcomes(subject)).toEqual(['asked', 'done']);
  });

  it('records that a write asked its client even when the handler caught InputRequired', async () => {
    const subject = lab(async (_args, context) => {
      await context.elicit('sure', { message: 'Sure?', schema }).catch(() => {});
      return 'never seen';
    });
    const { result } = await subject.callTool(subject.caller(REVISION_2026_07_28, ELICITS), 'write');
    expect(result.resultType).toBe('input_required');
    expect(outcomes(subject)).toEqual(['asked']);
  });

  it('has one event for a write that goes on as a task, when its outcome is known', async () => {
    const ends: readonly (readonly [() => unknown, string])[] = [
      [() => 'written', 'done'],
      [() => error('No.'), 'failed'],
      [() => Promise.reject(new Error('bug')), 'failed'],
    ];
    for (const [end, outcome] of ends) {
      const { opened, open } = gate();
      const subject = lab((_args, context) => context.task(() => opened.then(end)));
      const { result } = await subject.callTool(subject.caller(REVISION_2026_07_28, TASKS), 'write');
      expect(result.resultType).toBe('task');
      expect(outcomes(subject)).toEqual([]);
      open();
      await turn();
      expect(outcomes(subject)).toEqual([outcome]);
    }
  });

  it('does not take the end of a request for the end of the task it started', async () => {
    const { opened, open } = gate();
    const subject = lab((_args, context) => context.task(() => opened.then(() => 'written')));
    const exchange = subject.sendTool(subject.caller(REVISION_2026_07_28, TASKS), 'write');
    await exchange.answer();
    exchange.call?.cancel('The client closed the stream.');
    open();
    await turn();
    expect(outcomes(subject)).toEqual(['done']);
  });

  it('records a write as cancelled that had not begun its task', async () => {
    const { opened, open } = gate();
    let worked = false;
    const subject = lab(async (_args, context) => {
      await opened;
      return context.task(async () => {
        worked = true;
        return 'written';
      });
    });
    const exchange = subject.sendTool(subject.caller(REVISION_2026_07_28, TASKS), 'write');
    exchange.call?.cancel('The client closed the stream.');
    open();
    await turn();
    expect([worked, outcomes(subject)]).toEqual([false, ['cancelled']]);
  });

  it('has one event for a task that was cancelled, with what came of it', async () => {
    const ends: readonly (readonly [(signal: AbortSignal) => unknown, object])[] = [
      [signal => signal.throwIfAborted(), { outcome: 'cancelled' }],
      [() => 'written', { outcome: 'done', unread: true }],
      [() => Promise.reject(new Error('bug')), { outcome: 'failed', unread: true }],
    ];
    for (const [end, event] of ends) {
      const { opened, open } = gate();
      const subject = lab((_args, context) =>
        context.task(async ({ signal }) => {
          await opened;
          return end(signal);
        }),
      );
      const caller = subject.caller(REVISION_2026_07_28, TASKS);
      const { result } = await subject.callTool(caller, 'write');
      await subject.ask(caller, 'tasks/cancel', { taskId: result.taskId as string });
      expect(subject.audits).toEqual([]);
      open();
      await turn();
      expect(subject.audits).toMatchObject([event]);
    }
  });

  it.each(REVISIONS)('has the name of a client cut and escaped ($id)', async revision => {
    const subject = lab(() => 'written', { writes: false });
    const hostile = 'a\u001b\u007f\u009b\u2028\u2029\u202e\u2066\u200f\u{e0001}\ud800b\\\u0085é';
    const legible = 'a\\u001b\\u007f\\u009b\\u2028\\u2029\\u202e\\u2066\\u200f\\u{e0001}\\ud800b\\\\u0085é';
    const key = (text: string) => ({ _meta: { 'worldwire/operationKey': text } });
    const caller = (name: string) =>
      Object.defineProperty(subject.caller(revision), 'client', { value: { name, version: '1' } });
    await subject.callTool(caller(hostile), 'write', {}, key(hostile));
    await subject.callTool(caller('n'.repeat(100_000)), 'write', {}, key('k'.repeat(100_000)));
    expect(subject.audits).toMatchObject([
      { outcome: 'denied', client: legible, operationKey: legible },
      { outcome: 'denied', client: `${'n'.repeat(255)}…`, operationKey: `${'k'.repeat(255)}…` },
    ]);
  });

  it('has no events of reads and of unknown tools', async () => {
    const look = tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'seen' });
    const subject = new Lab({ tools: [look] });
    for (const revision of REVISIONS) {
      await subject.callTool(subject.caller(revision), 'look');
      await subject.callTool(subject.caller(revision), 'touch');
    }
    expect(subject.audits).toEqual([]);
  });
});
