import { REVISION_2026_07_28, REVISIONS, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { error } from './content.js';
import type { Context } from './context.js';
import { gate, Lab, turn } from './lab.test.js';
import { tool } from './tool.js';
import { WorldError } from './world-error.js';

const schema = z.object({ sure: z.boolean() });
const ELICITS = { elicitation: {} };
const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

function lab(
  call: (args: { size?: number | undefined }, context: Context) => unknown,
  grants = { writes: true },
): Lab {
  const write = tool({
    name: 'write',
    description: 'Writes.',
    access: 'write',
    input: z.object({ size: z.int().optional() }),
    call,
  });
  return new Lab({ tools: [write] }, { grants });
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
      expect(subject.audits).toEqual([
        {
          at: started,
          world: 'lab',
          principal: 'ada',
          client: 'lab-client',
          tool: 'write',
          access: 'write',
          outcome: 'done',
          operationKey: 'k-1',
          ms: 12,
        },
      ]);
    },
  );

  it.each(REVISIONS)('has one event for a write that failed ($id)', async revision => {
    for (const fail of [
      () => error('No.'),
      () => {
        throw new WorldError('Conflict', 'No.');
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

  it.each(REVISIONS)(
    'has one event for a write that was cancelled, whatever its handler makes of it ($id)',
    async revision => {
      for (const end of ['return', 'throw'] as const) {
        const { opened, open } = gate();
        const subject = lab(async () => {
          await opened;
          if (end === 'throw') throw new Error('stopped');
          return 'written';
        });
        subject.sendTool(subject.caller(revision), 'write').call?.cancel('enough');
        open();
        await turn();
        expect(outcomes(subject)).toEqual(['cancelled']);
      }
    },
  );

  it('has one event for a write that was stopped and whose handler never comes back', async () => {
    const subject = lab(() => new Promise(() => {}));
    subject.sendTool(subject.session('2025-11-25'), 'write');
    subject.clock += 60_001;
    subject.kernel.sweep();
    await turn();
    expect(outcomes(subject)).toEqual(['cancelled']);
  });

  it('says what the client was told where one answer is wrong and another is missing', async () => {
    const subject = lab(async (_args, context) => {
      const ask = (key: string) => context.elicit(key, { message: key, schema });
      return JSON.stringify(await Promise.all([ask('a'), ask('b')]));
    });
    const more = { inputResponses: { a: { action: 'perhaps' } } };
    const { error } = await subject.callTool(subject.caller(REVISION_2026_07_28, ELICITS), 'write', {}, more);
    expect(error.code).toBe(-32602);
    expect(outcomes(subject)).toEqual(['invalid']);
  });

  it('says that a write asked its client, and has the outcome of the second round', async () => {
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

  it('says that a write asked its client even when the handler caught the pause', async () => {
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

  it('has one event for a task that was cancelled', async () => {
    const subject = lab((_args, context) => context.task(() => new Promise(() => {})));
    const caller = subject.caller(REVISION_2026_07_28, TASKS);
    const { result } = await subject.callTool(caller, 'write');
    await subject.ask(caller, 'tasks/cancel', { taskId: result.taskId as string });
    await turn();
    expect(outcomes(subject)).toEqual(['cancelled']);
  });

  it('has nothing of reads, nor of tools that do not exist', async () => {
    const look = tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'seen' });
    const subject = new Lab({ tools: [look] });
    for (const revision of REVISIONS) {
      await subject.callTool(subject.caller(revision), 'look');
      await subject.callTool(subject.caller(revision), 'touch');
    }
    expect(subject.audits).toEqual([]);
  });
});
