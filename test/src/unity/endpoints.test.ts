import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '../http/event-reader.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';
import { until } from '../http/until.js';
import type { Dto, Failure } from './explorer.js';
import { LineReader, notices } from './line-reader.js';
import { startUnity, type UnityServer } from './unity-server.js';

const PAGE = 'https://inspector.example';
const SSE = { accept: 'text/event-stream' };

let server: UnityServer;
beforeAll(async () => {
  server = await startUnity({ http: { origins: [PAGE] } });
});
afterAll(() => server.close());

async function get(
  uri: string,
): Promise<{ status: number; type: string | null; body: Dto & { error: Failure } }> {
  const response = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
  const body = (await response.json()) as Dto & { error: Failure };
  return { status: response.status, type: response.headers.get('content-type'), body };
}

describe('GET /read', () => {
  it('[UNITY-2.9] gives a resource, its query included', async () => {
    const { status, type, body } = await get('unity://scene/scn:0/objects?limit=2&offset=1');
    expect(status).toBe(200);
    expect(type).toContain('application/json');
    expect(body.Items).toHaveLength(2);
    expect(await get('unity://status')).toMatchObject({ status: 200, body: { Ready: true } });
  });

  it.each(['unity://scenes', 'unity://selection', 'unity://clipboard', 'unity://hooks'])(
    '[UNITY-2.9] gives %s as read_resource has it in its text, and nothing around it',
    async uri => {
      const wrapped = await server.explorer.read(uri);
      expect((await get(uri)).body).toEqual(wrapped);
    },
  );

  it.each([
    ['unity://object/obj:999999', 404, 'NotFound'],
    ['unity://scene/scn:77/objects', 404, 'NotFound'],
    ['unity://nothing', 404, 'NotFound'],
    ['file:///etc/passwd', 404, 'NotFound'],
    ['unity://console/script?path=missing.cs', 404, 'NotFound'],
    ['unity://console/script?path=../mcp.config.json', 400, 'InvalidArgument'],
    ['unity://scenes?limit=many', 400, 'InvalidArgument'],
    ['unity://scenes?limit=0', 400, 'InvalidArgument'],
    ['unity://object/12', 400, 'InvalidArgument'],
    ['unity://object/obj:1/component/member?type=UnityEngine.Transform', 400, 'InvalidArgument'],
    ['unity://search?limit=-1', 400, 'InvalidArgument'],
    ['unity://logs/tail?count=0', 400, 'InvalidArgument'],
    ['', 400, 'InvalidArgument'],
  ])('[UNITY-2.9] [UNITY-7.1] answers %s with %i', async (uri, status, kind) => {
    expect(await get(uri)).toMatchObject({
      status,
      body: { error: { code: expect.any(Number), message: expect.stringMatching(/./), data: { kind } } },
    });
  });

  it('answers 400 where no address is given', async () => {
    const response = await fetch(`${server.base}/read`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { data: { kind: 'InvalidArgument' } } });
  });
});

