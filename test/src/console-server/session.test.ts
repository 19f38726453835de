import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { json } from 'worldwire';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, garden, serveHere } from '../front-door/garden.js';
import { BrowserPage, codeOf, toolCall } from './browser-page.js';

const OPERATOR = 'operator-token-0123456789';
const WRITER = 'writer-token-0123456789';

async function start(options: Parameters<typeof serveHere>[1] = {}) {
  const served = await serveHere([garden(), garden('pond')], { allow: ['writes'], ...options });
  return { ...served, link: () => served.consoleLink() as string };
}

async function withTokens(options: Parameters<typeof serveHere>[1] = {}) {
  const tokenFile = join(await temporaryFolder(), 'tokens.txt');
  const lines = `olga ${OPERATOR} write operate\nwill ${WRITER} write\n`;
  await writeFile(tokenFile, lines, { mode: 0o600 });
  return { ...(await start({ tokenFile, ...options })), tokenFile };
}

describe('a link to the console', () => {
  it('opens a session with all rights, once', async () => {
    const { link, mainUrl, data } = await start();
    const first = link();
    expect(first).toMatch(new RegExp(`^${mainUrl}#login=[\\w-]{43}$`));
    const page = await BrowserPage.open(first);
    expect(await page.get('session')).toEqual({
      principal: 'console',
      rights: ['read', 'write', 'eval', 'operate', 'approve'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      oauth: false,
    });
    const again = await new BrowserPage(mainUrl).logIn({ code: codeOf(first) });
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({
      error: { message: expect.stringContaining('it was used'), hint: expect.stringContaining('console') },
      oauth: false,
      tokens: false,
    });
    expect(await page.status('GET', 'operator/worlds')).toBe(200);
    const notes = (await auditOf(data)).filter(({ kind }) => kind === 'operator');
    expect(notes.map(({ principal, what }) => [principal, what])).toEqual([
      ['console', 'console login'],
      ['unknown', 'console login refused'],
    ]);
  });

  it('is printed by the command that the page names, with the data folder of the server', async () => {
    const { mainUrl, data } = await start();
    const refused = await new BrowserPage(mainUrl).get('session');
    expect(refused).toMatchObject({ command: expect.stringMatching(/ console --data \S+$/) });
    expect((refused as { command: string }).command.endsWith(` --data ${data}`)).toBe(true);
    const known = await start({ publicHost: ['worlds.example'] });
    expect(await new BrowserPage(known.mainUrl).get('session')).toMatchObject({
      command: 'npx worldwire console --data DIR',
    });
  });

  it('is not in the audit', async () => {
    const { link, data } = await start();
    const first = link();
    const page = await BrowserPage.open(first);
    const text = JSON.stringify(await auditOf(data));
    for (const secret of [codeOf(first), page.key as string, page.cookie?.split('=')[1] as string])
      expect(text).not.toContain(secret);
  });

  it('is not given where tokens are required', async () => {
    expect((await withTokens()).consoleLink()).toBeUndefined();
  });

  it('stops guesses: after ten wrong codes an address is blocked, but a right code still opens', async () => {
    const { link, mainUrl } = await start();
    const page = new BrowserPage(mainUrl);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await page.logIn({ code: `wrong-${guess}` })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await (await BrowserPage.open(link())).status('GET', 'session')).toBe(200);
  });
});

