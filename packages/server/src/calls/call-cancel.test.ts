import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, gate, Lab, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';

function labWith(call: (context: Context) => unknown): Lab {
  const work = tool({
    name: 'work',
    description: 'Works.',
    access: 'read',
    call: (_args, context) => call(context),
  });
  return new Lab({ tools: [work] });
}

const cancelled = (requestId: unknown, reason?: string) =>
  ({
    kind: 'notification',
    method: 'notifications/cancelled',
    params: { requestId, ...(reason !== undefined && { reason }) },
  }) as Parameters<Lab['kernel']['notified']>[0];

describe('cancellation', () => {
  it.each(REVISIONS)(
    'aborts the signal with its reason and ends the request without a reply ($id)',
    async revision => {
      let signal: AbortSignal | undefined;
      const lab = labWith(context => {
        signal = context.signal;
        return new Promise(() => {});
      });
      const exchange = lab.sendTool(lab.caller(revision), 'work');
      expect(signal?.aborted).toBe(false);
      exchange.call?.cancel('enough');
      expect(signal?.aborted).toBe(true);
      expect(signal?.reason).toMatchObject({ message: 'enough' });
      expect(exchange.replies).toEqual([undefined]);
    },
  );

  it.each(REVISIONS)(
    'is final: nothing is sent afterwards, and the handler’s result is dropped ($id)',
    async revision => {
      const { opened, open } = gate();
      const lab = labWith(async context => {
        await opened;
        context.progress(1);
        context.log('emergency', 'late');
        return 'late';
      });
      const plain = lab.caller(revision);
      const caller = plain.session ?? { ...plain, logLevel: 'debug' as const };
      const exchange = lab.sendTool(caller, 'work', {}, { _meta: { progressToken: 't' } });
      exchange.call?.cancel('enough');
      open();
      await turn();
      expect(exchange.sent).toEqual([]);
      expect(exchange.replies).toEqual([undefined]);
      exchange.call?.cancel('again');
      expect(exchange.replies).toHaveLength(1);
    },
  );

  it.each(REVISIONS)('reaches a handler that looks at its signal only later ($id)', async revision => {
    const { opened, open } = gate();
    let late: AbortSignal | undefined;
    const lab = labWith(async context => {
      await opened;
      late = context.signal;
    });
    lab.sendTool(lab.caller(revision), 'work').call?.cancel('enough');
    open();
    await turn();
    expect(late?.aborted).toBe(true);
    expect(late?.reason).toMatchObject({ message: 'enough' });
  });

  it.each(SESSION_REVISIONS)(
    'after it no question is sent, and a handler that asks one is rejected ($id)',
    async revision => {
      const { opened, open } = gate();
      let outcome = 'waiting';
      const lab = labWith(async context => {
        await opened;
        await context.sample('s', { messages: [], maxTokens: 1 }).catch(() => {
          outcome = 'refused';
        });
      });
      const exchange = lab.sendTool(lab.caller(revision, ALL_CAPABILITIES), 'work');
      exchange.call?.cancel('enough');
      open();
      await turn();
      expect(exchange.sent).toEqual([]);
      expect(outcome).toBe('refused');
    },
  );

  it('ends a question that the client has not answered yet', async () => {
    let outcome = 'waiting';
    const lab = labWith(context =>
      context.elicit('q', { message: 'Well?', schema: z.object({}) }).catch(() => {
        outcome = 'refused';
      }),
    );
    const exchange = lab.sendTool(lab.session('2025-11-25', ALL_CAPABILITIES), 'work');
    await exchange.next();
    exchange.call?.cancel('enough');
    await turn();
    expect(outcome).toBe('refused');
  });
});

describe('notifications/cancelled', () => {
  it.each(SESSION_REVISIONS)('cancels the request of its own session and no other ($id)', async revision => {
    const lab = labWith(() => new Promise(() => {}));
    const [mine, theirs] = [lab.session(revision.id), lab.session(revision.id)];
    const params = { name: 'work' };
    const here = lab.send(mine, 'tools/call', params, { id: 5 });
    const there = lab.send(theirs, 'tools/call', params, { id: 5 });
    lab.kernel.notified(cancelled(5, 'changed my mind'), mine);
    expect(here.replies).toEqual([undefined]);
    expect(here.call?.signal.reason).toMatchObject({ message: 'changed my mind' });
    expect(there.replies).toEqual([]);
  });

  it('tells the id 5 from the id "5"', () => {
    const lab = labWith(() => new Promise(() => {}));
    const session = lab.session('2025-11-25');
    const exchange = lab.send(session, 'tools/call', { name: 'work' }, { id: '5' });
    lab.kernel.notified(cancelled(5), session);
    expect(exchange.replies).toEqual([]);
    lab.kernel.notified(cancelled('5'), session);
    expect(exchange.replies).toEqual([undefined]);
  });

  it('is ignored for an id that is unknown, answered or invalid', async () => {
    const lab = labWith(() => 'done');
    const session = lab.session('2025-11-25');
    const exchange = lab.send(session, 'tools/call', { name: 'work' }, { id: 1 });
    await exchange.answer();
    for (const id of [1, 99, null, {}, undefined]) lab.kernel.notified(cancelled(id), session);
    expect(exchange.replies).toHaveLength(1);
  });

  it('does not let a client’s reason grow without bound', () => {
    const lab = labWith(() => new Promise(() => {}));
    const session = lab.session('2025-11-25');
    const exchange = lab.send(session, 'tools/call', { name: 'work' }, { id: 1 });
    lab.kernel.notified(cancelled(1, 'x'.repeat(10_000)), session);
    expect(exchange.call?.signal.reason).toHaveProperty('message.length', 256);
  });
});