describe('an event stream', () => {
  it.each(['/', '/?client=inspector', '/mcp', '/mcp?client=inspector'])(
    '[UNITY-2.10] [UNITY-2.11] at GET %s mirrors notifications, results and errors',
    async path => {
      const stream = await EventReader.open(`${server.base}${path}`, SSE);
      expect(stream.status).toBe(200);
      expect(stream.response.headers['content-type']).toContain('text/event-stream');
      await server.explorer.rpc('call_tool', { name: 'GetVersion', arguments: {} }, 'good');
      await server.explorer.rpc('call_tool', { name: 'GetObject', arguments: { id: 'obj:999999' } }, 'bad');
      await until(() => stream.messages.some(({ id }) => id === 'bad'), 'the mirrored error');
      expect(notices(stream.messages)).toContainEqual(
        expect.objectContaining({ event: 'tool_result', payload: expect.objectContaining({ ok: true }) }),
      );
      expect(stream.messages).toContainEqual(
        expect.objectContaining({ id: 'good', result: expect.anything() }),
      );
      expect(stream.messages).toContainEqual(
        expect.objectContaining({ id: 'bad', error: expect.objectContaining({ code: -32004 }) }),
      );
      for (const frame of stream.text.split('\n\n').filter(part => part.startsWith('data: '))) {
        expect(() => JSON.parse(frame.slice('data: '.length))).not.toThrow();
      }
      stream.cut();
    },
  );

  it.each(['/', '/mcp'])('[UNITY-2.10] at GET %s is sent without chunked encoding', async path => {
    const socket = await RawSocket.open(server.port);
    const host: [string, string] = ['Host', `127.0.0.1:${server.port}`];
    socket.send(rawRequest('GET', path, [host, ['Accept', 'text/event-stream']]));
    await until(() => socket.unread.includes('\r\n\r\n'), 'the headers');
    await server.explorer.rpc('ping', {}, 'mirrored');
    await until(() => socket.unread.includes('"mirrored"'), 'the mirrored reply');
    const [head = '', body = ''] = socket.unread.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(head.toLowerCase()).not.toMatch(/transfer-encoding|content-length|keep-alive/);
    expect(head).toMatch(/^connection: close$/im);
    expect(body).toBe('data: {"jsonrpc":"2.0","id":"mirrored","result":{}}\n\n');
    socket.destroy();
  });

  it('[UNITY-2.15] stays open until its client leaves, and leaves nothing behind', async () => {
    await until(() => server.streams() === 0, 'the streams of other tests to be gone');
    const open = [
      await EventReader.open(`${server.base}/`, SSE),
      await EventReader.open(`${server.base}/mcp`, SSE),
      await LineReader.begun(server.base),
    ];
    expect(server.streams()).toBe(3);
    for (const stream of open) stream.cut();
    await until(() => server.streams() === 0, 'the end of all streams');
    expect((await server.explorer.tool('GetStatus')).Ready).toBe(true);
  });

  it('describes the server without Accept: text/event-stream', async () => {
    const response = await fetch(`${server.base}/`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'UnityExplorer.Mcp' });
    expect(await (await fetch(server.url)).json()).toMatchObject({ name: 'UnityExplorer.Mcp' });
  });
});

describe('a page', () => {
  const list = (response: Response, name: string) =>
    (response.headers.get(name) ?? '').toLowerCase().split(/,\s*/);

  it.each(['/', '/message', '/mcp', '/read', '/elsewhere'])(
    '[UNITY-2.12] [UNITY-2.13] of an allowed origin is granted its preflight at %s',
    async path => {
      const response = await fetch(`${server.base}${path}`, {
        method: 'OPTIONS',
        headers: { origin: PAGE, 'access-control-request-method': 'POST' },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(list(response, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['content-type', 'authorization']),
      );
      expect(list(response, 'access-control-allow-methods')).toEqual(
        expect.arrayContaining(['get', 'post', 'options']),
      );
      expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    },
  );

  it('[UNITY-2.12] of an allowed origin may read what it is answered, streams included', async () => {
    const { headers } = await fetch(`${server.base}/read?uri=unity://status`, { headers: { origin: PAGE } });
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    const stream = await EventReader.open(`${server.base}/`, { ...SSE, origin: PAGE });
    expect(stream.response.headers['access-control-allow-origin']).toBe(PAGE);
    stream.cut();
  });

  it.each(['https://evil.example', 'null', 'http://localhost:1'])(
    '[UNITY-2.12] of the origin %s gets 403 everywhere: the wildcard of the document would let it drive the scene',
    async origin => {
      for (const [method, path] of [
        ['OPTIONS', '/message'],
        ['POST', '/message'],
        ['POST', '/mcp'],
        ['GET', '/'],
        ['GET', '/read?uri=unity://status'],
      ] as const) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'list_tools' });
        const response = await fetch(`${server.base}${path}`, {
          method,
          headers: { origin, 'content-type': 'application/json' },
          ...(method === 'POST' && { body }),
        });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        await response.arrayBuffer();
      }
    },
  );
});