describe('the session of a browser', () => {
  it('has a cookie that scripts cannot read, other sites do not send and no path narrows', async () => {
    const { link, mainUrl } = await start();
    const page = await BrowserPage.open(link());
    const { port } = new URL(mainUrl);
    expect(page.setCookie).toMatch(
      new RegExp(`^worldwire-${port}=[\\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict$`),
    );
    expect(page.key).toMatch(/^[\w-]{43}$/);
  });

  it('counts with its key alone: with another key everything but the page is refused', async () => {
    const { link } = await start();
    const page = await BrowserPage.open(link());
    const { key } = page;
    for (const wrong of ['', 'x', `${key}x`, page.cookie?.split('=')[1]]) {
      page.key = wrong;
      const { body, headers } = toolCall('look', {});
      expect([
        await page.status('GET', ''),
        await page.status('GET', 'session'),
        await page.status('DELETE', 'session'),
        await page.status('GET', 'operator/worlds'),
        await page.status('POST', 'garden/mcp', body, headers),
        await page.status('GET', 'garden/mcp'),
        await page.status('GET', 'metrics'),
      ]).toEqual([200, 401, 401, 401, 401, 401, 401]);
    }
  });

  it.each(['cookie', 'key'] as const)(
    'is none without its %s: the request is one of this machine, which may not operate',
    async missing => {
      const { link } = await start();
      const page = await BrowserPage.open(link());
      page[missing] = undefined;
      expect(await page.status('GET', 'session')).toBe(401);
      expect(await page.status('DELETE', 'session')).toBe(401);
      expect(await page.status('GET', 'operator/worlds')).toBe(403);
      expect(await page.status('POST', 'operator/stop', {})).toBe(403);
      const { body, headers } = toolCall('look', {});
      expect(await page.status('POST', 'garden/mcp', body, headers)).toBe(200);
    },
  );

  it('leaves the addresses of a world to the person who opens them in the same browser', async () => {
    const answer = () => json(200, { flowers: 1 });
    const routes = [{ method: 'GET', path: '/flowers', access: 'read', answer }] as const;
    const { consoleLink } = await serveHere({ world: garden(), routes });
    const page = await BrowserPage.open(consoleLink() as string);
    page.key = undefined;
    const navigated = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    for (const path of ['flowers', 'garden/flowers'])
      expect(await page.status('GET', path, undefined, navigated)).toBe(200);
  });

  it('means nothing at the port of a world', async () => {
    const { link, endpoints, mainUrl } = await start();
    const page = await BrowserPage.open(link());
    const url = endpoints[0]?.url as string;
    expect(new URL(url).origin).not.toBe(new URL(mainUrl).origin);
    const send = (cookie: string) =>
      fetch(new URL('/operator/worlds', url), {
        headers: { cookie, 'x-worldwire-key': page.key as string },
      });
    const name = `worldwire-${new URL(url).port}`;
    for (const cookie of [page.cookie as string, `${name}=${page.cookie?.split('=')[1]}`])
      expect((await send(cookie)).status).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'anything'])(
    'is refused to a page that the browser calls %s, with every method',
    async site => {
      const { link } = await start();
      const page = await BrowserPage.open(link());
      const from = { 'sec-fetch-site': site };
      const { body, headers } = toolCall('plant', { flower: 'lily' });
      expect([
        await page.status('GET', 'session', undefined, from),
        await page.status('DELETE', 'session', undefined, from),
        await page.status('POST', 'session', { code: codeOf(link()) }, from),
        await page.status('GET', 'operator/worlds', undefined, from),
        await page.status('POST', 'operator/stop', {}, from),
        await page.status('PUT', 'operator/gates/garden', { open: 'all' }, from),
        await page.status('POST', 'garden/mcp', body, { ...headers, ...from }),
      ]).toEqual([401, 401, 403, 403, 403, 403, 403]);
      for (const own of ['same-origin', 'none'])
        expect(await page.status('GET', 'operator/worlds', undefined, { 'sec-fetch-site': own })).toBe(200);
    },
  );

  it.each(['http://evil.example', 'http://127.0.0.1:1', 'http://localhost:1', 'null'])(
    'is refused to a page of %s, with every method',
    async origin => {
      const { link } = await start();
      const page = await BrowserPage.open(link());
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        for (const path of ['', 'session', 'operator/stop', 'garden/mcp']) {
          const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
          expect([method, path, await page.status(method, path, body, { origin })]).toEqual([
            method,
            path,
            403,
          ]);
        }
    },
  );

  it('cannot be opened by a form of another page: the body must be JSON', async () => {
    const { link } = await start();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const body = JSON.stringify({ code: codeOf(link()) });
      const response = await fetch(new URL('session', link()), {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(response.status).toBe(415);
    }
  });

  it.each([
    [{}],
    [{ code: 1 }],
    [{ code: 'a', token: 'b' }],
    [{ code: 'a', token: 1 }],
    [{ code: 'a', more: 1 }],
    [['code']],
  ])('is not opened by %j', async body => {
    const { mainUrl } = await start();
    const response = await new BrowserPage(mainUrl).logIn(body);
    expect([response.status, (await response.json()) as unknown]).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ hint: expect.stringContaining('code') }) }),
    ]);
  });

  it('is not opened by a large body', async () => {
    const { mainUrl } = await start();
    const response = await new BrowserPage(mainUrl).logIn({ code: 'x'.repeat(20_000) });
    expect([response.status, (await response.json()) as unknown]).toEqual([
      413,
      { error: expect.objectContaining({ hint: expect.stringContaining('{"code": "…"}') }) },
    ]);
  });

  it('is not opened by a body without a length', async () => {
    const { mainUrl } = await start();
    const sent = request(new URL('session', mainUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    }).end('{"code":"x"}');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(411);
  });

  it('ends with a logout, and its streams end with it', async () => {
    const { link, data } = await start();
    const page = await BrowserPage.open(link());
    const other = await BrowserPage.open(link());
    const stream = await page.send('GET', 'operator/audit/stream');
    const reader = stream.body?.getReader();
    await reader?.read();
    const ended = (async () => {
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read());
    })().catch(() => {});
    const gone = await page.send('DELETE', 'session');
    expect([gone.status, gone.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/=; Max-Age=0; HttpOnly; SameSite=Strict$/),
    ]);
    await ended;
    expect(await page.status('GET', 'session')).toBe(401);
    expect(await page.status('GET', 'operator/worlds')).toBe(401);
    expect(await other.status('GET', 'operator/worlds')).toBe(200);
    expect((await auditOf(data)).map(({ what }) => what)).toContain('console logout');
  });

  it('replaces the one that the browser had', async () => {
    const { link } = await start();
    const page = await BrowserPage.open(link());
    const before = { cookie: page.cookie as string, key: page.key as string };
    await page.logIn({ code: codeOf(link()) });
    expect(await page.status('GET', 'session')).toBe(200);
    Object.assign(page, before);
    expect(await page.status('GET', 'session')).toBe(401);
  });

  it('is one of as many as the limit says', async () => {
    const { link } = await start({ limits: { consoleSessions: 1 } });
    const [first, second] = [await BrowserPage.open(link()), await BrowserPage.open(link())];
    expect([await first.status('GET', 'session'), await second.status('GET', 'session')]).toEqual([401, 200]);
  });

  it('is the principal of its writes, in the audit too', async () => {
    const { link, data } = await start();
    const page = await BrowserPage.open(link());
    const { body, headers } = toolCall('plant', { flower: 'lily' });
    expect(await (await page.send('POST', 'garden/mcp', body, headers)).text()).toContain('2 flowers');
    expect(await auditOf(data)).toContainEqual(
      expect.objectContaining({ tool: 'plant', principal: 'console', origin: 'console', world: 'garden' }),
    );
  });
});

