/** An OAuth issuer on loopback: its metadata, its keys, and tokens with its signature. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const KEY_ID = 'bench';
const LIFETIME_S = 3_600;

export async function startIssuer() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  const documents = new Map();
  const server = createServer((request, response) => {
    const document = documents.get(request.url);
    if (document === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  documents.set('/.well-known/oauth-authorization-server', { issuer: url, jwks_uri: `${url}/jwks` });
  documents.set('/jwks', { keys: [jwk] });
  return {
    url,
    /** An access token (RFC 9068) for the audience. */
    token(audience, scope) {
      const now = Math.floor(Date.now() / 1_000);
      const claims = { iss: url, aud: audience, sub: 'bench', scope, iat: now, exp: now + LIFETIME_S };
      return signed({ alg: 'ES256', typ: 'at+jwt', kid: KEY_ID }, claims, privateKey);
    },
    stop() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
}

function signed(header, claims, key) {
  const content = [header, claims].map(part => encoded(JSON.stringify(part))).join('.');
  // JWS has the two numbers of the signature side by side (RFC 7518, section 3.4).
  return `${content}.${encoded(sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }))}`;
}

function encoded(value) {
  return Buffer.from(value).toString('base64url');
}
