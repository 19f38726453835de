import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import { stage } from './contract.js';
import { MODERN } from './contract-client.js';
import { WIRES } from './wires.js';

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

const QUESTIONS = [
  {
    tool: 'ask',
    method: 'elicitation/create',
    result: { action: 'accept', content: { word: 'yes' } },
    said: 'The word is yes.',
    since: '2025-06-18',
  },
  {
    tool: 'sample',
    method: 'sampling/createMessage',
    result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'so.' } },
    said: 'It said so.',
    since: '2024-11-05',
  },
  {
    tool: 'roots',
    method: 'roots/list',
    result: { roots: [{ uri: 'file:///a' }] },
    said: 'file:///a',
    since: '2024-11-05',
  },
];

const IN_SESSIONS = QUESTIONS.flatMap(question =>
  ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
    .filter(revision => revision >= question.since)
    .map(revision => ({ ...question, revision })),
);

describe.each(WIRES)('a question over %s', (_wire, serve) => {
  it.each(IN_SESSIONS)(
    'is a request: $method in $revision',
    async ({ tool, method, result, said, revision }) => {
      const { client } = await stage(serve);
      const own = await client(revision, CAPABILITIES);
      const called = own.call(tool);
      const question = await own.receives(method);
      await own.answer(question.id, result);
      expect(textOf(await called)).toBe(said);
    },
  );

  it.each(QUESTIONS)('is a result and a second request in 2026-07-28: $method', async question => {
    const { tool, method, result, said } = question;
    const { client } = await stage(serve);
    const own = await client(MODERN, CAPABILITIES);
    const asked = await own.call(tool);
    expect(asked.result?.resultType).toBe('input_required');
    const requests = asked.result?.inputRequests as Record<string, { method: string }>;
    const [[key, request]] = Object.entries(requests) as [[string, { method: string }]];
    expect(request.method).toBe(method);
    const answered = await own.request('tools/call', {
      name: tool,
      arguments: {},
      inputResponses: { [key]: result },
      requestState: asked.result?.requestState,
    });
    expect(textOf(answered)).toBe(said);
    expect(own.wire.received).toEqual([]);
  });

  it('is not asked of a client that cannot answer it', async () => {
    const { client } = await stage(serve);
    for (const revision of ['2025-11-25', MODERN]) {
      const own = await client(revision);
      const { result, error } = await own.call('ask');
      expect(result?.isError ?? error?.code).toBeTruthy();
      expect(own.wire.received).toEqual([]);
    }
  });

  it('that is refused fails its tool, and nothing else', async () => {
    const { client } = await stage(serve);
    const own = await client('2025-11-25', CAPABILITIES);
    const called = own.call('ask');
    const { id } = await own.receives('elicitation/create');
    await own.wire.say(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -1, message: 'No user.' } }));
    expect(await called).toMatchObject({ result: { isError: true } });
    await own.request('ping');
  });

  it('may be asked several times at once, each with its own answer', async () => {
    const { client } = await stage(serve);
    const own = await client('2025-11-25', CAPABILITIES);
    const calls = [own.call('roots'), own.call('sample'), own.call('ask')];
    for (const { method, result } of QUESTIONS) await own.answer((await own.receives(method)).id, result);
    expect((await Promise.all(calls)).map(textOf)).toEqual(['file:///a', 'It said so.', 'The word is yes.']);
  });
});
