import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, startServer, type TestServer } from '../harness.js';
import { Lab, post, reply, rpc } from './lab.js';

/** Names that every object inherits, and that no lookup may find. */
const INHERITED = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupGetter__',
  '__proto__',
  'prototype',
];

let server: TestServer;
let fixture: TestServer;
let session: Record<string, string>;
let fixtureSession: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: new Lab().world });
  session = await openSession(server.url);
  fixture = await startServer();
  fixtureSession = await openSession(fixture.url);
});

afterAll(async () => {
  await server.close();
  await fixture.close();
});

describe.each(INHERITED)('the name %s', name => {
  it('is not found as tool, prompt or resource', async () => {
    const ask = (method: string, params: object) =>
      reply(post(fixture.url, fixtureSession, rpc(method, params)));
    expect((await ask('tools/call', { name })).error?.code).toBe(-32602);
    expect((await ask('prompts/get', { name })).error?.code).toBe(-32602);
    expect((await ask('resources/read', { uri: name })).error?.code).toBe(-32002);
    expect((await ask('resources/subscribe', { uri: name })).error?.code).toBe(-32002);
    expect((await ask('logging/setLevel', { level: name })).error?.code).toBe(-32602);
    expect(
      (
        await ask('completion/complete', {
          ref: { type: 'ref/prompt', name },
          argument: { name: 'a', value: '' },
        })
      ).error?.code,
    ).toBe(-32602);
  });

  it('has no completions', async () => {
    const complete = (ref: object) =>
      reply(
        post(
          fixture.url,
          fixtureSession,
          rpc('completion/complete', { ref, argument: { name, value: 'a' } }),
        ),
      );
    const none = { completion: { values: [], total: 0, hasMore: false } };
    expect((await complete({ type: 'ref/resource', uri: 'test://template/{id}/data' })).result).toEqual(none);
    expect((await complete({ type: 'ref/prompt', name: 'test_prompt_with_arguments' })).result).toEqual(none);
  });

  it('is an unknown argument of a tool, and does not count as one of a prompt', async () => {
    if (name === '__proto__') return;
    const args = { mark: 'x', [name]: 'y' };
    expect(
      (await reply(post(server.url, session, rpc('tools/call', { name: 'echo', arguments: args })))).result
        ?.isError,
    ).toBe(true);
    const params = { name: 'test_prompt_with_arguments', arguments: { [name]: 'y' } };
    expect((await reply(post(fixture.url, fixtureSession, rpc('prompts/get', params)))).error?.code).toBe(
      -32602,
    );
  });
});

describe('a URI', () => {
  it.each([
    '',
    'x',
    'test://',
    'file:///etc/passwd',
    'test://template//data',
    'test://template/a/b/data',
    'test://static-text/',
    'TEST://static-text',
    'test://static-text\n',
    'test://static-text?x',
    'skill://pdf-processing/../SKILL.md',
  ])('that names nothing is not found: %j', async uri => {
    const answer = await reply(post(fixture.url, fixtureSession, rpc('resources/read', { uri })));
    expect(answer.error?.code).toBe(-32002);
  });

  it('longer than the limit is refused, and a long one that almost matches is not found', async () => {
    const long = `test://template/${'a'.repeat(9_000)}/data`;
    expect(
      (await reply(post(fixture.url, fixtureSession, rpc('resources/read', { uri: long })))).error?.code,
    ).toBe(-32602);
    for (const filler of ['a', '/', '%', '%41', '{', 'data/']) {
      const uri = `test://template/${filler.repeat(Math.floor(8_000 / filler.length))}x`;
      const answer = await reply(post(fixture.url, fixtureSession, rpc('resources/read', { uri })));
      expect(answer.error?.code).toBe(-32002);
    }
  });
});
