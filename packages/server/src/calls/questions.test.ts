import {
  type ClientCapabilities,
  type JsonObject,
  REVISION_2025_11_25,
  REVISION_2026_07_28,
  REVISIONS,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { audio } from '../api/content.js';
import type { Context, Question } from '../api/context.js';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, type Exchange, Lab, turn } from '../kernel/lab.test.js';

type Ask = (context: Context) => unknown;

const form: Question = { message: 'Who?', schema: z.object({ name: z.string(), age: z.int().optional() }) };
const page: Question = { message: 'Log in', url: 'https://example.org/login' };
const ASKS: readonly (readonly [string, Ask])[] = [
  ['elicitation', context => context.elicit('q', form)],
  ['sampling', context => context.sample('q', { messages: [], maxTokens: 1 })],
  ['roots', context => context.roots('q')],
];

function send(ask: Ask, revision: (typeof REVISIONS)[number], capabilities: ClientCapabilities) {
  const talk = tool({
    name: 'talk',
    description: 'Talks.',
    access: 'read',
    call: (_args, context) => ask(context),
  });
  const lab = new Lab({ tools: [talk] });
  const caller = lab.caller(revision, capabilities);
  return { lab, caller, exchange: lab.sendTool(caller, 'talk') };
}

/** The parameters of the first question, in whichever era. */
async function asked(exchange: Exchange): Promise<JsonObject> {
  await turn();
  if (exchange.sent[0] !== undefined) return exchange.sent[0].params;
  const { q } = (await exchange.answer()).result.inputRequests as { q: { params: JsonObject } };
  return q.params;
}

/** Answers the one question of a handler, in the newest revision of either era, and gives the reply. */
async function answered(ask: Ask, answer: JsonObject[string], revision = REVISION_2025_11_25) {
  const { lab, caller, exchange } = send(ask, revision, ALL_CAPABILITIES);
  if (caller.session === undefined) {
    return lab.callTool(caller, 'talk', {}, { inputResponses: { q: answer } });
  }
  const { id } = await exchange.next();
  caller.session.answer({ kind: 'response', id: id!, result: answer });
  return exchange.answer();
}

describe('a question the client cannot answer', () => {
  describe.each(REVISIONS)('$id', revision => {
    it.each(ASKS)('is -32021 and never sent, without %s', async (capability, ask) => {
      const { exchange } = send(ask, revision, {});
      const { error } = await exchange.answer();
      expect(error.code).toBe(-32021);
      expect(error.data).toEqual({ requiredCapabilities: { [capability]: {} } });
      expect(exchange.sent).toEqual([]);
    });
  });

  it('counts as one where the capability is declared with something that is no object', async () => {
    for (const value of [null, false, 'yes']) {
      const capabilities = { elicitation: value } as unknown as ClientCapabilities;
      const { exchange } = send(context => context.elicit('q', form), REVISION_2026_07_28, capabilities);
      expect((await exchange.answer()).error?.code).toBe(-32021);
    }
  });

  it.each(REVISIONS)('is a form before 2025-06-18, whatever the client declares ($id)', async revision => {
    const { exchange } = send(context => context.elicit('q', form), revision, ALL_CAPABILITIES);
    if (revision.id >= '2025-06-18') expect(await asked(exchange)).toHaveProperty('requestedSchema');
    else {
      await turn();
      expect(exchange.sent).toEqual([]);
      expect(exchange.replies).toMatchObject([{ error: { code: -32021 } }]);
    }
  });

  it.each(REVISIONS)(
    'is a page to visit before 2025-11-25, whatever the client declares ($id)',
    async revision => {
      const { exchange } = send(context => context.elicit('q', page), revision, ALL_CAPABILITIES);
      if (revision.id >= '2025-11-25') {
        expect(await asked(exchange)).toMatchObject({ mode: 'url', message: 'Log in', url: page.url });
      } else {
        const { error } = await exchange.answer();
        expect(error.code).toBe(-32021);
        expect(error.data).toEqual({ requiredCapabilities: { elicitation: { url: {} } } });
      }
    },
  );

  it.each(REVISIONS.filter(({ id }) => id >= '2025-11-25'))(
    'is a page to visit for a client that declares forms alone ($id)',
    async revision => {
      for (const elicitation of [{}, { form: {} }]) {
        const { exchange } = send(context => context.elicit('q', page), revision, { elicitation });
        await turn();
        expect(exchange.replies.map(answer => answer?.error)).toEqual([
          {
            code: -32021,
            message: expect.any(String),
            data: { requiredCapabilities: { elicitation: { url: {} } } },
          },
        ]);
      }
    },
  );

  it.each(REVISIONS.filter(({ id }) => id >= '2025-11-25'))(
    'is a form for a client that declares pages alone ($id)',
    async revision => {
      const { exchange } = send(context => context.elicit('q', form), revision, { elicitation: { url: {} } });
      await turn();
      expect(exchange.replies).toMatchObject([{ error: { code: -32021 } }]);
    },
  );
});

