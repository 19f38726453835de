import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  IssuerLab,
  sign,
  type TestKey,
  testKey,
} from '../../../packages/transports/src/oauth/issuer-lab.test.js';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { RawSocket } from '../http/raw-socket.js';
import {
  startUniverse,
  type UniverseServer,
  type UniverseServerOptions,
} from '../universe/universe-server.js';
import { OAuthLab } from './oauth-server.js';

const METADATA = '/.well-known/oauth-protected-resource';
const TICK = { universeId: 'sol', command: { type: 'tick', dt: 5 } };
const FILE_TOKEN = 'a-token-of-the-token-file';

let key: TestKey;
let issuer: IssuerLab;
let lab: OAuthLab;
let server: UniverseServer;

beforeEach(async () => {
  key = await testKey('k1');
  issuer = await IssuerLab.start(key);
  lab = new OAuthLab(issuer.url);
  await start();
});
afterEach(async () => {
  lab.close();
  await server.close();
  await issuer.close();
});

async function start({ http, ...options }: UniverseServerOptions = {}): Promise<void> {
  await server?.close();
  server = await startUniverse({ ...options, http: { ...lab.http('universe'), ...http } });
}

function token(scope = 'worldwire:universe:read', claims: object = {}): Promise<string> {
  const seconds = Math.floor(Date.now() / 1_000);
  return sign(issuer.url, key, { aud: server.url, scope, iat: seconds, exp: seconds + 300, ...claims });
}

const bearer = (given: string) => ({ authorization: `Bearer ${given}` });

/** A call of a tool, with a token or without. */
async function call(name: string, args: object, given?: string): Promise<Response> {
  const { headers, ...request } = modern('tools/call', { name, arguments: args });
  return fetch(server.url, {
    ...request,
    headers: { ...headers, ...(given !== undefined && bearer(given)) },
  });
}

const read = (given?: string) => call('get_universe_state', { universeId: 'sol' }, given);
const write = (given?: string) => call('send_universe_command', TICK, given);
const challengeOf = (response: Response) => response.headers.get('www-authenticate') ?? '';

describe('the metadata of a protected resource', () => {
  it('is served without a token, at the root and for the endpoint', async () => {
    for (const path of [METADATA, `${METADATA}/mcp`]) {
      const response = await fetch(server.base + path);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        resource: server.url,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
      });
    }
    expect((await fetch(`${server.base}${METADATA}/other`)).status).toBe(401);
    expect((await fetch(`${server.base}${METADATA}/mcp`, { method: 'POST' })).status).toBe(401);
  });

  it('is not served without OAuth', async () => {
    const { base, close } = await startUniverse();
    expect((await fetch(base + METADATA)).status).toBe(404);
    await close();
  });

  it('has the configured address, whatever Host the client sends', async () => {
    await start({ http: { hosts: ['other.example'] } });
    const allowed = await rawGet(METADATA, 'other.example');
    expect(allowed.status).toBe(200);
    expect(allowed.text).toContain(server.url);
    const challenged = await rawGet('/mcp', 'other.example');
    expect(challenged.status).toBe(401);
    expect(challenged.text).toContain(`${server.base}${METADATA}/mcp`);
    for (const { text } of [allowed, challenged]) expect(text).not.toContain('other.example');
    expect((await rawGet(METADATA, 'evil.example')).status).toBe(403);
  });

  it('is refused to pages of other origins', async () => {
    const response = await fetch(server.base + METADATA, { headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(403);
  });
});

async function rawGet(path: string, host: string) {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { status, headers, body } = await RawSocket.exchange(server.port, request);
  return { status, text: JSON.stringify([headers, body.toString()]) };
}

