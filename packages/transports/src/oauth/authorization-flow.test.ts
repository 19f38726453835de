import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuthorizationFlow, ENDPOINTS_MS, ENDPOINTS_RETRY_MS } from './authorization-flow.js';
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
