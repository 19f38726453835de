import { type JsonObject, REVISION_2026_07_28 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../api/content.js';
import type { Context } from '../api/context.js';
import { prompt, user } from '../api/prompt.js';
import { resource } from '../api/resource.js';
import { type Access, tool } from '../api/tool.js';
import { ALL_CAPABILITIES, type Answer, gate, Lab, named } from '../kernel/lab.test.js';

const value = z.object({ value: z.string() });
const accept = (text: string): JsonObject => ({ action: 'accept', content: { value: text } });

async function ask(context: Context, key: string): Promise<unknown> {
  const answer = await context.elicit(key, { message: `${key}?`, schema: value });
  return answer.action === 'accept' ? answer.content.value : answer.action;
}

/** A client of the stateless era that keeps calling one tool. */
function client(
  call: (context: Context, args: { size?: number | undefined }) => unknown,
  access: Access = 'read',
) {
  const talk = tool({
    name: 'talk',
    description: 'Talks.',
    access,
    input: z.object({ size: z.int().optional() }),
    call: (args, context) => call(context, args),
  });
  const other = tool({ ...talk, name: 'other' });
  const lab = new Lab({ tools: [talk, other] }, { grants: { eval: true } });
  const caller = lab.caller(REVISION_2026_07_28, ALL_CAPABILITIES);
  return {
    lab,
    call: (more: JsonObject = {}, name = 'talk', principal = 'local'): Promise<Answer> =>
      lab.ask({ ...caller, who: named(principal) }, 'tools/call', { name, ...more }),
  };
}

describe('a question since 2026-07-28', () => {
  it('becomes the result, and its answer arrives with the repeated request', async () => {
    const { call } = client(async context => `Hello ${await ask(context, 'name')}`);
    const { result } = await call();
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        name: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'name?',
            requestedSchema: { type: 'object', required: ['value'] },
          },
        },
      },
      requestState: expect.any(String),
    });
    expect(result).not.toHaveProperty('content');
    const again = await call({
      inputResponses: { name: accept('Ada') },
      requestState: result.requestState as string,
    });
    expect(again.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello Ada' }] });
  });

  it('never goes out as a request of the server', async () => {
    const { lab } = client(context => ask(context, 'name'));
    const exchange = lab.sendTool(lab.caller(REVISION_2026_07_28, ALL_CAPABILITIES), 'talk');
    await exchange.answer();
    expect(exchange.sent).toEqual([]);
  });

  it('shares one result with those asked side by side, of whatever kind', async () => {
    const { call } = client(async context => {
      const messages = [{ role: 'user', content: text('Hi') }] as const;
      const all = [ask(context, 'a'), context.sample('b', { messages, maxTokens: 5 }), context.roots('c')];
      return JSON.stringify(await Promise.all(all));
    });
    const { result } = await call();
    expect(result.inputRequests).toMatchObject({
      a: { method: 'elicitation/create' },
      b: { method: 'sampling/createMessage', params: { maxTokens: 5 } },
      c: { method: 'roots/list' },
    });
    const inputResponses = {
      a: accept('A'),
      b: { role: 'assistant', content: { type: 'text', text: 'B' }, model: 'm' },
      c: { roots: [{ uri: 'file:///c' }] },
    };
    const again = await call({ inputResponses, requestState: result.requestState as string });
    expect(JSON.stringify(again.result.content)).toMatch(/A.*B.*file:\/\/\/c/);
  });

  it('asked after another finds the earlier answer again, which travels in the state', async () => {
    let runs = 0;
    const { call } = client(async context => {
      runs++;
      return `${await ask(context, 'first')} ${await ask(context, 'second')}`;
    });
    const one = await call();
    expect(Object.keys(one.result.inputRequests as JsonObject)).toEqual(['first']);
    const two = await call({
      inputResponses: { first: accept('1') },
      requestState: one.result.requestState as string,
    });
    expect(Object.keys(two.result.inputRequests as JsonObject)).toEqual(['second']);
    const three = await call({
      inputResponses: { second: accept('2') },
      requestState: two.result.requestState as string,
    });
    expect(three.result.content).toEqual([{ type: 'text', text: '1 2' }]);
    expect(runs).toBe(3);
  });

  it('is asked again where the client answers another one', async () => {
    const { call } = client(context => ask(context, 'name'));
    const { result } = await call();
    const again = await call({
      inputResponses: { other: accept('x') },
      requestState: result.requestState as string,
    });
    expect(again.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create' } },
    });
  });

  it('is not answered by inherited members such as constructor', async () => {
    const { call } = client(context => ask(context, 'constructor'));
    const { result } = await call({ inputResponses: {} });
    expect(Object.keys(result.inputRequests as JsonObject)).toEqual(['constructor']);
  });

  it('can be asked by prompts and resources too', async () => {
    const lab = new Lab({
      prompts: [
        prompt({ name: 'p', get: async (_args, context) => [user(String(await ask(context, 'k')))] }),
      ],
      resources: [
        resource({ uri: 'lab://r', name: 'r', read: async context => String(await ask(context, 'k')) }),
      ],
    });
    const caller = lab.caller(REVISION_2026_07_28, ALL_CAPABILITIES);
    for (const [method, params] of [
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'lab://r' }],
    ] as const) {
      const { result } = await lab.ask(caller, method, params);
      expect(result.resultType).toBe('input_required');
      const requestState = result.requestState as string;
      const again = await lab.ask(caller, method, {
        ...params,
        inputResponses: { k: accept('yes') },
        requestState,
      });
      expect(again.result.resultType).toBe('complete');
      expect(JSON.stringify(again.result)).toContain('yes');
    }
  });
});

