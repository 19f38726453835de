import { REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, Lab, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS, type Limits } from '../limits/limits.js';

const LIMITS = { handlerMs: 1_000, answerMs: 5_000 };
const forever = new Promise(() => {});

function labWith(call: (context: Context) => unknown, limits: Partial<Limits> = LIMITS): Lab {
  const work = tool({
    name: 'work',
    description: 'Works.',
    access: 'read',
    call: (_args, context) => call(context),
  });
  return new Lab({ tools: [work] }, { limits });
}

function pass(lab: Lab, ms: number): void {
  lab.clock += ms;
  lab.kernel.sweep();
}

describe('a handler that takes too long', () => {
  it.each(REVISIONS)(
    'is stopped with an error that has the time limit and the next step ($id)',
    async revision => {
      const lab = labWith(() => forever);
      const exchange = lab.sendTool(lab.caller(revision), 'work');
      pass(lab, 1_000);
      expect(exchange.replies).toEqual([]);
      pass(lab, 1);
      expect((await exchange.answer()).error).toMatchObject({
        code: -32603,
        message: expect.stringContaining('1000 ms'),
        data: { kind: 'Timeout', hint: expect.any(String) },
      });
      expect(exchange.call?.signal.aborted).toBe(true);
    },
  );

  it.each(REVISIONS)(
    'has its time limit restarted by every progress report, with or without a token ($id)',
    async revision => {
      for (const more of [{}, { _meta: { progressToken: 't' } }]) {
        let context: Context | undefined;
        const lab = labWith(given => {
          context = given;
          return forever;
        });
        const exchange = lab.sendTool(lab.caller(revision), 'work', {}, more);
        for (let step = 0; step < 5; step++) {
          pass(lab, 900);
          context?.progress(step);
        }
        expect(exchange.replies).toEqual([]);
        pass(lab, 1_001);
        expect(exchange.replies).toHaveLength(1);
      }
    },
  );

  it.each(REVISIONS)('is stopped after longestCallMs, whatever it reports ($id)', async revision => {
    let context: Context | undefined;
    const lab = labWith(
      given => {
        context = given;
        return forever;
      },
      { handlerMs: 1_000, longestCallMs: 2_500 },
    );
    const exchange = lab.sendTool(lab.caller(revision), 'work');
    for (let ms = 0; ms < 2_500; ms += 500) {
      pass(lab, 500);
      context?.progress(ms);
    }
    expect(exchange.replies).toEqual([]);
    pass(lab, 1);
    expect(exchange.replies).toMatchObject([{ error: { code: -32603, data: { kind: 'Timeout' } } }]);
    expect(exchange.call?.signal.aborted).toBe(true);
  });

  it.each(SESSION_REVISIONS)(
    'is stopped after longestCallMs while its client has not answered a question ($id)',
    async revision => {
      const lab = labWith(context => context.roots(), { ...LIMITS, longestCallMs: 3_000 });
      const exchange = lab.sendTool(lab.session(revision.id, ALL_CAPABILITIES), 'work');
      await exchange.next();
      pass(lab, 3_000);
      expect(exchange.replies).toEqual([]);
      pass(lab, 1);
      expect(exchange.replies).toHaveLength(1);
    },
  );

  it.each(SESSION_REVISIONS)(
    'is not stopped while its client has not answered a question, and gets its time limit after it ($id)',
    async revision => {
      const lab = labWith(async context => {
        await context.roots();
        await forever;
      });
      const session = lab.session(revision.id, ALL_CAPABILITIES);
      const exchange = lab.sendTool(session, 'work');
      const { id } = await exchange.next();
      pass(lab, 4_000);
      expect(exchange.replies).toEqual([]);
      session.answer({ kind: 'response', id: id!, result: { roots: [] } });
      await turn();
      pass(lab, 1_000);
      expect(exchange.replies).toEqual([]);
      pass(lab, 1);
      expect(exchange.replies).toHaveLength(1);
    },
  );

  it('is stopped when its client never answers a question', async () => {
    const lab = labWith(context => context.elicit('q', { message: 'Well?', schema: z.object({}) }));
    const exchange = lab.sendTool(lab.session('2025-11-25', ALL_CAPABILITIES), 'work');
    await exchange.next();
    pass(lab, 5_001);
    await turn();
    expect(exchange.replies).toHaveLength(1);
  });

  it('does not count where a request is meant to stay open', async () => {
    const lab = labWith(() => 'ok');
    const exchange = lab.send(lab.caller(REVISION_2026_07_28), 'subscriptions/listen', { notifications: {} });
    await exchange.next();
    pass(lab, 1_000_000);
    expect(exchange.replies).toEqual([]);
  });
});

describe('the time a client waits', () => {
  it('[HTTP-5.1] is below the 120 seconds after which its request fails', () => {
    expect(DEFAULT_LIMITS.handlerMs).toBeLessThan(120_000);
  });

  it('[HTTP-5.2] for a sign of life is below the 180 seconds after which it closes a stream', () => {
    expect(DEFAULT_LIMITS.heartbeatMs * 2).toBeLessThan(180_000);
  });
});
