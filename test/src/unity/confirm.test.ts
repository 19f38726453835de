import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUnity, type UnityServer } from './unity-server.js';

type Action = 'accept' | 'decline' | 'cancel';
interface Asked {
  readonly message: string;
}
interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}
interface Person {
  readonly asked: Asked[];
  answer: Action;
  call(name: string, args: object): Promise<Called>;
  close(): Promise<void>;
}

const INFO = { name: 'with-a-person', version: '1' };

/** A client that can ask its person, in each era. */
async function inSession(url: string): Promise<Person> {
  const client = new Client1(INFO, { capabilities: { elicitation: {} } });
  const person = personAt((name, args) => client.callTool({ name, arguments: { ...args } }), client);
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(person, params));
  await client.connect(new Transport1(new URL(url)) as Transport);
  return person;
}

async function stateless(url: string): Promise<Person> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client2(INFO, { versionNegotiation, capabilities: { elicitation: {} } });
  const person = personAt((name, args) => client.callTool({ name, arguments: { ...args } }), client);
  client.setRequestHandler('elicitation/create', ({ params }) => reply(person, params));
  await client.connect(new Transport2(new URL(url)));
  return person;
}

function personAt(
  call: (name: string, args: object) => Promise<unknown>,
  client: { close(): Promise<void> },
): Person {
  return {
    asked: [],
    answer: 'decline',
    call: async (name, args) => (await call(name, args)) as Called,
    close: () => client.close(),
  };
}

function reply(person: Person, { message }: Asked): { action: Action; content?: Record<string, string> } {
  person.asked.push({ message });
  return person.answer === 'accept' ? { action: 'accept', content: {} } : { action: person.answer };
}

let server: UnityServer;
beforeAll(async () => {
  server = await startUnity({
    grants: { writes: true, remoteConfig: true },
    settings: { requireConfirm: true },
  });
});
afterAll(() => server.close());

describe.each([
  ['a session', inSession],
  ['2026-07-28', stateless],
] as const)('a person at a client of %s', (_era, connect) => {
  it('[UNITY-1.4] is asked before a write, and what they allow is done', async () => {
    const person = await connect(server.url);
    const objectId = await server.explorer.find('/Player');
    person.answer = 'accept';
    const result = await person.call('SetActive', { objectId, active: false });
    expect(JSON.parse(result.content[0]!.text)).toMatchObject({ ok: true, after: false });
    expect(await server.explorer.active(objectId)).toBe(false);
    expect(person.asked).toHaveLength(1);
    expect(person.asked[0]!.message).toContain('SetActive');
    expect(person.asked[0]!.message).toContain(objectId);
    await person.call('SetActive', { objectId, active: true });
    await person.close();
  });

  it.each(['decline', 'cancel'] as const)(
    '[UNITY-1.4] is believed when they %s, whatever the model put into confirm',
    async action => {
      const person = await connect(server.url);
      const objectId = await server.explorer.find('/Player');
      person.answer = action;
      const result = await person.call('SetActive', { objectId, active: false, confirm: true });
      expect(result.isError).toBe(true);
      expect(JSON.parse(result.content[0]!.text)).toMatchObject({
        ok: false,
        error: { kind: 'PermissionDenied' },
      });
      expect(person.asked).toHaveLength(1);
      expect(await server.explorer.active(objectId)).toBe(true);
      await person.close();
    },
  );

  it('is not asked for what reads, for what is refused anyway, or for a selection', async () => {
    const person = await connect(server.url);
    const objectId = await server.explorer.find('/Player');
    await person.call('GetObject', { id: objectId });
    await person.call('SelectObject', { objectId });
    await person.call('AddComponent', { objectId, type: 'UnityEngine.Light' });
    await person.call('SetActive', { objectId, active: 'perhaps' });
    await person.call('ConsoleEval', { code: '1' });
    expect(person.asked).toEqual([]);
    await person.close();
  });

  it('is asked before SetConfig opens a gate', async () => {
    const person = await connect(server.url);
    person.answer = 'decline';
    const result = await person.call('SetConfig', { requireConfirm: false });
    expect(result.isError).toBe(true);
    expect(person.asked).toHaveLength(1);
    expect((await server.explorer.tool('GetConfig')).requireConfirm).toBe(true);
    await person.close();
  });
});

describe('a client that cannot be asked', () => {
  it.each([
    ['the client 1.x', () => new Client1(INFO), (url: URL) => new Transport1(url)],
    [
      'the client 2.x',
      () => new Client2(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      (url: URL) => new Transport2(url),
    ],
  ] as const)('[UNITY-1.4] confirms by confirm=true: %s', async (_name, make, open) => {
    const client = make() as Client1;
    await client.connect(open(new URL(server.url)) as Transport);
    const call = async (args: object) =>
      (await client.callTool({
        name: 'SetTimeScale',
        arguments: { value: 1, ...args },
      })) as unknown as Called;
    const refused = await call({});
    expect(refused.isError).toBe(true);
    expect(refused.content[0]!.text).toContain('confirm=true');
    expect(JSON.parse((await call({ confirm: true })).content[0]!.text)).toMatchObject({ ok: true });
    await client.close();
  });
});
