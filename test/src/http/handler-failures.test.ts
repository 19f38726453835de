import { WireError } from '@worldwire/protocol';
import { defineWorld, prompt, resource, template, text, tool, WorldError } from '@worldwire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, post, reply, rpc, textOf, type WireReply } from './lab.js';

const SECRET = 'secret-detail-4711';

function circular(): object {
  const self: Record<string, unknown> = { secret: SECRET };
  self.self = self;
  return self;
}

class Hostile {
  get message(): string {
    throw new Error(SECRET);
  }
}

const unserializable = circular() as never;

const misdeeds: Record<string, (context: Parameters<ReturnType<typeof tool>['call']>[1]) => unknown> = {
  throws_error: () => {
    throw new Error(SECRET);
  },
  rejects: async () => {
    throw new TypeError(SECRET);
  },
  throws_string: () => {
    throw SECRET;
  },
  throws_null: () => {
    throw null;
  },
  throws_undefined: () => {
    throw undefined;
  },
  throws_hostile: () => {
    throw new Hostile();
  },
  throws_proxy: () => {
    throw new Proxy(
      {},
      {
        get: () => {
          throw new Error(SECRET);
        },
        getPrototypeOf: () => {
          throw new Error(SECRET);
        },
      },
    );
  },
  returns_circular: circular,
  returns_bigint: () => ({ big: 10n }),
  returns_function: () => () => SECRET,
  returns_symbol: () => Symbol(SECRET),
  returns_hostile_json: () => ({
    toJSON: () => {
      throw new Error(SECRET);
    },
  }),
  returns_undefined_json: () => ({ toJSON: () => undefined }),
  returns_thenable: () => ({
    // biome-ignore lint/suspicious/noThenProperty: it only looks like a promise.
    then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error(SECRET)),
  }),
  wire_error_with_circular_data: () => {
    throw new WireError(-32603, 'This one may be said.', unserializable);
  },
  progress_with_bigint: context => context.progress(1n as never),
  log_with_circular: context => context.log('error', unserializable),
  asks_with_circular: context => context.elicit('a', { message: 'Well?', schema: unserializable }),
  asks_with_bigint: context => context.elicit('a', { message: 10n as never, schema: {} }),
};

const world = defineWorld({
  name: 'trouble',
  version: '1.0.0',
  tools: [
    tool({ name: 'well', description: 'Works.', access: 'read', call: () => text('well') }),
    tool({
      name: 'refuses',
      description: 'Says no.',
      access: 'read',
      call: () => {
        throw new WorldError('Conflict', 'It changed.', 'Read it again.');
      },
    }),
    tool({
      name: 'breaks_promise',
      description: 'Breaks its output schema.',
      access: 'read',
      output: z.object({ n: z.number() }),
      call: () => ({ n: SECRET }),
    }),
    ...Object.entries(misdeeds).map(([name, deed]) =>
      tool({ name, description: 'Misbehaves.', access: 'read', call: (_args, context) => deed(context) }),
    ),
  ],
  resources: [
    resource({
      uri: 'trouble://throws',
      name: 'throws',
      read: () => {
        throw new Error(SECRET);
      },
    }),
    resource({ uri: 'trouble://garbage', name: 'garbage', read: () => 5 as never }),
  ],
  templates: [
    template({
      uriTemplate: 'trouble://t/{id}',
      name: 't',
      complete: {
        id: () => {
          throw new Error(SECRET);
        },
      },
      read: async () => {
        throw SECRET;
      },
    }),
  ],
  prompts: [
    prompt({
      name: 'throws',
      get: () => {
        throw new Error(SECRET);
      },
    }),
    prompt({ name: 'garbage', get: () => 'nothing' as never }),
  ],
});

let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world });
  session = await openSession(server.url, '2025-11-25', { elicitation: {} });
});

afterAll(() => server.close());

/** The client gets one complete answer without details, and the server still serves. */
async function expectDecent(response: Response): Promise<WireReply> {
  const body = await response.text();
  expect(body).not.toContain(SECRET);
  expect(body).not.toMatch(/\bat [\w.<>]+ \(|node:internal|\.ts:\d|\.js:\d/);
  const data = body.startsWith('{')
    ? body
    : (body.split('\n').findLast(line => line.startsWith('data: {')) ?? '').slice(6);
  const answer = JSON.parse(data) as WireReply;
  expect(answer.id).toBe('m');
  if (answer.error === undefined && answer.result?.resultType !== 'input_required') {
    expect(answer.result?.content).toBeInstanceOf(Array);
    for (const block of answer.result?.content ?? []) expect(typeof block.text).toBe('string');
  }
  expect(textOf(await reply(post(server.url, session, callTool('well'))))).toBe('well');
  return answer;
}

describe.each(Object.keys(misdeeds))('a handler that misbehaves: %s', name => {
  it('leaves the server running and shows no details, in a session', async () => {
    await expectDecent(await post(server.url, session, callTool(name, {}, 'm', { progressToken: 1 })));
  });

  it('leaves the server running and shows no details, in 2026-07-28', async () => {
    const request = modern(
      'tools/call',
      { name, _meta: { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' } },
      { id: 'm', capabilities: { elicitation: {} } },
    );
    await expectDecent(await fetch(server.url, request));
  });
});

describe('a handler’s failure', () => {
  it('is a failed result for the model, with the details in the log alone', async () => {
    const before = server.logged.length;
    const answer = await expectDecent(await post(server.url, session, callTool('throws_error', {}, 'm')));
    expect(answer.result?.isError).toBe(true);
    const entries = server.logged.slice(before);
    expect(entries).toHaveLength(1);
    expect((entries[0]!.fields as { err: Error }).err.message).toBe(SECRET);
  });

  it('of the world is shown with its kind, message and hint', async () => {
    const answer = await reply(post(server.url, session, callTool('refuses')));
    expect(answer.result?.isError).toBe(true);
    expect(textOf(answer)).toBe('Conflict: It changed.\nHint: Read it again.');
  });

  it('to match its output schema is an error that shows none of the data', async () => {
    await expectDecent(await post(server.url, session, callTool('breaks_promise', {}, 'm')));
  });

  it.each([
    ['resources/read', { uri: 'trouble://throws' }],
    ['resources/read', { uri: 'trouble://garbage' }],
    ['resources/read', { uri: 'trouble://t/1' }],
    ['prompts/get', { name: 'throws' }],
    ['prompts/get', { name: 'garbage' }],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'trouble://t/{id}' }, argument: { name: 'id', value: '' } },
    ],
  ])('in %s is -32603 without details (case %#)', async (method, params) => {
    const answer = await expectDecent(await post(server.url, session, rpc(method, params, 'm')));
    expect(answer.error?.code).toBe(-32603);
  });
});
