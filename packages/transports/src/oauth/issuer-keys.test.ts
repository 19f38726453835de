import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES } from './fetch-json.js';
import { COOLDOWN_MS } from './issuer-keys.js';
import { IssuerLab, sign, type TestKey, testKey, VerifierLab } from './issuer-lab.test.js';
import { metadataUrls } from './issuer-metadata.js';

const METADATA = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

let key: TestKey;
let issuer: IssuerLab;
let lab: VerifierLab;

beforeEach(async () => {
  key = await testKey('k1');
  issuer = await IssuerLab.start(key);
  lab = new VerifierLab([issuer.url]);
});
afterEach(async () => {
  lab.close();
  await issuer.close();
});

const keysOf = () => lab.issuer(issuer.url);

describe('the keys of an issuer', () => {
  it('are fetched once for tokens that arrive together', async () => {
    const tokens = await Promise.all(['ann', 'bob', 'cy'].map(sub => sign(issuer.url, key, { sub })));
    await Promise.all(tokens.map(token => lab.verifier.verify(token)));
    expect(issuer.requests).toEqual([METADATA, '/jwks']);
  });

  it('are fetched again for an unknown key id, at most once in the cool-down', async () => {
    await keysOf().refresh();
    const next = await testKey('k2');
    issuer.keys = [key.jwk, next.jwk];
    const token = await sign(issuer.url, next);
    expect(await lab.verifier.verify(token)).toMatchObject({
      reason: 'The issuer has no key for this token.',
    });
    lab.clock += COOLDOWN_MS;
    expect(await lab.verifier.verify(token)).toMatchObject({ origin: 'oauth' });
    expect(issuer.requests).toHaveLength(4);
  });

  it('keep working while the issuer cannot be reached, and the status says since when and why', async () => {
    expect(await lab.verifier.verify(await sign(issuer.url, key))).toMatchObject({ origin: 'oauth' });
    expect(keysOf().status).toEqual({ issuer: issuer.url, keys: 1, reachable: true });
    await issuer.close();
    await keysOf().refresh();
    const status = keysOf().status;
    expect(status).toMatchObject({ keys: 1, reachable: false, since: '2027-01-15T08:00:00.000Z' });
    expect(status.reason).toContain('ECONNREFUSED');
    lab.dateS += 60;
    await keysOf().refresh();
    expect(keysOf().status.since).toBe('2027-01-15T08:00:00.000Z');
    expect(await lab.verifier.verify(await sign(issuer.url, key, { sub: 'bob' }))).toMatchObject({
      origin: 'oauth',
    });
    await issuer.open(issuer.port);
    await keysOf().refresh();
    expect(keysOf().status).toEqual({ issuer: issuer.url, keys: 1, reachable: true });
  });

  it('that were never fetched leave tokens unchecked, which is not the fault of the token', async () => {
    await issuer.close();
    const token = await sign(issuer.url, key);
    expect(await lab.verifier.verify(token)).toMatchObject({ kind: 'unavailable' });
    await issuer.open(issuer.port);
    expect(await lab.verifier.verify(token)).toMatchObject({ kind: 'unavailable' });
    lab.clock += COOLDOWN_MS;
    expect(await lab.verifier.verify(token)).toMatchObject({ origin: 'oauth' });
  });

  it('leave a token with a new key unchecked while the issuer cannot be reached', async () => {
    await keysOf().refresh();
    await issuer.close();
    lab.clock += COOLDOWN_MS;
    const token = await sign(issuer.url, await testKey('k2'));
    expect(await lab.verifier.verify(token)).toMatchObject({ kind: 'unavailable' });
  });

  it('that cannot be fetched are in the log once for each reason', async () => {
    await issuer.close();
    await keysOf().refresh();
    await keysOf().refresh();
    expect(lab.warnings).toHaveLength(1);
  });
});

