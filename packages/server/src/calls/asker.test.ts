import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../api/content.js';
import type { Context } from '../api/context.js';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, Lab, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';
import type { Session } from '../sessions/session.js';

function labWith(call: (context: Context) => unknown): Lab {
  const talk = tool({
    name: 'talk',
    description: 'Talks.',
    access: 'read',
    call: (_args, context) => call(context),
  });
  return new Lab({ tools: [talk] });
}

const answer = (session: Session, id: string | number | undefined, result: JsonObject) =>
  session.answer({ kind: 'response', id: id!, result });

const name = z.object({ name: z.string() });
const ELICITING = SESSION_REVISIONS.filter(({ id }) => id >= '2025-06-18');

describe('a question before 2026', () => {
  it.each(ELICITING)(
    'to the user goes out on the request’s stream and waits for the answer ($id)',
    async revision => {
      const lab = labWith(context => context.elicit('who', { message: 'Who are you?', schema: name }));
      const session = lab.session(revision.id, ALL_CAPABILITIES);
      const exchange = lab.sendTool(session, 'talk');
      const question = await exchange.next();
      expect(question).toMatchObject({
        jsonrpc: '2.0',
        id: expect.anything(),
        method: 'elicitation/create',
        params: {
          message: 'Who are you?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      });
      expect(question.params.mode).toBe(revision.id >= '2025-11-25' ? 'form' : undefined);
      expect(exchange.replies).toEqual([]);
      answer(session, question.id, { action: 'accept', content: { name: 'Ada' } });
      expect((await exchange.answer()).result.content).toEqual([
        { type: 'text', text: '{"action":"accept","content":{"name":"Ada"}}' },
      ]);
    },
  );

  it.each(SESSION_REVISIONS)(
    'to the model goes out on the request’s stream and waits for the answer ($id)',
    async revision => {
      const lab = labWith(async context => {
        const messages = [{ role: 'user', content: text('Capital of France?') }] as const;
        return (await context.sample('capital', { messages, maxTokens: 9, systemPrompt: 'Be brief.' })).model;
      });
      const session = lab.session(revision.id, ALL_CAPABILITIES);
      const exchange = lab.sendTool(session, 'talk');
      const question = await exchange.next();
      expect(question).toMatchObject({
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }],
          maxTokens: 9,
          systemPrompt: 'Be brief.',
        },
      });
      answer(session, question.id, {
        role: 'assistant',
        content: { type: 'text', text: 'Paris' },
        model: 'm-1',
      });
      expect((await exchange.answer()).result.content).toEqual([{ type: 'text', text: 'm-1' }]);
    },
  );

  it.each(SESSION_REVISIONS)(
    'for the roots goes out on the request’s stream and waits for the answer ($id)',
    async revision => {
      const lab = labWith(async context => (await context.roots()).map(({ uri }) => uri).join());
      const session = lab.session(revision.id, ALL_CAPABILITIES);
      const exchange = lab.sendTool(session, 'talk');
      const question = await exchange.next();
      expect(question.method).toBe('roots/list');
      answer(session, question.id, { roots: [{ uri: 'file:///a' }, { uri: 'file:///b', name: 'b' }] });
      expect((await exchange.answer()).result.content).toEqual([
        { type: 'text', text: 'file:///a,file:///b' },
      ]);
    },
  );

  it('finds its own answer among several, in whatever order they come', async () => {
    const lab = labWith(async context => {
      const ask = (key: string) => context.elicit(key, { message: key, schema: name });
      return JSON.stringify(await Promise.all([ask('one'), ask('two')]));
    });
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.sendTool(session, 'talk');
    const [one, two] = [await exchange.next(), await exchange.next()];
    expect(one.id).not.toBe(two.id);
    answer(session, two.id, { action: 'accept', content: { name: 'second' } });
    answer(session, one.id, { action: 'accept', content: { name: 'first' } });
    expect(JSON.stringify((await exchange.answer()).result.content)).toMatch(/first.*second/);
  });

  it('is never answered by another session', async () => {
    const lab = labWith(context => context.roots());
    const [mine, theirs] = [
      lab.session('2025-11-25', ALL_CAPABILITIES),
      lab.session('2025-11-25', ALL_CAPABILITIES),
    ];
    const exchange = lab.sendTool(mine, 'talk');
    const { id } = await exchange.next();
    answer(theirs, id, { roots: [] });
    await turn();
    expect(exchange.replies).toEqual([]);
    answer(mine, id, { roots: [] });
    expect((await exchange.answer()).result).toBeDefined();
  });

  it('that the client refuses becomes a failed result with its reason', async () => {
    const lab = labWith(context => context.roots());
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.sendTool(session, 'talk');
    const { id } = await exchange.next();
    session.answer({ kind: 'response', id: id!, error: { code: -1, message: 'User said no' } });
    const { result } = await exchange.answer();
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain('User said no');
  });

  it('shows what is hidden in the reason of a client that refuses', async () => {
    const lab = labWith(context => context.roots());
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.sendTool(session, 'talk');
    const { id } = await exchange.next();
    session.answer({ kind: 'response', id: id!, error: { code: 1, message: 'no\n\u202eway' } });
    expect(JSON.stringify((await exchange.answer()).result.content)).toContain('no\\\\u000a\\\\u202eway');
  });

  it('to a client without an event stream becomes a failed result that says how to have one', async () => {
    const lab = labWith(context => context.roots());
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.send(session, 'tools/call', { name: 'talk' }, { streams: false });
    const { result } = await exchange.answer();
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain('text/event-stream');
  });

  it('to a client that has too many streams open becomes a failed result that says so', async () => {
    const session = new Lab({}).session('2025-11-25', ALL_CAPABILITIES);
    const asked = session.ask('roots/list', {}, () => 'busy', new AbortController().signal);
    await expect(asked).rejects.toMatchObject({
      kind: 'RateLimited',
      message: expect.stringContaining('too many of its event streams'),
      hint: expect.not.stringContaining('Accept'),
    });
  });

  it('ends with its session', async () => {
    const lab = labWith(context => context.roots());
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.sendTool(session, 'talk');
    await exchange.next();
    lab.kernel.sessions.end(session, 'bye');
    await turn();
    expect(exchange.replies).toEqual([undefined]);
  });

  it('is refused at once when no answer can arrive', async () => {
    const lab = labWith(context => context.roots().catch(() => 'went on without'));
    const session = lab.session('2025-11-25', ALL_CAPABILITIES);
    const exchange = lab.sendTool(session, 'talk');
    await exchange.next();
    session.hangUp();
    expect((await exchange.answer()).result.content).toEqual([{ type: 'text', text: 'went on without' }]);
  });

  it('ignores answers without a question', () => {
    const session = new Lab({}).session('2025-11-25');
    for (const id of ['ask-1', 7]) expect(() => answer(session, id, {})).not.toThrow();
  });
});