describe('a question', () => {
  it('shows a schema of primitive properties, without what forms do not know', async () => {
    const { exchange } = send(context => context.elicit('q', form), REVISION_2025_11_25, ALL_CAPABILITIES);
    const { requestedSchema } = await asked(exchange);
    expect(requestedSchema).toMatchObject({ type: 'object', required: ['name'] });
    expect(requestedSchema).not.toHaveProperty('$schema');
    expect(requestedSchema).not.toHaveProperty('additionalProperties');
  });

  it('to the model has words for audio where the revision knows none', async () => {
    for (const revision of REVISIONS) {
      const messages = [{ role: 'user', content: audio('AQID', 'audio/wav') }] as const;
      const { exchange } = send(
        context => context.sample('q', { messages, maxTokens: 1 }),
        revision,
        ALL_CAPABILITIES,
      );
      const type = revision.id >= '2025-03-26' ? 'audio' : 'text';
      expect(await asked(exchange)).toMatchObject({ messages: [{ content: { type } }] });
    }
  });
});

describe.each([REVISION_2025_11_25, REVISION_2026_07_28])('an answer ($id)', revision => {
  const elicit: Ask = async context => JSON.stringify(await context.elicit('q', form));
  const said = async (ask: Ask, answer: JsonObject[string]) => {
    const { result } = await answered(ask, answer, revision);
    return (result.content as unknown as { text: string }[])[0]?.text;
  };

  it('may decline or cancel, with or without content', async () => {
    expect(await said(elicit, { action: 'decline' })).toBe('{"action":"decline"}');
    expect(await said(elicit, { action: 'cancel', content: { name: 'x' } })).toBe('{"action":"cancel"}');
  });

  it('is checked against the question, and may have more than was asked for', async () => {
    const content = { name: 'Ada', extra: 1 };
    expect(await said(elicit, { action: 'accept', content })).toBe(
      JSON.stringify({ action: 'accept', content }),
    );
  });

  it('to a page has no content', async () => {
    const visit: Ask = async context => JSON.stringify(await context.elicit('q', page));
    expect(await said(visit, { action: 'accept' })).toBe('{"action":"accept","content":{}}');
  });

  it('that does not fit is -32602 and names the question', async () => {
    const wrong: readonly (readonly [Ask, JsonObject[string]])[] = [
      [elicit, 'yes'],
      [elicit, {}],
      [elicit, { action: 'maybe' }],
      [elicit, { action: 'accept' }],
      [elicit, { action: 'accept', content: { name: 7 } }],
      [elicit, { action: 'accept', content: { name: 'Ada', age: 'old' } }],
      [context => context.sample('q', { messages: [], maxTokens: 1 }), { role: 'assistant' }],
      [context => context.roots('q'), { roots: [{ name: 'no uri' }] }],
      [context => context.roots('q'), { roots: 'file:///' }],
      [context => context.roots('q'), []],
    ];
    for (const [ask, answer] of wrong) {
      const { error } = await answered(ask, answer, revision);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('"q"') });
    }
  });
});

describe('the message of a question', () => {
  it.each(REVISIONS.filter(({ elicitation }) => elicitation !== 'none'))(
    'shows every hidden character that a world left in it ($id)',
    async revision => {
      const question: Question = { ...form, message: 'Delete\n"Box\u202e\u200b"?' };
      const { exchange } = send(context => context.elicit('q', question), revision, ALL_CAPABILITIES);
      expect(await asked(exchange)).toMatchObject({ message: 'Delete\n"Box\\u202e\\u200b"?' });
    },
  );
});