describe('a token at the console', () => {
  it('opens a session with its name and rights', async () => {
    const { mainUrl } = await withTokens();
    const page = new BrowserPage(mainUrl);
    expect(await page.status('GET', '')).toBe(200);
    expect(await page.get('session')).toMatchObject({ error: { hint: expect.any(String) }, tokens: true });
    expect(await page.status('GET', 'operator/worlds')).toBe(401);
    const response = await page.logIn({ token: OPERATOR });
    expect(await response.json()).toMatchObject({ principal: 'olga', rights: ['read', 'write', 'operate'] });
    expect(await page.status('GET', 'operator/worlds')).toBe(200);
    const { body, headers } = toolCall('plant', { flower: 'lily' });
    expect(await (await page.send('POST', 'garden/mcp', body, headers)).text()).toContain('2 flowers');
  });

  it('opens a session that is refused without its cookie or its key', async () => {
    const { mainUrl } = await withTokens();
    for (const missing of ['cookie', 'key'] as const) {
      const page = new BrowserPage(mainUrl);
      await page.logIn({ token: OPERATOR });
      page[missing] = undefined;
      const { body, headers } = toolCall('look', {});
      expect([
        await page.status('GET', 'session'),
        await page.status('GET', 'operator/worlds'),
        await page.status('POST', 'garden/mcp', body, headers),
      ]).toEqual([401, 401, 401]);
    }
  });

  it('is refused without the right operate, with what is missing', async () => {
    const { mainUrl, data } = await withTokens();
    const response = await new BrowserPage(mainUrl).logIn({ token: WRITER });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await response.json()).toMatchObject({
      error: {
        message: expect.stringContaining('operate, which will does not have'),
        hint: expect.any(String),
      },
    });
    expect(await auditOf(data)).toContainEqual(
      expect.objectContaining({ principal: 'will', what: 'console login refused' }),
    );
  });

  it('that is wrong is refused, and ten of them block the address', async () => {
    const { mainUrl } = await withTokens();
    const page = new BrowserPage(mainUrl);
    const first = await page.logIn({ token: 'wrong token' });
    expect(await first.json()).toMatchObject({
      error: {
        message: 'The token is not valid: it is wrong, it has expired, or it is of another server.',
        hint: expect.stringContaining('Enter a token of this server with the right operate.'),
      },
    });
    const statuses = [first.status];
    for (let guess = 1; guess < 11; guess++)
      statuses.push((await page.logIn({ token: `wrong-token-${guess}` })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await page.logIn({ token: OPERATOR })).status).toBe(429);
  });

  it('is refused where the server has no tokens', async () => {
    const { mainUrl } = await start();
    const response = await new BrowserPage(mainUrl).logIn({ token: OPERATOR });
    expect([response.status, (await response.json()) as unknown]).toEqual([
      401,
      expect.objectContaining({ error: expect.objectContaining({ message: 'This server has no tokens.' }) }),
    ]);
  });

  it('that is revoked ends its session and its streams', async () => {
    const { mainUrl, tokenFile } = await withTokens();
    const page = new BrowserPage(mainUrl);
    await page.logIn({ token: OPERATOR });
    const stream = await page.send('GET', 'operator/audit/stream');
    await writeFile(tokenFile, `will ${WRITER} write\n`);
    // The file is polled each second.
    await stream.text().catch(() => '');
    await vi.waitFor(async () => expect(await page.status('GET', 'session')).toBe(401), { timeout: 5_000 });
    expect(await page.status('GET', 'operator/worlds')).toBe(401);
  });

  it('loses in its session what it loses in the file', async () => {
    const { mainUrl, tokenFile } = await withTokens();
    const page = new BrowserPage(mainUrl);
    await page.logIn({ token: OPERATOR });
    await writeFile(tokenFile, `olga ${OPERATOR} read operate\n`);
    await appendFile(tokenFile, `will ${WRITER} write\n`);
    await vi.waitFor(
      async () => expect(await page.get('session')).toMatchObject({ rights: ['read', 'operate'] }),
      { timeout: 5_000 },
    );
    const { body, headers } = toolCall('plant', { flower: 'lily' });
    expect(await (await page.send('POST', 'garden/mcp', body, headers)).text()).toContain(
      'needs the right garden:write',
    );
  });

  it('may not be called console in the file', async () => {
    const tokenFile = join(await temporaryFolder(), 'tokens.txt');
    await writeFile(tokenFile, `console ${OPERATOR}\n`, { mode: 0o600 });
    await expect(start({ tokenFile })).rejects.toThrow('the name console belongs to the server');
  });
});
