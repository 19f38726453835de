/** The Worldwire server with each kind of credential. */
import { randomBytes } from 'node:crypto';
import { ChildServer } from './child-server.mjs';
import { startIssuer } from './oauth-issuer.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { toolRequest } from './tool-request.mjs';

const PROGRAM = 'worldwire.mjs';

/** Each starts a server of its own, and resolves to the server and the session of its caller. */
export const CREDENTIALS = {
  none: startOpen,
  token: startWithTokens,
  oauth: startWithOAuth,
};

/** Throws if the server answers a call without its credential: its figures would mean nothing. */
export async function requireRefusal(credential, { server }) {
  if (credential === 'none') return;
  const call = toolRequest({ revision: STATELESS_REVISION }, 'echo', { message: 'hello' });
  const answer = await fetch(server.url, call);
  await answer.arrayBuffer();
  if (answer.status === 401) return;
  throw new Error(`credentials, ${credential}: a call without it has status ${answer.status} and not 401`);
}

async function startOpen() {
  const server = await ChildServer.start(PROGRAM);
  return { server, session: { revision: STATELESS_REVISION }, stop: () => server.stop() };
}

async function startWithTokens() {
  const token = randomBytes(32).toString('base64url');
  const server = await ChildServer.start(PROGRAM, { args: ['--tokens', `bench ${token} read`] });
  return { server, session: bearer(token), stop: () => server.stop() };
}

async function startWithOAuth() {
  const issuer = await startIssuer();
  try {
    const server = await ChildServer.start(PROGRAM, { args: ['--issuer', issuer.url] });
    const stop = async () => {
      await server.stop();
      await issuer.close();
    };
    return { server, session: bearer(issuer.token(server.url, 'worldwire:read')), stop };
  } catch (error) {
    await issuer.close();
    throw error;
  }
}

function bearer(token) {
  return { revision: STATELESS_REVISION, authorization: `Bearer ${token}` };
}
