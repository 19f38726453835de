import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectFramesUrl } from '@worldwire/transports/frames';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Served } from 'worldwire';
import { localServer } from '../../../apps/worldwire/src/testing/operator.js';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { BrowserPage, codeOf } from '../console-server/browser-page.js';
import { garden, serveHere } from '../front-door/garden.js';
import { modern } from '../harness.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';

const ANN = 'ann-0123456789abcdef';
const NEW = 'new-0123456789abcdef';
const OLGA = 'olga-0123456789abcdef';
/** As many failures as block an address. */
const MAX_FAILURES = 10;
/** More than that. */
const MANY = 3 * MAX_FAILURES;

let served: Served & { readonly data: string };
let ports: { readonly garden: number; readonly pond: number; readonly main: number };

beforeEach(async () => {
  const tokenFile = join(await temporaryFolder(), 'tokens.txt');
  await writeFile(tokenFile, `ann ${ANN} write\nnew ${NEW} write\nolga ${OLGA} operate\n`, { mode: 0o600 });
  const port = { garden: 0, pond: 0, main: 0, frames: 0 };
  const limits = { drainMs: 50 };
  served = await serveHere([garden(), garden('pond')], { tokenFile, frames: true, port, limits });
  const portOf = (url: string | undefined) => Number(new URL(url as string).port);
  const [first, second] = served.endpoints;
  ports = { garden: portOf(first?.url), pond: portOf(second?.url), main: portOf(served.mainUrl) };
});

const LIST = modern('tools/list');

/** A request of any method to a port, with headers that a browser would not let a page choose. */
async function send(
  port: number,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'POST', body = LIST.body } = {},
): Promise<number> {
  const all = { Host: `127.0.0.1:${port}`, ...LIST.headers, ...headers };
  const text = rawRequest(method, target, Object.entries(all), method === 'POST' ? body : '');
  return (await RawSocket.exchange(port, text)).status;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
let guesses = 0;
const wrong = () => bearer(`wrong-0123456789-${++guesses}`);

async function frames(token?: string): Promise<string> {
  const client = await connectFramesUrl(served.framesUrl as string);
  onTestFinished(() => client.close());
  const params = token === undefined ? {} : { token };
  return client.request('session.authenticate', params).then(
    () => 'in',
    () => 'denied',
  );
}

function logIn(token: string, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ token });
  return send(ports.main, '/session', headers, { body });
}

async function flood(attempt: () => Promise<unknown>, times = MANY): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let count = 0; count < times; count++) answers.push(await attempt());
  return answers;
}

/** Whether a right token that was not used before is accepted at each port. */
async function admits(): Promise<readonly unknown[]> {
  const statuses = [
    await send(ports.garden, '/mcp', bearer(NEW)),
    await send(ports.pond, '/mcp', bearer(NEW)),
    await send(ports.main, '/pond/mcp', bearer(NEW)),
  ];
  return [...statuses, await frames(NEW)];
}

describe('wrong tokens at one port', () => {
  const ATTEMPTS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the port of a world', () => send(ports.garden, '/mcp', wrong())],
    ['the main port', () => send(ports.main, '/garden/mcp', wrong())],
    ['the interface of the operator', () => send(ports.main, '/operator/worlds', wrong(), { method: 'GET' })],
    ['the login of the console', () => logIn(`wrong-0123456789-${++guesses}`)],
  ];

  it.each(ATTEMPTS)('block a new token at all others: %s', async (_where, attempt) => {
    await flood(attempt, MAX_FAILURES);
    expect(await admits()).toEqual([429, 429, 429, 'denied']);
    expect(await logIn(NEW)).toBe(429);
    expect(await send(ports.garden, '/operator/worlds', bearer(OLGA), { method: 'GET' })).toBe(429);
  });

  it('count together with those at other ports', async () => {
    for (let count = 0; count < MAX_FAILURES; count++)
      await (ATTEMPTS[count % 4] as (typeof ATTEMPTS)[0])[1]();
    expect(await admits()).toEqual([429, 429, 429, 'denied']);
  });

  it('count on the frames wire, too', async () => {
    await frames('wrong-0123456789-frames');
    await flood(() => send(ports.garden, '/mcp', wrong()), MAX_FAILURES - 1);
    expect(await send(ports.pond, '/mcp', bearer(NEW))).toBe(429);
  });
});

