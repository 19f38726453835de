import { Principal, Rights } from '@worldwire/server/internal';
import { type CryptoKey, exportSPKI, importJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AUDIENCE,
  IssuerLab,
  NOW_S,
  part,
  sign,
  type TestKey,
  testKey,
  VerifierLab,
} from './issuer-lab.test.js';
import { OAuthRefusal } from './oauth-refusal.js';
import { CLOCK_TOLERANCE_S, MAX_TOKEN_LENGTH } from './oauth-verifier.js';

let key: TestKey;
let rsa: TestKey;
let stranger: TestKey;
let issuer: IssuerLab;
let lab: VerifierLab;

beforeAll(async () => {
  [key, rsa, stranger] = await Promise.all([testKey('k1'), testKey('r1', 'RS256'), testKey('k1')]);
  issuer = await IssuerLab.start(key, rsa);
});
beforeEach(() => {
  lab = new VerifierLab([issuer.url]);
});
afterEach(() => lab.close());
afterAll(() => issuer.close());

async function reasonFor(token: string): Promise<string> {
  const verified = await lab.verifier.verify(token);
  if (!(verified instanceof OAuthRefusal)) throw new Error('The token was accepted.');
  expect(verified.kind).toBe('invalid');
  return verified.reason;
}

async function principalOf(token: string): Promise<Principal> {
  const verified = await lab.verifier.verify(token);
  if (!(verified instanceof Principal)) throw new Error(verified.reason);
  return verified;
}

const token = (claims: object = {}, header: object = {}) =>
  sign(issuer.url, key, { ...claims }, { ...header });

describe('an access token of a trusted issuer', () => {
  it.each(['RS256', 'RS512', 'PS256', 'PS384', 'ES256', 'ES384', 'ES512', 'EdDSA'])(
    'is accepted with a signature of %s',
    async alg => {
      const other = await testKey('other', alg);
      const own = await IssuerLab.start(other);
      lab = new VerifierLab([own.url]);
      expect(await principalOf(await sign(own.url, other))).toMatchObject({ origin: 'oauth' });
      await own.close();
    },
  );

  it('gives a principal with the name of its subject and issuer, and the rights of its scopes', async () => {
    const principal = await principalOf(
      await token({ scope: 'openid worldwire:read worldwire:unity:write' }),
    );
    expect(principal.name).toBe(`oauth:ann@${new URL(issuer.url).host}`);
    expect(principal.rights(() => NOW_S * 1_000).words).toEqual(['read', 'unity:write']);
  });

  it('may have its scopes as the array scp, and no type', async () => {
    const given = await token({ scope: undefined, scp: ['worldwire:write', 7] }, { typ: undefined });
    expect((await principalOf(given)).rights(() => NOW_S * 1_000).words).toEqual(['write']);
  });

  it.each(['JWT', 'application/at+jwt', 'AT+JWT'])('may have the type %s', async typ => {
    expect(await principalOf(await token({}, { typ }))).toBeInstanceOf(Principal);
  });

  it('may be for several audiences, of which this is one', async () => {
    expect(await principalOf(await token({ aud: ['https://other.example', AUDIENCE] }))).toBeInstanceOf(
      Principal,
    );
  });

  it('of a client without a subject has another name than the subject of the same text', async () => {
    const client = await principalOf(await token({ sub: undefined, client_id: 'ann' }));
    expect(client.name).toBe(`oauth:client:ann@${new URL(issuer.url).host}`);
  });

  it('without scopes for this server has no rights', async () => {
    const principal = await principalOf(await token({ scope: 'openid email' }));
    expect(principal.rights(() => NOW_S * 1_000)).toEqual(Rights.NONE);
  });

  it('has a name of printable characters that differs for each subject', async () => {
    const subjects = ['client:ann', 'a b', 'a%20b', 'a\nb', 'é', '‮a'];
    const names = await Promise.all(
      subjects.map(async sub => (await principalOf(await token({ sub }))).name),
    );
    expect(new Set(names).size).toBe(subjects.length);
    for (const name of names) expect(name).toMatch(/^[\x21-\x7e]+$/);
  });

  it('of two issuers on one host gives two principals', async () => {
    const tenants = ['/one', '/two'].map(path => issuer.url + path);
    for (const tenant of tenants) {
      issuer.serve(`/.well-known/oauth-authorization-server${new URL(tenant).pathname}`, () => ({
        issuer: tenant,
        jwks_uri: `${issuer.url}/jwks`,
      }));
    }
    lab = new VerifierLab(tenants);
    const names = await Promise.all(
      tenants.map(async each => (await principalOf(await sign(each, key))).name),
    );
    expect(names).toEqual(['/one', '/two'].map(path => `oauth:ann@${new URL(issuer.url).host}${path}`));
  });
});

