import { type JsonObject, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { type Exchange, Lab } from '../kernel/lab.test.js';

/** Calls a tool that reports as told, with the token given or none. */
async function report(
  revision: (typeof REVISIONS)[number],
  say: (context: Context) => void,
  token?: JsonObject[string],
): Promise<Exchange> {
  const work = tool({
    name: 'work',
    description: 'Works.',
    access: 'read',
    call: (_args, context) => say(context),
  });
  const lab = new Lab({ tools: [work] });
  const more = token === undefined ? {} : { _meta: { progressToken: token } };
  const exchange = lab.sendTool(lab.caller(revision), 'work', {}, more);
  await exchange.answer();
  return exchange;
}

describe('progress', () => {
  it.each(REVISIONS)('goes out under the token of the request, ahead of its reply ($id)', async revision => {
    for (const token of ['abc', 7, 0, '']) {
      const { sent, replies } = await report(revision, context => context.progress(1, 4), token);
      expect(sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: token, progress: 1, total: 4 },
        },
      ]);
      expect(replies).toHaveLength(1);
    }
  });

  it.each(REVISIONS)('says nothing to a client that gave no token ($id)', async revision => {
    expect((await report(revision, context => context.progress(1))).sent).toEqual([]);
    for (const token of [null, 1.5, true, {}, ['a']]) {
      expect((await report(revision, context => context.progress(1), token)).sent).toEqual([]);
    }
  });

  it.each(REVISIONS)('has a message since 2025-03-26 ($id)', async revision => {
    const { sent } = await report(revision, context => context.progress(1, 4, 'quarter'), 't');
    expect(sent[0]?.params.message).toBe(revision.id >= '2025-03-26' ? 'quarter' : undefined);
  });

  it.each(REVISIONS)('keeps its order, and has no total where none is known ($id)', async revision => {
    const { sent } = await report(
      revision,
      context => {
        for (const done of [0, 0.5, 1]) context.progress(done);
      },
      't',
    );
    expect(sent.map(({ params }) => params)).toEqual(
      [0, 0.5, 1].map(progress => ({ progressToken: 't', progress })),
    );
  });

  it('ends with the reply: what the handler left running says nothing more', async () => {
    for (const revision of REVISIONS) {
      let late: Context | undefined;
      const { sent } = await report(
        revision,
        context => {
          late = context;
        },
        't',
      );
      late?.progress(2);
      late?.log('emergency', 'late');
      expect(sent).toEqual([]);
    }
  });

  it('is not sent to a client that accepts only the response', async () => {
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: (_args, context) => context.progress(1),
    });
    const lab = new Lab({ tools: [work] });
    for (const revision of REVISIONS) {
      const params = { name: 'work', _meta: { progressToken: 't' } };
      const exchange = lab.send(lab.caller(revision), 'tools/call', params, { streams: false });
      expect((await exchange.answer()).result.content).toEqual([]);
    }
  });
});
