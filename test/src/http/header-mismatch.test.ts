import { encodeHeaderValue, META_VERSION } from '@worldwire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { post, reply, rpc, textOf } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const MISMATCH = -32020;

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.close());

const simple = modern('tools/call', { name: 'test_simple_text' }, { id: 1 });
const regional = modern(
  'tools/call',
  { name: 'test_x_mcp_header', arguments: { region: 'eu' } },
  { headers: { 'mcp-param-region': 'eu' } },
);
const reading = modern('resources/read', { uri: 'test://static-text' });
const prompting = modern('prompts/get', { name: 'test_simple_prompt' });
const listing = modern('tools/list');

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

describe('headers and a body that agree', () => {
  it.each([
    ['a call', simple],
    ['a mirrored argument', regional],
    ['a read', reading],
    ['a prompt', prompting],
    ['a list', listing],
  ])('are served: %s', async (_what, request) => {
    const response = await fetch(server.url, request);
    expect(response.status).toBe(200);
    expect((await reply(response)).error).toBeUndefined();
  });

  it('agree also where the value is wrapped in Base64, or padded with blanks', async () => {
    const region = 'zürich\n東京';
    const wrapped = modern(
      'tools/call',
      { name: 'test_x_mcp_header', arguments: { region } },
      {
        headers: {
          'mcp-param-region': encodeHeaderValue(region),
          'mcp-name': `=?base64?${btoa('test_x_mcp_header')}?=`,
        },
      },
    );
    expect(textOf(await reply(fetch(server.url, wrapped)))).toBe(`Region: ${region}`);
  });
});

describe('a header that is missing', () => {
  const plain = { ...simple, body: rpc('tools/call', { name: 'test_simple_text' }, 1) };
  it.each([
    ['MCP-Protocol-Version', simple, ['"MCP-Protocol-Version: 2026-07-28"', 'params._meta']],
    [
      'MCP-Protocol-Version',
      plain,
      ['"MCP-Protocol-Version: 2026-07-28"', META_VERSION, 'initialize', 'Mcp-Session-Id'],
    ],
    ['Mcp-Method', simple, ['"Mcp-Method: tools/call"']],
    ['Mcp-Name', simple, ['name']],
    ['Mcp-Param-Region', regional, ['region']],
  ])('gets an error with what to send: %s', async (name, { headers, body }, words) => {
    const response = await post(server.url, without(headers, name.toLowerCase()), body);
    const { error } = await reply(response);
    expect({ status: response.status, code: error?.code }).toEqual({ status: 400, code: MISMATCH });
    expect(error?.message.toLowerCase()).toContain(`the header ${name.toLowerCase()} is missing. send `);
    for (const word of words) expect(error?.message).toContain(word);
  });
});

describe('headers and a body that do not agree', () => {
  const cases: [
    string,
    { headers: Record<string, string>; body: string },
    Record<string, string | undefined>,
  ][] = [
    ['another revision', simple, { 'mcp-protocol-version': '2025-11-25' }],
    ['an unknown revision', simple, { 'mcp-protocol-version': '2099-01-01' }],
    ['no revision', simple, { 'mcp-protocol-version': undefined }],
    ['another method', simple, { 'mcp-method': 'tools/list' }],
    ['the method in another case', simple, { 'mcp-method': 'Tools/Call' }],
    ['an empty method', simple, { 'mcp-method': '' }],
    ['no method', simple, { 'mcp-method': undefined }],
    ['another name', simple, { 'mcp-name': 'test_image_content' }],
    ['the name in another case', simple, { 'mcp-name': 'TEST_SIMPLE_TEXT' }],
    ['no name', simple, { 'mcp-name': undefined }],
    ['a name in broken Base64', simple, { 'mcp-name': '=?base64?%%%?=' }],
    ['another name in Base64', simple, { 'mcp-name': `=?base64?${btoa('test_image_content')}?=` }],
    ['another URI', reading, { 'mcp-name': 'test://static-binary' }],
    ['no URI', reading, { 'mcp-name': undefined }],
    ['another prompt', prompting, { 'mcp-name': 'test_prompt_with_arguments' }],
    ['no prompt', prompting, { 'mcp-name': undefined }],
    ['another argument', regional, { 'mcp-param-region': 'us' }],
    ['the argument in another case', regional, { 'mcp-param-region': 'EU' }],
    ['no argument', regional, { 'mcp-param-region': undefined }],
    ['an argument in broken Base64', regional, { 'mcp-param-region': '=?base64?e?=' }],
  ];
  it.each(cases)('are refused with 400 and -32020: %s', async (_what, request, changes) => {
    const headers = Object.fromEntries(
      Object.entries({ ...request.headers, ...changes }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      ),
    );
    const response = await post(server.url, headers, request.body);
    expect(response.status).toBe(400);
    expect(await reply(response)).toMatchObject({ id: 1, error: { code: MISMATCH } });
  });

  it('are refused where the header names an argument the body does not have', async () => {
    const request = modern(
      'tools/call',
      { name: 'test_x_mcp_header', arguments: {} },
      { headers: { 'mcp-param-region': 'eu' } },
    );
    expect(await reply(fetch(server.url, request))).toMatchObject({ error: { code: MISMATCH } });
  });

  it.each(['mcp-method', 'mcp-name', 'mcp-protocol-version'])(
    'are refused where %s comes twice',
    async name => {
      const pairs = [...Object.entries(simple.headers), [name, simple.headers[name] as string]] as [
        string,
        string,
      ][];
      const text = rawRequest('POST', '/mcp', [['Host', `127.0.0.1:${server.port}`], ...pairs], simple.body);
      const { status, body } = await RawSocket.exchange(server.port, text);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ error: { code: MISMATCH } });
    },
  );

  it('are refused for a tool whose name is not a string, for any header', async () => {
    for (const name of [5, null, {}, ['test_simple_text']]) {
      const request = modern('tools/call', { name }, { name: 'test_simple_text' });
      expect((await reply(fetch(server.url, request))).error?.code).toBe(MISMATCH);
    }
  });
});