describe('times of a token', () => {
  it.each([
    ['has expired', { exp: NOW_S - CLOCK_TOLERANCE_S }, 'The token has expired.'],
    ['has no expiry', { exp: undefined }, 'The token has no valid expiry.'],
    ['has an expiry that is a text', { exp: '2999-01-01' }, 'The token has no valid expiry.'],
    ['is not valid yet', { nbf: NOW_S + CLOCK_TOLERANCE_S + 1 }, 'The token is not valid yet.'],
    ['was issued in the future', { iat: NOW_S + CLOCK_TOLERANCE_S + 1 }, 'The token is from the future.'],
    ['has a time of issue that is a text', { iat: 'now' }, 'The token has no valid time of issue.'],
  ])('are refused where it %s', async (_what, claims, reason) => {
    expect(await reasonFor(await token(claims))).toBe(reason);
  });

  it('are accepted within the tolerance of clocks', async () => {
    const late = { exp: NOW_S - CLOCK_TOLERANCE_S + 1 };
    const early = { nbf: NOW_S + CLOCK_TOLERANCE_S, iat: NOW_S + CLOCK_TOLERANCE_S };
    for (const claims of [late, early])
      expect(await principalOf(await token(claims))).toBeInstanceOf(Principal);
  });

  it('do not allow an expiry that is never reached', async () => {
    const never = `${part({ alg: 'ES256', kid: 'k1' })}.${part(
      `{"iss":"${issuer.url}","aud":"${AUDIENCE}","sub":"ann","exp":1e999}`,
    )}`;
    const signature = Buffer.from(
      await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, Buffer.from(never)),
    ).toString('base64url');
    expect(await reasonFor(`${never}.${signature}`)).toBe('The token has no expiry.');
  });
});

describe('a token that was not made for this server', () => {
  it.each([
    ['another audience', { aud: 'http://127.0.0.1:3002/mcp' }, 'The token is for another audience.'],
    ['a prefix of the audience', { aud: 'http://127.0.0.1:3001' }, 'The token is for another audience.'],
    ['an audience that continues this one', { aud: `${AUDIENCE}/x` }, 'The token is for another audience.'],
    ['no audience', { aud: undefined }, 'The token is for another audience.'],
    [
      'another issuer',
      { iss: 'https://evil.example' },
      'The token is from an issuer that is not trusted here.',
    ],
    ['no issuer', { iss: undefined }, 'The token is from an issuer that is not trusted here.'],
    [
      'a nonce, as ID tokens have',
      { nonce: 'n' },
      'The token is an ID token or a logout token, not an access token.',
    ],
    [
      'events, as logout tokens have',
      { events: {} },
      'The token is an ID token or a logout token, not an access token.',
    ],
    ['no subject', { sub: undefined }, 'The token has no usable subject.'],
    ['a subject that is an object', { sub: {} }, 'The token has no usable subject.'],
    ['an endless subject', { sub: 'x'.repeat(256) }, 'The token has no usable subject.'],
    ['a subject with half a character', { sub: '\ud800' }, 'The token has no usable subject.'],
  ])('is refused: %s', async (_what, claims, reason) => {
    expect(await reasonFor(await token(claims))).toBe(reason);
  });

  it.each(['logout+jwt', 'id+jwt', 'dpop+jwt', 'secevent+jwt'])('is refused by its type %s', async typ => {
    expect(await reasonFor(await token({}, { typ }))).toBe('The token is not an access token.');
  });
});

