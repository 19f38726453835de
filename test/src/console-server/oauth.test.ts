import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, garden, serveHere } from '../front-door/garden.js';
import { type AuthorizationServer, startAuthorizationServer } from '../oauth/authorization-server.js';
import { Browser } from '../oauth/browser.js';
import { BrowserPage, codeOf, toolCall } from './browser-page.js';

const ALL = ['read', 'write', 'eval', 'operate', 'approve'].map(right => `worldwire:${right}`);
let authorization: AuthorizationServer;
/** Scopes that the issuer gives, by resource. */
const granted = new Map<string, string>();

beforeAll(async () => {
  authorization = await startAuthorizationServer(ALL, resource => granted.get(resource));
});
afterAll(() => authorization.close());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** A server whose console is a client of the issuer. */
async function start(scopes = ALL.join(' ')) {
  const port = await freePort();
  const page = `http://127.0.0.1:${port}/`;
  granted.set(page, scopes);
  const registered = await fetch(`${authorization.issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [`${page}session/callback`],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    }),
  });
  const { client_id: oauthClientId } = (await registered.json()) as { client_id: string };
  const served = await serveHere([garden(), garden('pond')], {
    allow: ['writes'],
    port: { main: port, garden: 0, pond: 0 },
    oauthIssuer: [authorization.issuer],
    oauthClientId,
  });
  return { ...served, page: new BrowserPage(served.mainUrl) };
}

/** Begins a sign-in: the address at the issuer, and the cookie that the browser keeps. */
async function begin(
  page: BrowserPage,
  known?: string,
): Promise<{ url: URL; cookie: string; setCookie: string }> {
  const headers = known === undefined ? {} : { cookie: known };
  const response = await page.send('GET', 'session/oauth', undefined, headers);
  expect(response.status).toBe(302);
  const setCookie = response.headers.get('set-cookie') as string;
  return {
    url: new URL(response.headers.get('location') as string),
    cookie: setCookie.split(';')[0] as string,
    setCookie,
  };
}

async function signIn(page: BrowserPage, login: string): Promise<Response & { readonly cookie: string }> {
  const { url, cookie } = await begin(page);
  const answer = await new Browser(login).authorize(url, `${page.base}session/callback`);
  const response = await page.send('GET', `session/callback?${answer}`, undefined, { cookie });
  return Object.assign(response, { cookie });
}

describe('signing in at the issuer', () => {
  it('opens a session with the rights of the access token, through a one-time code', async () => {
    const { page, data } = await start();
    expect(await page.get('session')).toMatchObject({ oauth: true, tokens: true });
    const back = await signIn(page, 'ann');
    expect(back.status).toBe(302);
    const location = back.headers.get('location') as string;
    expect(location).toMatch(/^\.\.\/#login=[\w-]{43}$/);
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await page.logIn({ code: codeOf(location) })).status).toBe(200);
    const { host } = new URL(authorization.issuer);
    expect(await page.get('session')).toMatchObject({
      principal: `oauth:ann@${host}`,
      rights: ['read', 'write', 'eval', 'operate', 'approve'],
      oauth: true,
    });
    expect(await page.status('GET', 'operator/worlds')).toBe(200);
    const { body, headers } = toolCall('plant', { flower: 'lily' });
    expect(await (await page.send('POST', 'pond/mcp', body, headers)).text()).toContain('2 flowers');
    expect(await auditOf(data)).toContainEqual(
      expect.objectContaining({ tool: 'plant', principal: `oauth:ann@${host}`, origin: 'console' }),
    );
  });

  it('asks with PKCE, a state, the resource and every right', async () => {
    const { page } = await start();
    const { url, setCookie } = await begin(page);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      redirect_uri: `${page.base}session/callback`,
      scope: ALL.join(' '),
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      resource: page.base,
    });
    expect(setCookie).toMatch(/^worldwire-\d+-login=[\w-]{43}; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  it('is refused without the right operate, with the scope that is missing', async () => {
    const { page } = await start('worldwire:read worldwire:write');
    const back = await signIn(page, 'bob');
    expect([back.status, (await back.json()) as unknown]).toEqual([
      403,
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining('needs the right operate') }),
      }),
    ]);
  });

  it('is finished once, by the browser that began it', async () => {
    const { page } = await start();
    const { url, cookie } = await begin(page);
    const answer = await new Browser('cem').authorize(url, `${page.base}session/callback`);
    const finish = (query: string, own: string) =>
      page.status('GET', `session/callback?${query}`, undefined, own === '' ? {} : { cookie: own });
    const other = await begin(page);
    // Without the cookie, and with that of another sign-in, which is then used up.
    expect(await finish(`${answer}`, '')).toBe(403);
    expect(await finish(`${answer}`, other.cookie)).toBe(403);
    expect(await finish(`${answer}`, cookie)).toBe(302);
    expect(await finish(`${answer}`, cookie)).toBe(403);
  });

  it.each([
    ['a wrong state', { state: 'x' }],
    ['an answer of another issuer', { iss: 'https://evil.example' }],
    ['a wrong code', { code: 'x' }],
  ])('is refused for %s', async (_, change) => {
    const { page } = await start();
    const { url, cookie } = await begin(page);
    const answer = await new Browser('dan').authorize(url, `${page.base}session/callback`);
    for (const [name, value] of Object.entries(change)) answer.set(name, value);
    const back = await page.send('GET', `session/callback?${answer}`, undefined, { cookie });
    expect([back.status, (await back.json()) as unknown]).toEqual([
      403,
      expect.objectContaining({ error: expect.objectContaining({ hint: expect.any(String) }) }),
    ]);
  });

  it('that the person declines is refused with the reason of the issuer', async () => {
    const { page } = await start();
    const { url, cookie } = await begin(page);
    const state = url.searchParams.get('state') as string;
    const query = new URLSearchParams({ state, error: 'access_denied', iss: authorization.issuer });
    const back = await page.send('GET', `session/callback?${query}`, undefined, { cookie });
    expect(await back.json()).toMatchObject({
      error: { message: 'The issuer did not sign you in: access_denied.' },
    });
  });

  it('is not there without a client id', async () => {
    const { mainUrl } = await serveHere([garden(), garden('pond')], {
      port: { main: 0, garden: 0, pond: 0 },
      oauthIssuer: [authorization.issuer],
    });
    const page = new BrowserPage(mainUrl);
    expect(await page.get('session')).toMatchObject({ oauth: false, tokens: true });
    expect(await page.status('GET', 'session/oauth')).toBe(401);
  });
});

/** What browsers send with requests of pages that are not of this server. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a link of another site': fetched('cross-site', 'navigate', 'document', { 'sec-fetch-user': '?1' }),
  'a redirect of another site': fetched('cross-site', 'navigate', 'document'),
  'a page of another port': fetched('same-site', 'navigate', 'document', { 'sec-fetch-user': '?1' }),
  'an image of another site': fetched('cross-site', 'no-cors', 'image'),
  'an image of another port': fetched('same-site', 'no-cors', 'image'),
  'a frame of another site': fetched('cross-site', 'navigate', 'iframe'),
  'a fetch of another site': fetched('cross-site', 'no-cors', 'empty'),
  'a prefetch of another site': fetched('cross-site', 'no-cors', 'empty', { 'sec-purpose': 'prefetch' }),
};

function fetched(site: string, mode: string, dest: string, more: object = {}): Record<string, string> {
  return { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, ...more };
}

describe('a page of another site', () => {
  it.each(Object.entries(FOREIGN))('does not begin a sign-in: %s', async (_, headers) => {
    const { page } = await start();
    const refused = await page.send('GET', 'session/oauth', undefined, headers);
    expect([refused.status, refused.headers.get('set-cookie'), refused.headers.get('location')]).toEqual([
      403,
      null,
      null,
    ]);
    expect(await refused.json()).toMatchObject({
      error: { kind: 'PermissionDenied', message: expect.stringContaining('another origin') },
    });
  });

  it.each([
    ['the link of the page', fetched('same-origin', 'navigate', 'document', { 'sec-fetch-user': '?1' })],
    ['the address that a person enters', fetched('none', 'navigate', 'document', { 'sec-fetch-user': '?1' })],
  ])('is not %s, which begins one', async (_, headers) => {
    const { page } = await start();
    expect((await page.send('GET', 'session/oauth', undefined, headers)).status).toBe(302);
  });

  it('leaves a sign-in in progress as it is, by begins and by callbacks, however many', async () => {
    const { page } = await start();
    const { url, cookie } = await begin(page);
    const answer = await new Browser('fay').authorize(url, `${page.base}session/callback`);
    for (const headers of Object.values(FOREIGN)) {
      await page.status('GET', 'session/oauth', undefined, { ...headers, cookie });
      for (const query of ['', '?state=x&code=y', `?state=${'A'.repeat(43)}&error=access_denied`])
        expect(await page.status('GET', `session/callback${query}`, undefined, { ...headers, cookie })).toBe(
          403,
        );
    }
    // Of a browser that sends no such headers, or of a program: the server keeps nothing that these could take the place of.
    for (let count = 0; count < 150; count++) expect(await page.status('GET', 'session/oauth')).toBe(302);
    const from = { ...fetched('cross-site', 'navigate', 'document'), cookie };
    expect(await page.status('GET', `session/callback?${answer}`, undefined, from)).toBe(302);
  });

  it('cannot let a browser sign in with the code of another person', async () => {
    const { page } = await start();
    const back = await signIn(page, 'gus');
    const code = codeOf(back.headers.get('location') as string);
    const origin = new URL(page.base).origin;
    const other = await begin(page);
    const victim = new BrowserPage(page.base);
    for (const cookie of ['', other.cookie])
      expect((await victim.logIn({ code }, { origin, ...(cookie !== '' && { cookie }) })).status).toBe(401);
    expect((await victim.logIn({ code }, { origin, cookie: back.cookie })).status).toBe(200);
  });
});

describe('sign-ins of one browser', () => {
  it('go on beside each other: a further one keeps the cookie of the first', async () => {
    const { page } = await start();
    const first = await begin(page);
    const second = await begin(page, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    for (const { url } of [first, second]) {
      const answer = await new Browser('hal').authorize(url, `${page.base}session/callback`);
      expect(
        await page.status('GET', `session/callback?${answer}`, undefined, { cookie: first.cookie }),
      ).toBe(302);
    }
  });

  it('do not take a cookie that is not one of a sign-in', async () => {
    const { page } = await start();
    const name = (await begin(page)).cookie.split('=')[0];
    expect((await begin(page, `${name}=x`)).cookie).toMatch(/=[\w-]{43}$/);
  });
});

describe('access tokens at the main port', () => {
  it('are for one world: each has its own metadata and audience', async () => {
    const { mainUrl } = await start();
    const metadata = async (path: string) =>
      (await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, mainUrl))).json();
    expect(await metadata('/garden/mcp')).toMatchObject({
      resource: `${mainUrl}garden/mcp`,
      scopes_supported: expect.arrayContaining(['worldwire:garden:read']),
    });
    expect(await metadata('/pond/mcp')).toMatchObject({ resource: `${mainUrl}pond/mcp` });
    expect(await metadata('')).toMatchObject({
      resource: mainUrl,
      scopes_supported: expect.arrayContaining(['worldwire:operate']),
    });
    const refused = await fetch(new URL('pond/mcp', mainUrl), { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain(
      `resource_metadata="${mainUrl.slice(0, -1)}/.well-known/oauth-protected-resource/pond/mcp"`,
    );
  });

  it('for the console are refused by a world, however its path is written', async () => {
    const { page, mainUrl } = await start();
    const { url } = await begin(page);
    // The test exchanges the code in the place of the server, to see the token.
    const verifier = 'v'.repeat(43);
    url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
    const answer = await new Browser('eve').authorize(url, `${page.base}session/callback`);
    const exchanged = await fetch(`${authorization.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: answer.get('code') as string,
        redirect_uri: `${page.base}session/callback`,
        client_id: url.searchParams.get('client_id') as string,
        code_verifier: verifier,
        resource: page.base,
      }),
    });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const { body, headers } = toolCall('plant', { flower: 'lily' });
    const call = (path: string) =>
      new BrowserPage(mainUrl).status('POST', path, body, { ...headers, authorization: `Bearer ${token}` });
    expect(
      await new BrowserPage(mainUrl).status('GET', 'operator/worlds', undefined, {
        authorization: `Bearer ${token}`,
      }),
    ).toBe(200);
    expect([await call('pond/mcp'), await call('%70ond/mcp'), await call('p%6Fnd/%6dcp')]).toEqual([
      401, 401, 401,
    ]);
  });
});
