/** tools/call under load without credentials, with a token of a token file, and with an OAuth access token. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startProgram } from '../child.mjs';
import { drive } from '../drive.mjs';
import { overHttp } from '../lanes.mjs';
import { ask, echoAnswered, echoRequest, STATELESS } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';

const KEY_ID = 'bench';
const LIFETIME_S = 3_600;

/** Each starts a server of its own in a scope, and resolves to the server and the session of its caller. */
export const CREDENTIALS = {
  async none(keep) {
    return { server: keep(await startProgram('worldwire.mjs')), session: STATELESS };
  },
  async token(keep) {
    const token = randomBytes(32).toString('base64url');
    const args = ['--tokens', `bench ${token} read`];
    return { server: keep(await startProgram('worldwire.mjs', { args })), session: bearer(token) };
  },
  async oauth(keep) {
    const issuer = keep(await startIssuer());
    const server = keep(await startProgram('worldwire.mjs', { args: ['--issuer', issuer.url] }));
    return { server, session: bearer(issuer.token(server.url, 'worldwire:read')) };
  },
};

export async function measureCredentials({ connections: lanes, credentials }, { progress, keep }) {
  const { rounds, ...times } = credentials;
  const rows = [];
  const places = new Map();
  for (const [credential, start] of Object.entries(CREDENTIALS)) {
    progress(`credentials: starting a server, ${credential}`);
    places.set(credential, await start(keep));
    rows.push({ credential, runs: [] });
  }
  const name = ({ credential }) => credential;
  const turns = { measure: 'credentials', rounds, items: rows, name, progress };
  await inRounds(turns, async ({ credential, runs }, who) => {
    const { server, session } = places.get(credential);
    const load = overHttp(server.url, echoRequest(session), echoAnswered);
    runs.push(await drive(who, { ...load, lanes, ...times, pids: [server.pid] }));
  });
  // After the runs: a refused call makes the throttle keep an entry for the address, which later calls would pay for.
  for (const [credential, { server }] of places) await requireRefusal(credential, server);
  return { rows };
}

/** Throws if the server answers a call without its credential: its figures would mean nothing. */
export async function requireRefusal(credential, { url }) {
  if (credential === 'none') return;
  const { status } = await ask(url, echoRequest());
  if (status === 401) return;
  throw new Error(`credentials, ${credential}: a call without it has status ${status} and not 401`);
}

const bearer = token => ({ ...STATELESS, authorization: `Bearer ${token}` });

/** An OAuth issuer on loopback: its metadata, its keys, and tokens with its signature. */
async function startIssuer() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  const documents = { '/jwks': { keys: [jwk] } };
  const server = createServer((request, response) => {
    const document = documents[request.url];
    const status = document === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  documents['/.well-known/oauth-authorization-server'] = { issuer: url, jwks_uri: `${url}/jwks` };
  /** An access token (RFC 9068) for the audience. */
  const token = (audience, scope) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: url, aud: audience, sub: 'bench', scope, iat: now, exp: now + LIFETIME_S };
    const parts = [{ alg: 'ES256', typ: 'at+jwt', kid: KEY_ID }, claims].map(part => JSON.stringify(part));
    const content = parts.map(part => Buffer.from(part).toString('base64url')).join('.');
    // JWS has the two numbers of the signature side by side (RFC 7518, section 3.4).
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  };
  const stop = () => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  };
  return { url, token, stop };
}
