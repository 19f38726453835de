import {
  defineDialect,
  type JsonObject,
  META_SERVER,
  type Notification,
  REVISION_2026_07_28,
  REVISIONS,
  WireError,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, Lab, SESSION_REVISIONS } from '../kernel/lab.test.js';

const dialect = defineDialect({
  name: 'harbour',
  methods: {
    'ships.list': { method: 'tools/list' },
    'ships.move': {
      method: 'tools/call',
      params: ({ to, _meta }) => {
        if (typeof to !== 'string') throw WireError.of('InvalidParams', 'Say where with "to".');
        return { name: 'move', arguments: { to }, ...(_meta !== undefined && { _meta }) };
      },
      result: (result, params) => ({ ok: true, to: params.to ?? null, inner: result }),
    },
    'ships.lose': { method: 'prompts/get' },
    'ships.alarm': {
      method: 'notifications/cancelled',
      params: () => {
        throw WireError.of('InvalidParams', 'Unreadable.');
      },
    },
    'ships.send': { method: 'tools/call' },
    'ships.count': { result: (none, { of }) => ({ none, of: of ?? null }) },
    'tools/call': {
      method: 'tools/call',
      when: ({ to }) => to !== undefined,
      params: ({ to, ...rest }) => ({ ...rest, name: 'move', arguments: { to: to ?? null } }),
      result: result => ({ sailed: true, ...(result as JsonObject) }),
    },
    '$/cancelRequest': { method: 'notifications/cancelled', params: ({ id }) => ({ requestId: id ?? null }) },
  },
  status: ({ code }) => (code === -32050 ? 422 : 400),
  error: ({ code, message }) => ({ code: code === -32601 ? 404 : code, message: `harbour: ${message}` }),
});

const move = tool({
  name: 'move',
  description: 'Moves a ship.',
  access: 'read',
  input: z.object({ to: z.string() }),
  call: ({ to }, context) => {
    context.progress(1);
    context.log('error', 'creak');
    if (to === 'nowhere') throw new WireError(-32050, 'No such place.');
    if (to === 'horizon') return new Promise(() => {});
    return `at ${to}`;
  },
});

function open(revision = '2025-11-25') {
  const lab = new Lab({ tools: [move] }, { limits: { handlerMs: 1_000 } });
  const session = lab.session(revision);
  return {
    lab,
    session,
    send: (method: string, params: JsonObject, id: string | number = 1) =>
      lab.send(session, method, params, { id, dialect }),
    notified: (method: string, params: JsonObject) =>
      lab.kernel.notified({ kind: 'notification', method, params } satisfies Notification, session, dialect),
  };
}

describe('a method of a dialect', () => {
  it.each(SESSION_REVISIONS)('is served by the canonical one behind it ($id)', async ({ id }) => {
    const { send } = open(id);
    expect((await send('ships.list', {}).answer()).result.tools).toMatchObject([{ name: 'move' }]);
  });

  it('has its parameters and its result in its own envelopes', async () => {
    const { send } = open();
    const answer = await send('ships.move', { to: 'port' }, 'x-1').answer();
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 'x-1',
      result: { ok: true, to: 'port', inner: { content: [{ type: 'text', text: 'at port' }] } },
    });
  });

  it('has its errors in its own words', async () => {
    const { send } = open();
    expect((await send('ships.move', { to: 'nowhere' }).answer()).error).toEqual({
      code: -32050,
      message: 'harbour: No such place.',
    });
    expect((await send('ships.lose', {}).answer()).error).toMatchObject({ code: 404 });
  });

  it('has its errors in its own words when it took too long, too', async () => {
    const { lab, send } = open();
    const exchange = send('ships.move', { to: 'horizon' });
    lab.clock += 1_001;
    lab.kernel.sweep();
    expect((await exchange.answer()).error.message).toMatch(/^harbour: /);
  });

  it('answers with an error where its parameters cannot be translated', async () => {
    const { send } = open();
    expect((await send('ships.move', { to: 7 }).answer()).error).toMatchObject({
      code: -32602,
      message: 'harbour: Say where with "to".',
    });
  });

  it('has its errors under its own HTTP status, and a standard method has none', async () => {
    const { lab, session } = open();
    const status = (method: string) =>
      new Promise(resolve => {
        const request = { kind: 'request', id: 1, method, params: { to: 'nowhere' } } as const;
        lab.kernel.start(
          request,
          session,
          { send: () => true, detach: () => {} },
          reply => resolve(reply?.status),
          dialect,
        );
      });
    expect(await status('ships.move')).toBe(422);
    expect(await status('tools/cast')).toBeUndefined();
  });

  it('is sent on to methods by the names they have in the dialect', async () => {
    const { send } = open();
    const unknown = (list: string) => `There is no tool "x". ${list} lists the tools.`;
    expect((await send('ships.send', { name: 'x' }).answer()).error.message).toBe(
      `harbour: ${unknown('ships.list')}`,
    );
    expect((await send('tools/call', { name: 'x' }).answer()).error.message).toBe(unknown('tools/list'));
  });

  it('that is unknown is refused in the dialect where the caller names neither session nor revision', async () => {
    const { lab, send } = open();
    const unannounced = { ...lab.caller(REVISION_2026_07_28), revision: SESSION_REVISIONS[0]! };
    const refusal = await lab.ask(unannounced, 'ships.sink', {}, { dialect });
    expect(refusal.error).toMatchObject({ code: 404, message: expect.stringMatching(/^harbour: /) });
    expect((await send('ships.sink', {}).answer()).error.code).toBe(-32601);
    const modern = await lab.ask(lab.caller(REVISION_2026_07_28), 'ships.sink', {}, { dialect });
    expect(modern.error.code).toBe(-32601);
  });

  it('that has no method behind it is answered by the dialect', async () => {
    const { send } = open();
    expect((await send('ships.count', { of: 'oak' }).answer()).result).toEqual({ none: null, of: 'oak' });
  });

  it('has resultType and the server in 2026-07-28, in its own envelope, too', async () => {
    const { lab } = open();
    const caller = lab.caller(REVISION_2026_07_28);
    for (const [method, params] of [
      ['ships.move', { to: 'port' }],
      ['ships.count', {}],
    ] as const) {
      const { result } = await lab.ask(caller, method, params, { dialect });
      expect(result).toMatchObject({ resultType: 'complete', _meta: { [META_SERVER]: { name: 'lab' } } });
    }
  });

  it('passes on a question to the client as it is', async () => {
    const ask = tool({
      name: 'move',
      description: 'Asks where.',
      access: 'read',
      input: z.object({ to: z.string() }),
      call: async (_args, context) => {
        const { action } = await context.elicit('where', { message: 'Where?', schema: z.object({}) });
        return action;
      },
    });
    const lab = new Lab({ tools: [ask] });
    const caller = lab.caller(REVISION_2026_07_28, ALL_CAPABILITIES);
    const { result: asked } = await lab.ask(caller, 'tools/call', { to: 'port' }, { dialect });
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { where: { method: 'elicitation/create' } },
    });
    expect(asked).not.toHaveProperty('sailed');
    const { requestState = null } = asked;
    const retry = { to: 'port', requestState, inputResponses: { where: { action: 'decline' } } };
    const { result } = await lab.ask(caller, 'tools/call', retry, { dialect });
    expect(result).toMatchObject({ sailed: true, content: [{ text: 'decline' }] });
  });
});

