/** tools/call under load without credentials, with a token of a token file, and with an OAuth access token. */
import { randomBytes } from 'node:crypto';
import { startProgram } from '../child.mjs';
import { drive } from '../drive.mjs';
import { overHttp } from '../lanes.mjs';
import { startIssuer } from '../oauth-issuer.mjs';
import { ask, echoAnswered, echoRequest, STATELESS } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';

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
  const { status } = await ask(url, echoRequest(STATELESS));
  if (status === 401) return;
  throw new Error(`credentials, ${credential}: a call without it has status ${status} and not 401`);
}

function bearer(token) {
  return { ...STATELESS, authorization: `Bearer ${token}` };
}
