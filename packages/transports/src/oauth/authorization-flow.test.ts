import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuthorizationFlow, ENDPOINTS_MS, ENDPOINTS_RETRY_MS, FLOW_MS } from './authorization-flow.js';
import { IssuerLab } from './issuer-lab.test.js';

const METADATA = '/.well-known/oauth-authorization-server';
const PAGE = 'http://127.0.0.1:3000/';

let issuer: IssuerLab;
let time: number;
let flow: AuthorizationFlow;

beforeEach(async () => {
  issuer = await IssuerLab.start();
  issuer.serve(METADATA, () => ({
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/auth`,
    token_endpoint: `${issuer.url}/token`,
  }));
  time = 1_000_000;
  flow = new AuthorizationFlow({
    issuer: issuer.url,
    clientId: 'console',
    scopes: ['worldwire:operate'],
    date: () => time,
  });
});
afterEach(() => issuer.close());

const begin = () => flow.begin(`${PAGE}session/callback`, PAGE);

describe('the endpoints of an issuer', () => {
  it('are asked for once by sign-ins that begin together, and again after some minutes', async () => {
    await Promise.all([begin(), begin(), begin()]);
    time += ENDPOINTS_MS - 1;
    await begin();
    expect(issuer.requests).toEqual([METADATA]);
    time += 1;
    await begin();
    expect(issuer.requests).toEqual([METADATA, METADATA]);
  });

  it('are asked for again half a minute after a failure', async () => {
    const serve = issuer.paths.get(METADATA) as NonNullable<ReturnType<typeof issuer.paths.get>>;
    issuer.paths.set(METADATA, (_request, response) => response.writeHead(500).end());
    const unavailable = { kind: 'NotReady', hint: expect.stringContaining('half a minute') };
    await expect(begin()).rejects.toMatchObject(unavailable);
    issuer.paths.set(METADATA, serve);
    await expect(begin()).rejects.toMatchObject(unavailable);
    expect(issuer.requests).toEqual([METADATA]);
    time += ENDPOINTS_RETRY_MS;
    expect((await begin()).url).toContain(`${issuer.url}/auth?`);
  });
});

describe('a sign-in', () => {
  const place = { redirect: `${PAGE}session/callback`, resource: PAGE };
  const finish = async (
    { url, secret }: Awaited<ReturnType<typeof begin>>,
    { at = place, secrets = [secret], change = (state: string) => state } = {},
  ) => {
    const state = change(new URL(url).searchParams.get('state') as string);
    const given = new Map([
      ['state', state],
      ['code', 'code'],
    ]);
    return flow.finish(secrets, at, name => given.get(name) ?? null);
  };
  const refused = { message: expect.stringContaining('was not begun in this browser') };

  beforeEach(() => issuer.serve('/token', () => ({ access_token: 'token' })));

  it('is finished once', async () => {
    const begun = await begin();
    expect(await finish(begun)).toBe('token');
    await expect(finish(begun)).rejects.toMatchObject(refused);
  });

  it('is not finished after ten minutes, or by a clock that was set back', async () => {
    const [first, second] = [await begin(), await begin()];
    time += FLOW_MS;
    await expect(finish(first)).rejects.toMatchObject(refused);
    time -= FLOW_MS + 1;
    await expect(finish(second)).rejects.toMatchObject(refused);
    time += FLOW_MS;
    expect(await finish(second)).toBe('token');
  });

  it('belongs to its browser, its callback, its resource and its state', async () => {
    const begun = await begin();
    const other = await begin();
    await expect(finish(begun, { secrets: [] })).rejects.toMatchObject(refused);
    await expect(finish(begun, { secrets: [other.secret] })).rejects.toMatchObject(refused);
    for (const at of [
      { ...place, redirect: 'http://x/' },
      { ...place, resource: 'http://x/' },
    ])
      await expect(finish(begun, { at })).rejects.toMatchObject(refused);
    const changes = [
      (state: string) => (state.startsWith('A') ? 'B' : 'A') + state.slice(1),
      (state: string) => state.slice(0, -1) + (state.endsWith('A') ? 'E' : 'A'),
      (state: string) => `${state}=`,
      (state: string) => state.slice(1),
      () => '',
    ];
    for (const change of changes) await expect(finish(begun, { change })).rejects.toMatchObject(refused);
    // None of these used it up.
    expect(await finish(begun, { secrets: [other.secret, begun.secret] })).toBe('token');
  });

  it('is not ended by any number of others, begun or finished', async () => {
    const begun = await begin();
    for (let count = 0; count < 150; count++) {
      await begin();
      await finish(await begin());
    }
    expect(await finish(begun)).toBe('token');
  });

  it('has a verifier that its address does not have', async () => {
    const { url } = await begin();
    const { searchParams } = new URL(url);
    let form = '';
    issuer.paths.set('/token', (request, response) => {
      request.on('data', chunk => {
        form += chunk;
      });
      request.on('end', () => response.end('{"access_token":"token"}'));
    });
    const begun = await begin();
    await finish(begun);
    const verifier = new URLSearchParams(form).get('code_verifier') as string;
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      new URL(begun.url).searchParams.get('code_challenge'),
    );
    expect(begun.url).not.toContain(verifier);
    expect(searchParams.get('code_challenge')).not.toBe(
      new URL(begun.url).searchParams.get('code_challenge'),
    );
  });
});