describe('a request state', () => {
  const paused = async (
    call: (more?: JsonObject, name?: string, principal?: string) => Promise<Answer>,
    more = {},
  ) => (await call(more)).result.requestState as string;
  const refused = { code: -32602, message: expect.stringContaining('params.requestState') };

  it('is refused when it was changed, even by a handler that asks nothing', async () => {
    const { call } = client(context => ask(context, 'name'));
    const state = await paused(call);
    const { call: calm } = client(() => 'no question');
    for (const requestState of [`${state}x`, state.slice(1), '', '.', 'a.b', 'a.b.c', 7, null, {}]) {
      expect((await call({ requestState })).error).toMatchObject(refused);
      expect((await calm({ requestState })).error).toMatchObject(refused);
    }
  });

  it('is refused from another caller, for another tool and for other arguments', async () => {
    const { call } = client(context => ask(context, 'name'));
    const requestState = await paused(call, { arguments: { size: 1 } });
    expect((await call({ requestState, arguments: { size: 1 } }, 'talk', 'eve')).error).toMatchObject(
      refused,
    );
    expect((await call({ requestState, arguments: { size: 1 } }, 'other')).error).toMatchObject(refused);
    expect((await call({ requestState, arguments: { size: 2 } })).error).toMatchObject(refused);
    expect((await call({ requestState })).error).toMatchObject(refused);
    expect((await call({ requestState, arguments: { size: 1 } })).result).toBeDefined();
  });

  it('is refused after its time', async () => {
    const { lab, call } = client(context => ask(context, 'name'));
    const requestState = await paused(call);
    lab.clock += 15 * 60_000;
    expect((await call({ requestState })).result).toBeDefined();
    lab.clock += 1;
    expect((await call({ requestState })).error).toMatchObject(refused);
  });

  it('is not needed to answer what only reads, but answers must be an object', async () => {
    const { call } = client(context => ask(context, 'name'));
    expect((await call({ inputResponses: { name: accept('Ada') } })).result.content).toMatchObject([
      { text: 'Ada' },
    ]);
    for (const inputResponses of [[], 'Ada', null, 1]) {
      expect((await call({ inputResponses })).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('params.inputResponses'),
      });
    }
  });

  it('can be sent repeatedly to a read, because its reply may have been lost', async () => {
    const { call } = client(context => ask(context, 'name'));
    const again = { inputResponses: { name: accept('Ada') }, requestState: await paused(call) };
    for (let round = 0; round < 3; round++) {
      expect((await call(again)).result.content).toEqual([{ type: 'text', text: 'Ada' }]);
    }
  });

  it('means nothing before 2026', async () => {
    const { lab } = client(() => 'plain');
    const { result } = await lab.callTool(
      lab.session('2025-11-25'),
      'talk',
      {},
      { requestState: 'forged', inputResponses: [] },
    );
    expect(result.content).toEqual([{ type: 'text', text: 'plain' }]);
  });
});

describe.each(['write', 'danger'] as const)('a question of a tool with access "%s"', access => {
  const used = { code: -32602, message: expect.stringContaining('was already used') };

  it('is asked whatever answers come along without a state', async () => {
    const { call } = client(context => ask(context, 'name'), access);
    const { result } = await call({ inputResponses: { name: accept('Ada') } });
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create' } },
    });
  });

  it('is answered only after it was asked, and once', async () => {
    const talk = async (context: Context) => `${await ask(context, 'first')} ${await ask(context, 'second')}`;
    const { call } = client(talk, access);
    const one = await call();
    const two = await call({
      inputResponses: { first: accept('1'), second: accept('forged') },
      requestState: one.result.requestState as string,
    });
    expect(Object.keys(two.result.inputRequests as JsonObject)).toEqual(['second']);
    const three = await call({
      inputResponses: { first: accept('other'), second: accept('2') },
      requestState: two.result.requestState as string,
    });
    expect(three.result.content).toEqual([{ type: 'text', text: '1 2' }]);
  });

  it('has an answer that counts once, also while the work is running', async () => {
    const { opened, open } = gate();
    let runs = 0;
    const work = async (context: Context) => {
      await ask(context, 'name');
      runs++;
      await opened;
      return 'done';
    };
    const { call } = client(work, access);
    const { requestState } = (await call()).result;
    const again = { inputResponses: { name: accept('Ada') }, requestState: requestState as string };
    const first = call(again);
    expect((await call(again)).error).toMatchObject(used);
    open();
    expect((await first).result.content).toEqual([{ type: 'text', text: 'done' }]);
    expect((await call(again)).error).toMatchObject(used);
    expect(runs).toBe(1);
  });

  it('has an answer of its own in each request, also of the same moment', async () => {
    const { call } = client(context => ask(context, 'name'), access);
    const asked = [await call(), await call()];
    for (const { result } of asked) {
      const requestState = result.requestState as string;
      const answered = await call({ inputResponses: { name: accept('Ada') }, requestState });
      expect(answered.result.content).toEqual([{ type: 'text', text: 'Ada' }]);
    }
  });

  it('has no second answer until its state expires', async () => {
    const { lab, call } = client(context => ask(context, 'name'), access);
    const { requestState } = (await call()).result;
    const again = { inputResponses: { name: accept('Ada') }, requestState: requestState as string };
    await call(again);
    lab.clock += 15 * 60_000;
    lab.kernel.sweep();
    expect((await call(again)).error).toMatchObject(used);
  });
});