describe('a name that needs encoding in a header', () => {
  it.each([
    ['that looks wrapped', '=?base64?AAAA?='],
    ['outside ASCII', 'caf\u00e9'],
  ])('is refused where it does so, %s', async (_what, name) => {
    const { headers, body } = modern('tools/call', { name });
    const pairs = [['Host', `127.0.0.1:${server.port}`] as const, ...Object.entries(headers)];
    const head = rawRequest('POST', '/mcp', [...pairs, ['Content-Length', String(Buffer.byteLength(body))]]);
    const answer = await RawSocket.exchange(
      server.port,
      Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]),
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: MISMATCH } });
  });

  it('is accepted when it is encoded', async () => {
    for (const name of ['=?base64?AAAA?=', 'caf\u00e9']) {
      const request = modern('tools/call', { name }, { name: encodeHeaderValue(name) });
      expect((await reply(fetch(server.url, request))).error).toMatchObject({ code: -32602 });
    }
  });
});

describe('the revision a request names', () => {
  it('must be supported: 400, -32022 and the list of supported revisions', async () => {
    const request = modern(
      'tools/list',
      { _meta: { [META_VERSION]: '2099-01-01' } },
      { headers: { 'mcp-protocol-version': '2099-01-01' } },
    );
    const response = await fetch(server.url, request);
    expect(response.status).toBe(400);
    expect((await reply(response)).error).toMatchObject({
      code: -32022,
      data: { requested: '2099-01-01', supported: expect.arrayContaining(['2026-07-28', '2025-11-25']) },
    });
  });

  it('is not offered again when it needs a session: the answer explains how to open one', async () => {
    const request = modern(
      'tools/list',
      { _meta: { [META_VERSION]: '2025-11-25' } },
      { headers: { 'mcp-protocol-version': '2025-11-25' } },
    );
    const response = await fetch(server.url, request);
    expect(response.status).toBe(400);
    expect((await reply(response)).error).toEqual({
      code: -32022,
      message: expect.stringMatching(/2025-11-25 needs a session.*initialize/),
      data: { requested: '2025-11-25', supported: ['2026-07-28'] },
    });
  });

  it('makes the request stateless: a session id beside it is ignored', async () => {
    const session = await openSession(server.url);
    const request = modern(
      'tools/list',
      {},
      { headers: { 'mcp-session-id': session['mcp-session-id'] as string } },
    );
    const response = await fetch(server.url, request);
    expect(response.status).toBe(200);
    expect(response.headers.get('mcp-session-id')).toBeNull();
    const stale = modern('tools/list', {}, { headers: { 'mcp-session-id': 'never-was' } });
    expect((await fetch(server.url, stale)).status).toBe(200);
  });

  it('in the body decides, so that a session cannot be used under another revision’s rules', async () => {
    const session = await openSession(server.url);
    const response = await post(server.url, session, simple.body);
    expect(response.status).toBe(400);
    expect((await reply(response)).error?.code).toBe(MISMATCH);
  });

  it.each([
    ['no _meta', {}],
    ['an empty _meta', { _meta: {} }],
    ['_meta as a string', { _meta: 'x' }],
    ['a revision that is a number', { _meta: { [META_VERSION]: 20260728 } }],
  ])('is asked for with -32602 where only the header has it: %s', async (_what, params) => {
    const response = await post(
      server.url,
      without(listing.headers, 'mcp-session-id'),
      rpc('tools/list', params, 6),
    );
    expect(response.status).toBe(400);
    expect(await reply(response)).toMatchObject({ id: 6, error: { code: -32602 } });
  });
});
