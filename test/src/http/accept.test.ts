import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, rpc } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const JSON_TYPE = 'application/json';
const SSE_TYPE = 'text/event-stream';

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
  session = await openSession(server.url);
});

afterAll(() => server.close());

/** A POST with exactly this Accept header, or none. */
function postAccepting(headers: Record<string, string>, accept: string | undefined, body: string) {
  const { accept: _, ...rest } = headers;
  const all = [['Host', `127.0.0.1:${server.port}`], ...Object.entries(rest)] as [string, string][];
  if (accept !== undefined) all.push(['Accept', accept]);
  return RawSocket.exchange(server.port, rawRequest('POST', '/mcp', all, body));
}

describe('a plain result', () => {
  it.each([
    ['both', 'application/json, text/event-stream', JSON_TYPE],
    ['both, with weights', 'application/json;q=0.9, text/event-stream;q=0.8', JSON_TYPE],
    ['both in capitals', 'Application/JSON, Text/Event-Stream', JSON_TYPE],
    ['JSON alone', 'application/json', JSON_TYPE],
    ['anything', '*/*', JSON_TYPE],
    ['any application type', 'application/*', JSON_TYPE],
    ['no header at all', undefined, JSON_TYPE],
    ['the stream alone', 'text/event-stream', SSE_TYPE],
    ['the stream, and JSON with weight 0', 'text/event-stream, application/json;q=0', SSE_TYPE],
    ['the stream first', 'text/event-stream, application/json', SSE_TYPE],
  ])('is sent in a form that the client accepts: %s', async (_what, accept, type) => {
    const { status, headers, body } = await postAccepting(session, accept, rpc('ping', {}, 'here'));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(body).toContain('"id":"here"');
  });

  it.each([
    ['JSON alone', 'application/json', JSON_TYPE],
    ['the stream alone', 'text/event-stream', SSE_TYPE],
    ['no header at all', undefined, JSON_TYPE],
  ])('is sent in that form in 2026-07-28 too: %s', async (_what, accept, type) => {
    const { headers, body } = modern('tools/list');
    expect((await postAccepting(headers, accept, body)).headers['content-type']).toBe(type);
  });

  it('of initialize too: a client that accepts only streams gets its session', async () => {
    const { 'mcp-session-id': _, 'mcp-protocol-version': __, ...headers } = session;
    const body = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const answer = await postAccepting(headers, SSE_TYPE, body);
    expect(answer.headers['content-type']).toBe(SSE_TYPE);
    expect(answer.headers['mcp-session-id']).toBeDefined();
  });
});

describe('an Accept that allows neither form', () => {
  it.each([
    'text/html',
    'text/plain, image/png',
    'application/xml',
    'application/json;q=0',
    'application/json;q=0.000, text/event-stream; q=0',
    'json',
  ])('is refused with 406 before anything runs: %s', async accept => {
    for (const headers of [session, modern('tools/call', { name: 'echo' }).headers]) {
      const { status, body } = await postAccepting(headers, accept, callTool('echo', { mark: accept }));
      expect(status).toBe(406);
      expect(JSON.parse(body)).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('Accept') },
      });
    }
    expect(lab.echoed.has(accept)).toBe(false);
  });
});

describe('what comes before the result', () => {
  it('is left out for a client that accepts only JSON: it gets the result and nothing else', async () => {
    const fixture = await startServer();
    const headers = { ...(await openSession(fixture.url)), accept: JSON_TYPE };
    const body = callTool('test_tool_with_progress', {}, 1, { progressToken: 'p' });
    const response = await fetch(fixture.url, { method: 'POST', headers, body });
    expect(response.headers.get('content-type')).toBe(JSON_TYPE);
    expect(await response.json()).toMatchObject({
      id: 1,
      result: { content: [{ text: 'Progress complete.' }] },
    });
    await fixture.close();
  });

  it('fails with a hint when the tool must ask and the client accepts only JSON', async () => {
    const headers = {
      ...(await openSession(server.url, '2025-11-25', { elicitation: {} })),
      accept: JSON_TYPE,
    };
    const response = await fetch(server.url, { method: 'POST', headers, body: callTool('ask', {}, 1) });
    expect(await response.json()).toMatchObject({
      id: 1,
      result: { isError: true, content: [{ text: expect.stringContaining(SSE_TYPE) }] },
    });
  });

  it('makes a subscription of 2026-07-28 impossible for a client that accepts only JSON: 400', async () => {
    const { headers, body } = modern('subscriptions/listen', { notifications: {} });
    const { status } = await postAccepting(headers, JSON_TYPE, body);
    expect(status).toBe(400);
  });

  it('is sent on a stream with one data line per event, without a raw line end', async () => {
    const mark = 'a\nb\r\nc\rd\u2028e\u0000f: data: x\n\nevent: forged';
    const answer = await postAccepting(session, SSE_TYPE, callTool('echo', { mark }, 7));
    const lines = answer.body.split('\n').filter(line => line.startsWith('data: {'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse((lines[0] as string).slice(6))).toMatchObject({
      id: 7,
      result: { content: [{ text: mark }] },
    });
    expect(answer.body).not.toMatch(/^event: forged/m);
  });
});

describe('GET', () => {
  it.each([undefined, '*/*', 'text/html', 'application/json', 'text/html, application/xhtml+xml, */*;q=0.8'])(
    'that does not ask for a stream by name gets a description: %s',
    async accept => {
      const headers = accept === undefined ? [] : [['Accept', accept] as const];
      const { status, body } = await RawSocket.exchange(
        server.port,
        rawRequest('GET', '/mcp', [['Host', 'localhost'], ...headers]),
      );
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ name: 'lab', version: '1.0.0' });
    },
  );

  it.each([
    'text/event-stream',
    'Text/Event-Stream',
    'application/json, text/event-stream',
    'text/event-stream;q=0.5, */*',
  ])('that does gets the stream: %s', async accept => {
    const stream = await EventReader.open(server.url, { ...session, accept });
    expect(stream.response.headers['content-type']).toBe(SSE_TYPE);
    stream.cut();
  });

  it.each(['PUT', 'PATCH', 'HEAD'])(
    'besides POST and DELETE is the only method: %s gets 405 with Allow',
    async method => {
      const response = await fetch(server.url, {
        method,
        ...(method !== 'HEAD' && { headers: session, body: rpc('ping') }),
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('POST');
    },
  );
});