describe('a forged token', () => {
  const claims = () => ({
    iss: issuer.url,
    aud: AUDIENCE,
    sub: 'ann',
    scope: 'worldwire:eval',
    exp: NOW_S + 300,
  });

  it('without a signature is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const head = `${part({ alg, typ: 'at+jwt' })}.${part(claims())}`;
      expect(await reasonFor(`${head}.`)).toBe('The token is not a token of this server.');
      expect(await reasonFor(`${head}.AA`)).toMatch(/algorithm|not a valid JWT/);
    }
  });

  it.each(['HS256', 'HS384', 'HS512'])(
    'signed by %s with the public key as its secret is refused',
    async alg => {
      const pem = await exportSPKI((await importJWK(rsa.jwk, 'RS256', { extractable: true })) as CryptoKey);
      for (const secret of [pem, JSON.stringify(rsa.jwk)]) {
        const swapped = await new SignJWT(claims())
          .setProtectedHeader({ alg, kid: 'r1' })
          .sign(Buffer.from(secret));
        expect(await reasonFor(swapped)).toBe('The algorithm of the token is not accepted.');
      }
    },
  );

  it('with a symmetric key in the key set is refused', async () => {
    const secret = Buffer.alloc(32, 7);
    const own = await IssuerLab.start(key);
    own.keys = [...own.keys, { kty: 'oct', k: secret.toString('base64url'), kid: 's', alg: 'HS256' }];
    lab = new VerifierLab([own.url]);
    const given = await new SignJWT({ ...claims(), iss: own.url })
      .setProtectedHeader({ alg: 'HS256', kid: 's' })
      .sign(secret);
    expect(await reasonFor(given)).toBe('The algorithm of the token is not accepted.');
    expect(lab.issuer(own.url).status.keys).toBe(1);
    await own.close();
  });

  it('signed by another key under a known key id is refused', async () => {
    expect(await reasonFor(await sign(issuer.url, stranger))).toBe('The signature of the token is wrong.');
  });

  it('that names the key of another algorithm is refused', async () => {
    const confused = await sign(issuer.url, { ...key, jwk: { ...key.jwk, kid: 'r1' } });
    expect(await reasonFor(confused)).toBe('The issuer has no key for this token.');
  });

  it.each([
    ['a path', '../../../../dev/null'],
    ['a URL', 'http://127.0.0.1:1/jwks'],
    ['SQL', "x' UNION SELECT 'key"],
    ['a property of every object', '__proto__'],
    ['a number', 7],
    ['an object', { kty: 'oct' }],
  ])('with a key id that is %s is refused, and nothing but the key set is fetched', async (_what, kid) => {
    issuer.requests.length = 0;
    expect(await reasonFor(await token({}, { kid }))).toMatch(/no key for this token|not a valid JWT/);
    expect(new Set(issuer.requests)).toEqual(new Set(['/.well-known/oauth-authorization-server', '/jwks']));
  });

  it('that carries its own key, or where to fetch it, is refused', async () => {
    for (const header of [
      { jwk: stranger.jwk },
      { jku: 'http://127.0.0.1:1/jwks', kid: 'mine' },
      { x5u: 'http://127.0.0.1:1/cert', kid: 'mine' },
    ]) {
      expect(await reasonFor(await sign(issuer.url, stranger, {}, header))).toMatch(/wrong|no key/);
    }
  });

  it('with an unknown critical header is refused', async () => {
    const head = part({ alg: 'ES256', kid: 'k1', crit: ['x'], x: 1 });
    expect(await reasonFor(`${head}.${part(claims())}.AA`)).toBe('The token is not a valid JWT.');
  });

  it('with a changed payload is refused', async () => {
    const [head, , signature] = (await token()).split('.');
    expect(await reasonFor(`${head}.${part(claims())}.${signature}`)).toBe(
      'The signature of the token is wrong.',
    );
  });

  it.each(['', 'x', 'a.b', 'a.b.c', '....', 'a.b.c.d.e', `${part('{')}.${part('{')}.AA`])(
    'that is "%s" is refused',
    async given => {
      expect(await reasonFor(given)).toMatch(/^The token is/);
    },
  );

  it('without a key id is tried with a few keys, and refused', async () => {
    const several = await Promise.all(Array.from({ length: 3 }, () => testKey(undefined)));
    const own = await IssuerLab.start(...several);
    lab = new VerifierLab([own.url]);
    const last = several[2] as TestKey;
    expect(await principalOf(await sign(own.url, last))).toBeInstanceOf(Principal);
    const forged = { ...stranger, jwk: {} };
    expect(await reasonFor(await sign(own.url, forged))).toBe('The signature of the token is wrong.');
    await own.close();
  });
});

describe('a huge token', () => {
  it('is refused before it is hashed or decoded, and no key is fetched', async () => {
    issuer.requests.length = 0;
    const huge = await token({ padding: 'x'.repeat(MAX_TOKEN_LENGTH) });
    expect(lab.verifier.verify(huge)).toMatchObject({
      reason: `The token is longer than ${MAX_TOKEN_LENGTH} characters.`,
    });
    expect(issuer.requests).toEqual([]);
  });

  it('within the limit is accepted', async () => {
    const large = await token({ padding: 'x'.repeat(MAX_TOKEN_LENGTH / 2) });
    expect(await principalOf(large)).toBeInstanceOf(Principal);
  });
});

describe('a verified token', () => {
  it('is answered at once the next time, with the same principal', async () => {
    const given = await token();
    const first = lab.verifier.verify(given);
    expect(first).toBeInstanceOf(Promise);
    expect(lab.verifier.verify(given)).toBe(first);
    expect(lab.verifier.verify(given)).toBeInstanceOf(Promise);
    expect(lab.verifier.verify(`${given}`)).toBe(first);
    const principal = await first;
    expect(lab.verifier.verify(given)).toBe(principal);
    expect(lab.verifier.known(given)).toBe(principal);
  });

  it('is refused and its rights end when it has expired', async () => {
    const given = await token();
    const principal = await principalOf(given);
    lab.dateS = NOW_S + 300 + CLOCK_TOLERANCE_S;
    expect(await reasonFor(given)).toBe('The token has expired.');
    expect(principal.rights(() => lab.dateS * 1_000)).toBe(Rights.NONE);
    expect(lab.verifier.cached).toBe(0);
  });

  it('is verified again when the issuer has other keys', async () => {
    const own = await IssuerLab.start(key);
    lab = new VerifierLab([own.url]);
    const given = await sign(own.url, key);
    await principalOf(given);
    own.keys = [rsa.jwk];
    await lab.issuer(own.url).refresh();
    expect(await reasonFor(given)).toBe('The issuer has no key for this token.');
    await own.close();
  });

  it('is not kept when the keys changed while it was verified', async () => {
    const given = await token();
    const verifying = lab.verifier.verify(given);
    lab.verifier.forget();
    await verifying;
    expect(lab.verifier.cached).toBe(0);
  });
});
