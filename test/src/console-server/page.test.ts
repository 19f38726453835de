import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defineWorld, json } from 'worldwire';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { garden, serveHere } from '../front-door/garden.js';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Sends the path as it is written, which fetch would change. */
async function send(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const sent = request({ hostname, port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) };
}

/** The paths of scripts and styles that the page names. */
function assetsIn(page: Answer): string[] {
  return [...page.body.toString().matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path as string,
  );
}

describe('the page of the console', () => {
  it('has headers that let nothing of other origins in, on every answer', async () => {
    const { mainUrl } = await serveHere(garden());
    const page = await send(mainUrl, '/');
    const [asset = ''] = assetsIn(page);
    const answers = [
      page,
      await send(mainUrl, '/?view=garden'),
      await send(mainUrl, '/', { method: 'HEAD' }),
      await send(mainUrl, '/', { headers: { 'if-none-match': page.headers.etag as string } }),
      await send(mainUrl, asset),
      await send(mainUrl, asset, { headers: { 'accept-encoding': 'gzip' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304, 200, 200]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  it('has no inline script or style, and names no other origin', async () => {
    const { mainUrl } = await serveHere(garden());
    const html = (await send(mainUrl, '/')).body.toString();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:/);
  });

  it('comes with assets that a browser may keep for ever, compressed where that is accepted', async () => {
    const { mainUrl } = await serveHere(garden());
    const assets = assetsIn(await send(mainUrl, '/'));
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const plain = await send(mainUrl, path);
      expect(plain.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding, origin',
      });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
        const zipped = await send(mainUrl, path, { headers: { 'accept-encoding': accepted } });
        expect(zipped.headers['content-encoding']).toBe('gzip');
        expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
        expect(zipped.headers.etag).not.toBe(plain.headers.etag);
        const same = await send(mainUrl, path, {
          headers: { 'accept-encoding': accepted, 'if-none-match': zipped.headers.etag as string },
        });
        expect([same.status, same.body.length]).toEqual([304, 0]);
      }
      for (const refused of ['gzip;q=0', 'br', 'identity'])
        expect(
          (await send(mainUrl, path, { headers: { 'accept-encoding': refused } })).headers,
        ).not.toHaveProperty('content-encoding');
    }
    const types = await Promise.all(
      assets.map(async path => (await send(mainUrl, path)).headers['content-type']),
    );
    expect(types).toContain('text/javascript; charset=utf-8');
    expect(types).toContain('text/css; charset=utf-8');
  });

  it('answers HEAD with the headers of GET and without a body', async () => {
    const { mainUrl } = await serveHere(garden());
    const [get, head] = [await send(mainUrl, '/'), await send(mainUrl, '/', { method: 'HEAD' })];
    const shown = ({ headers: { date: _, ...rest } }: Answer) => rest;
    expect([shown(head), head.body.length]).toEqual([shown(get), 0]);
  });

  it.each([
    '/../package.json',
    '/assets/../index.html',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets/',
    '/assets',
    '/index.html',
    '/index.html.gz',
    '/index.html%00.js',
    '/./index.html',
  ])('is a list of files, so that %s is not found', async path => {
    const { mainUrl } = await serveHere(garden());
    expect((await send(mainUrl, path)).status).toBe(404);
  });

  it('is not written to: other methods are refused', async () => {
    const { mainUrl } = await serveHere([garden(), garden('pond')]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await send(mainUrl, '/', { method })).status).toBe(404);
  });

  it('leaves `/` to a world that has it, and goes to browsers there', async () => {
    const home = { method: 'GET', path: '/', access: 'read', answer: () => json(200, { hello: 1 }) } as const;
    const world = defineWorld({ name: 'house', version: '1.0.0' });
    const { mainUrl } = await serveHere({ world, routes: [home] });
    expect((await send(mainUrl, '/')).body.toString()).toBe('{"hello":1}');
    expect((await send(mainUrl, '/', { headers: { accept: '*/*' } })).body.toString()).toBe('{"hello":1}');
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect((await send(mainUrl, '/', { headers: { accept } })).headers['content-type']).toContain(
      'text/html',
    );
    expect((await send(mainUrl, '/house/')).body.toString()).toBe('{"hello":1}');
  });

  it('is not served where the world has the path of sessions, and the log says why', async () => {
    const route = { method: 'GET', path: '/session', access: 'read', answer: () => json(200, { mine: 1 }) };
    const world = defineWorld({ name: 'house', version: '1.0.0' });
    const { mainUrl, consoleLink } = await serveHere({ world, routes: [route as never] });
    expect((await send(mainUrl, '/session')).body.toString()).toBe('{"mine":1}');
    expect((await send(mainUrl, '/')).status).toBe(404);
    expect(consoleLink()).toBeUndefined();
  });

  it('opens no route of a world: a parameter that matches the path of sessions needs a token', async () => {
    const tokenFile = join(await temporaryFolder(), 'tokens.txt');
    await writeFile(tokenFile, 'ann ann-token-0123456789 write\n', { mode: 0o600 });
    const answer = () => json(200, { open: 1 });
    const routes = [
      { method: 'PUT', path: '/:name', access: 'read', answer },
      { method: 'GET', path: '/:name/:part', access: 'read', answer },
    ] as const;
    const world = defineWorld({ name: 'house', version: '1.0.0' });
    const { mainUrl } = await serveHere({ world, routes }, { tokenFile });
    const headers = { authorization: 'Bearer ann-token-0123456789' };
    for (const [method, path] of [
      ['PUT', '/session'],
      ['GET', '/session/oauth'],
      ['GET', '/session/other'],
    ] as const) {
      expect([path, (await send(mainUrl, path, { method })).status]).toEqual([path, 401]);
      expect([path, (await send(mainUrl, path, { method, headers })).status]).toEqual([path, 200]);
    }
  });

  it('is off with noConsole, and so is the session, while worlds stay at the main port', async () => {
    const { mainUrl, consoleLink } = await serveHere([garden(), garden('pond')], { noConsole: true });
    expect(consoleLink()).toBeUndefined();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/session'],
      ['POST', '/session'],
      ['DELETE', '/session'],
    ] as const) {
      const { status, body } = await send(mainUrl, path, { method });
      expect([status, JSON.parse(body.toString())]).toEqual([
        404,
        {
          error: expect.objectContaining({ kind: 'NotFound', message: expect.stringContaining('/pond/mcp') }),
        },
      ]);
    }
    expect((await send(mainUrl, '/pond/mcp')).status).not.toBe(404);
  });
});
