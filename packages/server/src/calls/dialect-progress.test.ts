import { defineDialect, isId, type JsonObject, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { type Exchange, Lab } from '../kernel/lab.test.js';

const dialect = defineDialect({
  name: 'harbour',
  methods: { sail: { method: 'tools/call', params: () => ({ name: 'work' }), result: () => 'sailed' } },
  progress: {
    notification: 'log/entry',
    token: ({ logbook }) => (isId(logbook) ? logbook : undefined),
    params: (token, step) => ({ token, ...step }) as unknown as JsonObject,
  },
});

interface Asked {
  readonly method?: string;
  readonly more?: JsonObject;
  readonly streams?: boolean;
}

async function report(
  revision: (typeof REVISIONS)[number],
  say: (context: Context) => unknown,
  { method = 'tools/call', more = { logbook: 'l' }, streams = true }: Asked = {},
): Promise<Exchange> {
  const work = tool({
    name: 'work',
    description: 'Works.',
    access: 'read',
    call: async (_args, context) => say(context),
  });
  const lab = new Lab({ tools: [work] }, { limits: { handlerMs: 1_000 } });
  const params = { name: 'work', ...more };
  const exchange = lab.send(lab.caller(revision), method, params, { dialect, streams });
  if (more.late === true) {
    lab.clock += 1_001;
    lab.kernel.sweep();
  }
  await exchange.answer();
  return exchange;
}

const kinds = ({ sent }: Exchange) => sent.map(({ params }) => params.kind ?? 'standard');

describe('progress in a dialect', () => {
  it.each(REVISIONS)('begins, goes on, and ends before the reply ($id)', async revision => {
    for (const [method, token] of [
      ['tools/call', 'l'],
      ['sail', 0],
    ] as const) {
      const { sent, replies } = await report(
        revision,
        context => {
          context.progress(1, 4, 'one');
          context.progress(2, 4);
        },
        { method, more: { logbook: token } },
      );
      expect(sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'log/entry',
          params: { token, kind: 'begin', done: 1, total: 4, message: 'one' },
        },
        { jsonrpc: '2.0', method: 'log/entry', params: { token, kind: 'report', done: 2, total: 4 } },
        { jsonrpc: '2.0', method: 'log/entry', params: { token, kind: 'end' } },
      ]);
      expect(replies).toHaveLength(1);
    }
  });

  it.each(REVISIONS)('stands beside the standard one, each under its own token ($id)', async revision => {
    const more = { logbook: 'l', _meta: { progressToken: 's' } };
    const exchange = await report(revision, context => context.progress(1), { more });
    expect(exchange.sent.map(({ params }) => params.progressToken ?? params.token)).toEqual(['l', 's', 'l']);
  });

  it('is not sent without a token, or without progress', async () => {
    for (const revision of REVISIONS) {
      const quiet = await report(revision, context => context.progress(1), { more: { logbook: {} } });
      expect(quiet.sent).toEqual([]);
      expect((await report(revision, () => 'at once')).sent).toEqual([]);
      const deaf = await report(revision, context => context.progress(1), { streams: false });
      expect(deaf.sent).toEqual([]);
    }
  });

  it('ends before an error, too', async () => {
    for (const revision of REVISIONS) {
      const failed = await report(revision, context => {
        context.progress(1);
        throw new Error('storm');
      });
      expect(kinds(failed)).toEqual(['begin', 'end']);
    }
  });

  it('ends before the error of a request that took too long, and says nothing after it', async () => {
    for (const revision of REVISIONS) {
      let later = () => {};
      const exchange = await report(
        revision,
        context => {
          context.progress(1);
          later = () => context.progress(2);
          return new Promise(() => {});
        },
        { more: { logbook: 'l', late: true } },
      );
      later();
      expect(kinds(exchange)).toEqual(['begin', 'end']);
    }
  });

  it('ends where the request was cancelled, too, which has no other answer', () => {
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: (_args, context) => {
        context.progress(1);
        return new Promise(() => {});
      },
    });
    const lab = new Lab({ tools: [work] });
    const params = { name: 'work', logbook: 'l' };
    const exchange = lab.send(lab.session('2025-11-25'), 'tools/call', params, { dialect });
    exchange.call?.cancel('changed my mind');
    expect(kinds(exchange)).toEqual(['begin', 'end']);
    expect(exchange.replies).toEqual([undefined]);
  });
});
