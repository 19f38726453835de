import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOutcome } from '../../../apps/worldwire/src/testing/audit.js';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';
import { CommandReader } from './command-reader.js';
import { ERAS, said } from './official-clients.js';
import { type Answer, Rest, THREE_STARS } from './rest.js';
import { serveUniverse } from './serve-universe.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const PATHS = [
  '/openapi.json',
  '/universes',
  '/universes/sol',
  '/universes/sol/events',
  '/universes/sol/map.png',
  '/constructor/health',
  '/constructor/universes',
  '/constructor/universes/sol',
  '/constructor/universes/sol/events',
];
const WRITES = [
  ['POST', '/universes', { name: 'x' }],
  ['PUT', '/universes/sol', { name: 'x' }],
  ['DELETE', '/universes/sol', undefined],
  ['POST', '/universes/sol/commands', { type: 'tick' }],
  ['POST', '/universes/sol/undo', {}],
  ['POST', '/constructor/universes', { name: 'x' }],
  ['PUT', '/constructor/universes/sol', { name: 'x' }],
  ['DELETE', '/constructor/universes/sol', undefined],
  ['POST', '/constructor/universes/sol/commands', { type: 'tick' }],
] as const;

/** Why something was refused. The clients under /constructor get a text, and the rest beside it. */
function refusalOf(path: string, { body }: Answer): object {
  if (!path.startsWith('/constructor')) return body.error;
  expect(body.error).toEqual(expect.any(String));
  return body;
}