describe('a standard method in the spelling of a dialect', () => {
  it.each(REVISIONS)('has its parameters and its result in the dialect ($id)', async revision => {
    const { lab } = open();
    const { result } = await lab.ask(lab.caller(revision), 'tools/call', { to: 'port' }, { dialect });
    expect(result).toMatchObject({ sailed: true, content: [{ type: 'text', text: 'at port' }] });
  });

  it('has its errors in the words of the dialect', async () => {
    const { send } = open();
    expect((await send('tools/call', { to: 'nowhere' }).answer()).error.message).toMatch(/^harbour: /);
  });
});

describe('a standard method beside a dialect', () => {
  it('is untouched: parameters, result, errors and notifications', async () => {
    const { send } = open();
    const params = { name: 'move', arguments: { to: 'port' }, _meta: { progressToken: 't' } };
    const exchange = send('tools/call', params);
    expect((await exchange.answer()).result).toEqual({ content: [{ type: 'text', text: 'at port' }] });
    expect(exchange.sent[0]?.method).toBe('notifications/progress');
    expect((await send('tools/cast', {}).answer()).error).toMatchObject({ code: -32601 });
    for (const method of ['constructor', '__proto__', 'toString']) {
      expect((await send(method, {}).answer()).error).toMatchObject({ code: -32601 });
    }
  });
});

describe('a notification of a dialect', () => {
  it('cancels what the standard one would, with its parameters translated', () => {
    const { send, notified } = open();
    const [first, second] = [
      send('ships.move', { to: 'horizon' }, 1),
      send('ships.move', { to: 'horizon' }, 2),
    ];
    notified('$/cancelRequest', { id: 2 });
    expect([first.replies, second.replies]).toEqual([[], [undefined]]);
    expect(second.call?.signal.aborted).toBe(true);
  });

  it('leaves the standard one working beside it', () => {
    const { send, notified } = open();
    const exchange = send('ships.move', { to: 'horizon' }, 1);
    notified('notifications/cancelled', { requestId: 1 });
    expect(exchange.replies).toEqual([undefined]);
  });

  it('that means nothing is ignored', () => {
    const { notified } = open();
    expect(() => notified('ships.rumour', {})).not.toThrow();
    expect(() => notified('$/cancelRequest', {})).not.toThrow();
  });

  it('that cannot be translated is ignored', () => {
    const { notified } = open();
    expect(() => notified('ships.alarm', {})).not.toThrow();
  });

  it('that came as a request does the same, and is answered with null', async () => {
    const { lab, session, send } = open();
    const moving = send('ships.move', { to: 'horizon' }, 1);
    expect((await send('$/cancelRequest', { id: 1 }, 2).answer()).result).toBeNull();
    expect(moving.replies).toEqual([undefined]);
    expect((await send('$/cancelRequest', { id: 99 }, 3).answer()).result).toBeNull();
    const modern = lab.caller(REVISION_2026_07_28);
    expect((await lab.ask(modern, '$/cancelRequest', { id: 1 }, { dialect })).result).toBeNull();
    expect(session.busy).toBe(false);
  });
});