describe('an issuer that misbehaves', () => {
  const failures: [string, () => void, RegExp][] = [
    ['redirects its metadata', () => redirect(METADATA), /redirects, which is not followed \(HTTP 302\)/],
    ['redirects its keys', () => redirect('/jwks'), /redirects, which is not followed \(HTTP 302\)/],
    ['never answers', () => issuer.paths.set('/jwks', () => {}), /did not answer within 200 ms/],
    ['sends keys a byte at a time', () => issuer.paths.set('/jwks', trickle), /did not answer within 200 ms/],
    ['sends endless keys', () => issuer.paths.set('/jwks', endless), /larger than 262144 bytes/],
    [
      'sends large keys',
      () => issuer.serve('/jwks', () => ({ x: 'x'.repeat(MAX_DOCUMENT_BYTES) })),
      /larger than/,
    ],
    ['sends a text', () => issuer.serve('/jwks', () => 'keys'), /not a JSON object/],
    ['sends no JSON', () => issuer.paths.set('/jwks', (_, response) => response.end('{')), /is not JSON/],
    ['has no keys', () => issuer.serve('/jwks', () => ({})), /has no "keys"/],
    [
      'has only symmetric keys',
      () => issuer.serve('/jwks', () => ({ keys: [{ kty: 'oct', k: 'AA' }] })),
      /no public key/,
    ],
    [
      'has too many keys',
      () => issuer.serve('/jwks', () => ({ keys: Array(101).fill(key.jwk) })),
      /more than 100 keys/,
    ],
    [
      'names another issuer',
      () => metadata({ issuer: 'https://evil.example' }),
      /metadata of another issuer/,
    ],
    ['has no address of keys', () => metadata({ jwks_uri: undefined }), /has no jwks_uri/],
    ['has keys at a plain address', () => metadata({ jwks_uri: 'http://192.0.2.1/jwks' }), /not https/],
    ['has keys in a file', () => metadata({ jwks_uri: 'file:///etc/passwd' }), /not https/],
    ['has no metadata', () => issuer.paths.delete(METADATA), /No metadata of the issuer/],
    ['fails', () => issuer.paths.set(METADATA, (_, response) => response.writeHead(500).end()), /HTTP 500/],
  ];
  const redirect = (path: string) =>
    issuer.paths.set(path, (_, response) =>
      response.writeHead(302, { location: `${issuer.url}/jwks2` }).end(),
    );
  const metadata = (changed: object) =>
    issuer.serve(METADATA, () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks`, ...changed }));
  const trickle = (_request: unknown, response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  };
  const endless = (_request: unknown, response: ServerResponse) => {
    const more = () => {
      while (response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    response.on('error', () => {});
    more();
  };

  it.each(failures)(
    'that %s has its tokens unchecked, with the reason in the status',
    async (_what, spoil, reason) => {
      if (reason.source.includes('within 200 ms')) lab = new VerifierLab([issuer.url], { timeoutMs: 200 });
      spoil();
      expect(await lab.verifier.verify(await sign(issuer.url, key))).toMatchObject({ kind: 'unavailable' });
      expect(keysOf().status.reason).toMatch(reason);
      expect(issuer.requests).not.toContain('/jwks2');
    },
  );

  it('may have a broken key beside a good one', async () => {
    issuer.keys = [{ kty: 'RSA', kid: 'broken', n: '!', e: '!', alg: 'RS256' }, key.jwk];
    expect(await lab.verifier.verify(await sign(issuer.url, key))).toMatchObject({ origin: 'oauth' });
    const broken = { ...(await testKey('broken', 'RS256')) };
    expect(await lab.verifier.verify(await sign(issuer.url, broken))).toMatchObject({ kind: 'invalid' });
  });
});

describe('the metadata of an issuer', () => {
  it('is looked for at the addresses and in the order of MCP', () => {
    expect(metadataUrls('https://as.example')).toEqual([
      'https://as.example/.well-known/oauth-authorization-server',
      'https://as.example/.well-known/openid-configuration',
    ]);
    expect(metadataUrls('https://as.example/tenant')).toEqual([
      'https://as.example/.well-known/oauth-authorization-server/tenant',
      'https://as.example/.well-known/openid-configuration/tenant',
      'https://as.example/tenant/.well-known/openid-configuration',
    ]);
  });

  it('may be only at the path of OpenID', async () => {
    issuer.paths.delete(METADATA);
    issuer.serve(OPENID, () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` }));
    expect(await lab.verifier.verify(await sign(issuer.url, key))).toMatchObject({ origin: 'oauth' });
  });
});