describe('a client that is not guessing', () => {
  it.each<[string, () => Promise<unknown>, readonly unknown[]]>([
    ['a world without a credential', () => send(ports.garden, '/mcp'), [401]],
    ['a world with an empty one', () => send(ports.garden, '/mcp', { Authorization: 'Bearer ' }), [401]],
    ['a world with another scheme', () => send(ports.garden, '/mcp', { Authorization: 'Basic YTpi' }), [401]],
    [
      'the operator without a credential',
      () => send(ports.main, '/operator/worlds', {}, { method: 'GET' }),
      [401],
    ],
    ['the frames wire without a token', () => frames(), ['denied']],
  ])('blocks no token by requests to %s', async (_what, attempt, answers) => {
    expect([...new Set(await flood(attempt))]).toEqual(answers);
    expect(await admits()).toEqual([200, 200, 200, 'in']);
    expect(await logIn(OLGA)).toBe(200);
  });
});

describe('a web page of another site', () => {
  const EVIL = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

  it.each<[string, () => Promise<unknown>]>([
    ['another Origin', () => send(ports.garden, '/mcp', { ...wrong(), ...EVIL })],
    ['the Origin null', () => send(ports.garden, '/mcp', { ...wrong(), ...EVIL, Origin: 'null' })],
    [
      'another port of this host',
      () => send(ports.main, '/pond/mcp', { ...wrong(), Origin: 'http://127.0.0.1:9' }),
    ],
    ['another Host', () => send(ports.garden, '/mcp', { ...wrong(), Host: 'evil.example' })],
    [
      'Sec-Fetch-Site alone',
      () => send(ports.garden, '/mcp', { ...wrong(), 'Sec-Fetch-Site': 'cross-site' }),
    ],
    [
      'the same site alone',
      () => send(ports.main, '/garden/mcp', { ...wrong(), 'Sec-Fetch-Site': 'same-site' }),
    ],
    ['a login', () => logIn('wrong-0123456789', EVIL)],
    ['a login by Sec-Fetch-Site alone', () => logIn('wrong-0123456789', { 'Sec-Fetch-Site': 'cross-site' })],
    ['a login by the same site', () => logIn('wrong-0123456789', { 'Sec-Fetch-Site': 'same-site' })],
  ])('locks its own user out by no number of wrong tokens: %s', async (_what, attempt) => {
    expect(new Set(await flood(attempt))).toEqual(new Set([403]));
    expect(await admits()).toEqual([200, 200, 200, 'in']);
    expect(await logIn(OLGA)).toBe(200);
  });

  it('learns nothing by its guesses: a right token gets the same answer', async () => {
    expect(await send(ports.garden, '/mcp', { ...bearer(ANN), 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await logIn(OLGA, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  it('of an allowed Origin is served', async () => {
    const origin = new URL(served.mainUrl).origin;
    expect(await send(ports.main, '/pond/mcp', { ...bearer(NEW), Origin: origin })).toBe(200);
  });
});

describe('while another program of this machine guesses', () => {
  const attack = () => flood(() => send(ports.garden, '/mcp', wrong()));

  it('a session of the console with its key is served at the main port', async () => {
    const page = new BrowserPage(served.mainUrl);
    await (await page.logIn({ token: OLGA })).text();
    await attack();
    expect(await page.status('GET', 'operator/worlds')).toBe(200);
    expect(await page.status('GET', 'session')).toBe(200);
    expect(await page.status('DELETE', 'session')).toBe(204);
  });

  it('the local operator is served at every port, and its link opens the console', async () => {
    await attack();
    const { token } = await localServer(served.data);
    for (const port of Object.values(ports))
      expect(await send(port, '/operator/worlds', bearer(token), { method: 'GET' })).toBe(200);
  });

  it('a token that was used before is served at every port, and a new one at none', async () => {
    expect(await send(ports.garden, '/mcp', bearer(ANN))).toBe(200);
    await attack();
    expect([
      await send(ports.garden, '/mcp', bearer(ANN)),
      await send(ports.pond, '/mcp', bearer(ANN)),
      await send(ports.main, '/garden/mcp', bearer(ANN)),
      await frames(ANN),
    ]).toEqual([200, 200, 200, 'in']);
    expect(await admits()).toEqual([429, 429, 429, 'denied']);
  });

  it('a token that was used on the frames wire is served over HTTP', async () => {
    expect(await frames(ANN)).toBe('in');
    await attack();
    expect(await send(ports.main, '/pond/mcp', bearer(ANN))).toBe(200);
  });

  it('a request without a credential is told to send one, not to wait', async () => {
    await attack();
    expect(await send(ports.pond, '/mcp')).toBe(401);
  });
});

describe('without tokens', () => {
  it('a link opens the console while another program guesses its codes', async () => {
    const open = await serveHere(garden(), {});
    const page = new BrowserPage(open.mainUrl);
    await flood(() => page.logIn({ code: `wrong-${++guesses}` }).then(response => response.text()));
    const link = open.consoleLink() as string;
    expect((await page.logIn({ code: codeOf(link) })).status).toBe(200);
  });
});