describe('a page of a foreign origin', () => {
  let server: UniverseServer;
  beforeAll(async () => {
    server = await startUniverse({ http: { origins: ['https://console.example'] } });
  });
  afterAll(() => server.close());

  it.each(PATHS)('may not read %s', async path => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      const answer = await server.rest.get(path, { origin });
      expect(answer.status).toBe(403);
      expect(refusalOf(path, answer)).toMatchObject({ kind: 'PermissionDenied' });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(server.listener.streams).toBe(0);
  });

  it.each(WRITES)('may not write: %s %s', async (method, path, body) => {
    const { status } = await server.rest.send(method, path, body, { origin: 'https://evil.example' });
    expect(status).toBe(403);
    expect((await server.rest.get('/universes/sol')).body).toMatchObject({ name: 'Sol', revision: 0 });
    expect(server.audits).toEqual([]);
  });

  it('may not ask in another name of this machine', async () => {
    for (const path of PATHS) {
      const request = rawRequest('GET', path, [['Host', 'evil.example']]);
      expect((await RawSocket.exchange(server.port, request)).status).toBe(403);
    }
  });

  it('may read and write where the operator allows it, and sees the headers it needs', async () => {
    const origin = 'https://console.example';
    const { status, headers } = await server.rest.get('/universes/sol', { origin });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-expose-headers')).toMatch(/etag.*location.*idempotency-replayed/);
    const preflight = await server.rest.send('OPTIONS', '/universes/sol', undefined, {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type, if-match, idempotency-key',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PUT.*DELETE/);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/idempotency-key.*if-match/);
    const reader = await CommandReader.open(server.base, '/universes/sol/events', { origin });
    expect(reader.status).toBe(200);
    expect(reader.response.headers['access-control-allow-origin']).toBe(origin);
    reader.cut();
  });
});

describe('a server with tokens', () => {
  const tokens = TokenStore.parse('ada 0123456789abcdef');
  let server: UniverseServer;
  beforeAll(async () => {
    server = await startUniverse({ http: { tokens }, limits: { authFailures: 1_000 } });
  });
  afterAll(() => server.close());

  it('refuses requests without a token on every path', async () => {
    for (const authorization of [undefined, 'Bearer wrong-wrong-wrong', 'Basic 0123456789abcdef']) {
      const stranger = new Rest(server.base, authorization === undefined ? {} : { authorization });
      for (const path of PATHS) {
        const answer = await stranger.get(path);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(refusalOf(path, answer)).toMatchObject({ kind: 'PermissionDenied' });
      }
      for (const [method, path, body] of WRITES)
        expect((await stranger.send(method, path, body)).status).toBe(401);
    }
    expect(server.audits).toEqual([]);
  });

  it('records the name of the token', async () => {
    const ada = new Rest(server.base, { authorization: 'Bearer 0123456789abcdef' });
    expect((await ada.command('sol', { type: 'tick' })).status).toBe(200);
    expect((await ada.get('/universes/sol/history')).body.items[0]?.principal).toBe('ada');
    expect(server.audits.at(-1)).toMatchObject({ principal: 'ada', tool: 'POST /universes/:id/commands' });
  });
});

describe('the audit', () => {
  it('has one event for each write by REST, whatever came of it, and none for reads', async () => {
    const server = await startUniverse();
    const { rest, audits } = server;
    await rest.create('u-1', THREE_STARS);
    await rest.command('u-1', { type: 'tick' }, { 'idempotency-key': 'k-1' });
    await rest.command('u-1', { type: 'explode' });
    await rest.get('/universes/u-1');
    await rest.post('/universes/u-1/undo', {});
    await rest.put('/universes/u-1', { name: 'x' });
    await rest.delete('/universes/u-1');
    expect(audits.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual([
      'POST /universes done',
      'POST /universes/:id/commands done',
      'POST /universes/:id/commands failed',
      'POST /universes/:id/undo done',
      'PUT /universes/:id done',
      'DELETE /universes/:id done',
    ]);
    expect(audits[1]).toMatchObject({
      world: 'universe',
      principal: 'local',
      access: 'write',
      operationKey: 'k-1',
    });
    await server.close();
  });

  it('records command and universe of each REST write, also if the server chose the id', async () => {
    const server = await startUniverse();
    const { rest, audits } = server;
    const ids: string[] = [];
    for (const base of ['', '/constructor']) {
      const { id } = (await rest.post(`${base}/universes`, { name: 'x' })).body;
      ids.push(id);
      await rest.put(`${base}/universes/${id}`, { name: 'y' });
      await rest.put(`${base}/universes/${id}`, { name: 'z', state: {} });
      await rest.post(`/universes/${id}/undo`, { revision: 1 });
      await rest.delete(`${base}/universes/${id}`);
    }
    await rest.post('/universes', { name: 'x', id: 'sol' });
    await rest.post('/universes', []);
    expect(audits.map(({ about, outcome }) => ({ ...about, outcome }))).toEqual([
      ...ids.flatMap(universe => [
        { universe, command: 'create', outcome: 'done' },
        { universe, command: 'rename', outcome: 'done' },
        { universe, command: 'replace', outcome: 'done' },
        { universe, command: 'undo', revision: 1, outcome: 'done' },
        { universe, command: 'remove', outcome: 'done' },
      ]),
      { universe: 'sol', command: 'create', outcome: 'failed' },
      { command: 'create', outcome: 'failed' },
    ]);
    await server.close();
  });
});

describe.each(ERAS)('the program with --read-only', (_era, visit) => {
  it('refuses all writes by REST and MCP, allows reads, and logs it', async () => {
    const data = await temporaryFolder();
    const { rest, url, stop } = await serveUniverse(data, ['--read-only']);
    for (const [method, path, body] of WRITES) {
      const answer = await rest.send(method, path, body);
      expect(answer.status).toBe(403);
      expect(refusalOf(path, answer)).toMatchObject({
        kind: 'PermissionDenied',
        hint: expect.stringContaining('--read-only'),
      });
    }
    const visitor = await visit(url);
    const refused = await visitor.call('send_universe_command', {
      universeId: 'sol',
      command: { type: 'tick' },
    });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toMatch(/PermissionDenied.*\n.*--read-only/);
    expect((await visitor.call('get_universe_state', { universeId: 'sol' })).isError ?? false).toBe(false);
    expect((await visitor.tools()).map(({ name }) => name)).toEqual([
      'get_universe_state',
      'list_universe_commands',
    ]);
    for (const path of [
      '/universes',
      '/universes/sol/history',
      '/universes/sol/ephemeris',
      '/universes/sol/map.svg',
    ]) {
      expect((await rest.get(path)).status).toBe(200);
    }
    expect((await rest.get('/universes/sol')).body).toMatchObject({ name: 'Sol', revision: 0 });
    const tool = 'POST /universes/:id/commands';
    await auditOutcome(data, { tool, outcome: 'denied', principal: 'local' });
    await visitor.close();
    await stop();
  });
});