describe('a request without an access token', () => {
  it('gets 401 with the address of the metadata and the scope to ask for', async () => {
    const response = await read();
    expect(response.status).toBe(401);
    expect(challengeOf(response)).toBe(
      `Bearer scope="worldwire:universe:read", resource_metadata="${server.base}${METADATA}/mcp"`,
    );
  });

  it('does not count as a failed credential: clients begin that way', async () => {
    await start({ limits: { authFailures: 2 } });
    for (let count = 0; count < 5; count++) expect((await read()).status).toBe(401);
    expect((await read(await token())).status).toBe(200);
  });

  it('cannot have the token in the query', async () => {
    const { headers, ...request } = modern('tools/list');
    const response = await fetch(`${server.url}?access_token=${await token()}`, { ...request, headers });
    expect(response.status).toBe(401);
  });
});

describe('a refused access token', () => {
  it('gets 401 with the reason, and no part of it comes back', async () => {
    const given = await token(undefined, { aud: 'https://other.example/mcp' });
    const response = await read(given);
    expect(response.status).toBe(401);
    expect(challengeOf(response)).toContain(
      'error="invalid_token", error_description="The token is for another audience."',
    );
    const answer = challengeOf(response) + (await response.text());
    for (const part of given.split('.').slice(1)) expect(answer).not.toContain(part);
  });

  it('counts as a failed credential: the address has to wait, but not for a token that it used before', async () => {
    await start({ limits: { authFailures: 2 } });
    const good = await token();
    expect((await read(good)).status).toBe(200);
    for (let count = 0; count < 2; count++) expect((await read('x'.repeat(30))).status).toBe(401);
    expect((await read(await token(undefined, { sub: 'bob' }))).status).toBe(429);
    expect((await read(good)).status).toBe(200);
  });

  it.each(['x'.repeat(9_000), 'a.b.c', 'ey.ey.ey'])('is refused on every way in (%#)', async given => {
    const headers = { ...JSON_HEADERS, ...bearer(given) };
    const gets = [server.url, `${server.base}/universes`, `${server.base}/openapi.json`];
    const answers = await Promise.all([
      ...gets.map(url => fetch(url, { headers })),
      fetch(server.url, { method: 'POST', headers, body: '{}' }),
      fetch(server.url, { method: 'DELETE', headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it('gets 503 while its issuer cannot be reached, which does not count as a failed credential', async () => {
    await start({ limits: { authFailures: 1 } });
    const given = await token();
    await issuer.close();
    for (let count = 0; count < 3; count++) {
      const response = await read(given);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('30');
    }
    await issuer.open(issuer.port);
    await lab.issuers.find(issuer.url)?.refresh();
    expect((await read(given)).status).toBe(200);
  });
});

describe('an accepted access token', () => {
  it('serves requests that arrive together with a large body, before it is verified', async () => {
    const given = await token('worldwire:universe:write');
    const padding = 'x'.repeat(200_000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('get_universe_state', { universeId: 'sol', padding }, given)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await answers[0]?.text()).toContain('padding');
  });

  it('ends with the connection of a client that does not wait for the verification', async () => {
    let answer = () => {};
    const asked = new Promise<void>(resolve => {
      issuer.paths.set('/jwks', (_request, response) => {
        answer = () => response.end(JSON.stringify({ keys: issuer.keys }));
        resolve();
      });
    });
    const socket = await RawSocket.open(server.port);
    const given = await token();
    socket.send(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${given}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{}',
    );
    await asked;
    socket.destroy();
    await socket.closed;
    answer();
    expect((await read(given)).status).toBe(200);
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is used beside the tokens of a token file', async () => {
    await start({ http: { tokens: TokenStore.parse(`ann ${FILE_TOKEN} universe:write`) } });
    expect((await write(FILE_TOKEN)).status).toBe(200);
    expect((await read(await token())).status).toBe(200);
    expect((await write(await token())).status).toBe(403);
    expect(server.audits.map(({ principal, outcome }) => [principal.split('@')[0], outcome])).toEqual([
      ['ann', 'done'],
      ['oauth:ann', 'denied'],
    ]);
  });

  it('of another subject does not reach a session', async () => {
    const headers = await openSession(server.url, '2025-11-25', {}, bearer(await token()));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const other = { ...headers, ...bearer(await token(undefined, { sub: 'bob' })) };
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(200);
    expect((await fetch(server.url, { method: 'POST', headers: other, body })).status).toBe(404);
  });
});

describe('an access token without the scope', () => {
  it('gets 403 with the scope that is needed, and the refusal is in the audit', async () => {
    const response = await write(await token());
    expect(response.status).toBe(403);
    expect(challengeOf(response)).toBe(
      `Bearer error="insufficient_scope", scope="worldwire:universe:write", error_description="The right universe:write is required.", resource_metadata="${server.base}${METADATA}/mcp"`,
    );
    expect(server.audits).toMatchObject([{ tool: 'send_universe_command', outcome: 'denied' }]);
    expect((await write(await token('worldwire:universe:write'))).status).toBe(200);
  });

  it('gets 403 in a session of an older revision', async () => {
    const headers = await openSession(server.url, '2025-11-25', {}, bearer(await token()));
    const params = { name: 'send_universe_command', arguments: TICK };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const response = await fetch(server.url, { method: 'POST', headers, body });
    expect(response.status).toBe(403);
    expect(challengeOf(response)).toContain('scope="worldwire:universe:write"');
    const more = { ...headers, ...bearer(await token('worldwire:universe:write')) };
    expect((await fetch(server.url, { method: 'POST', headers: more, body })).status).toBe(200);
  });

  it('gets 403 on the own HTTP interface of a world', async () => {
    const send = async (scope: string) =>
      fetch(`${server.base}/universes/sol/commands`, {
        method: 'POST',
        headers: { ...JSON_HEADERS, ...bearer(await token(scope)) },
        body: '{"type":"tick"}',
      });
    const response = await send('worldwire:universe:read');
    expect(response.status).toBe(403);
    expect(challengeOf(response)).toContain('error="insufficient_scope", scope="worldwire:universe:write"');
    expect((await send('worldwire:universe:write')).status).toBe(200);
  });

  it('is not what a token of the token file needs: it gets 403 without a challenge', async () => {
    await start({ http: { tokens: TokenStore.parse(`ann ${FILE_TOKEN} universe:read`) } });
    const response = await fetch(`${server.base}/universes/sol/commands`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...bearer(FILE_TOKEN) },
      body: '{"type":"tick"}',
    });
    expect(response.status).toBe(403);
    expect(challengeOf(response)).toBe('');
  });

  it('gets 403 for a resource when it may not read', async () => {
    const { headers, ...request } = modern('resources/read', { uri: 'docs://worldwire/commands' });
    const given = bearer(await token('openid'));
    const response = await fetch(server.url, { ...request, headers: { ...headers, ...given } });
    expect(response.status).toBe(403);
    expect(challengeOf(response)).toContain('scope="worldwire:universe:read"');
  });

  it('gets no challenge where the operator forbids the call: no scope would help', async () => {
    await start({ grants: { readOnly: true } });
    const response = await write(await token());
    expect(response.status).toBe(200);
    expect(challengeOf(response)).toBe('');
    expect(await response.text()).toContain('--read-only');
  });

  it('of another world has no right in this one', async () => {
    expect((await write(await token('worldwire:unity:write worldwire:universe:read'))).status).toBe(403);
  });

  it('is asked for the configured scope', async () => {
    const scopes = { 'worlds.view': ['read'], 'worlds.edit': ['universe:write'] };
    await start({ http: lab.http('universe', { scopes }) });
    expect(challengeOf(await write(await token('worlds.view')))).toContain('scope="worlds.edit"');
    expect((await write(await token('worlds.edit'))).status).toBe(200);
    expect((await write(await token('worldwire:eval'))).status).toBe(403);
  });
});
