/** Opens and closes sessions of the handshake era. */
import { initializeRequest, requestHeaders, SESSION_REVISION } from './revisions.mjs';

/**
 * @typedef {{ revision: string, sessionId?: string }} Session
 * `sessionId` is missing when the server keeps none.
 */

/** @param {string} url @returns {Promise<Session>} */
export async function openSession(url) {
  const answer = await post(url, initializeRequest(), { revision: SESSION_REVISION, method: 'initialize' });
  const { result } = firstMessage(await answer.text());
  if (!result) throw new Error(`initialize was refused with status ${answer.status}`);
  const session = {
    revision: result.protocolVersion,
    sessionId: answer.headers.get('mcp-session-id') ?? undefined,
  };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const noted = await post(url, initialized, { ...session, method: initialized.method });
  await noted.arrayBuffer();
  if (!noted.ok) throw new Error(`notifications/initialized was refused with status ${noted.status}`);
  return session;
}

/** @param {string} url @param {Session} session */
export async function closeSession(url, { revision, sessionId }) {
  const answer = await fetch(url, {
    method: 'DELETE',
    headers: requestHeaders(revision, { method: 'DELETE', sessionId }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`DELETE of a session was refused with status ${answer.status}`);
}

/** @param {string} url @param {unknown} body @param {Session & { method: string }} call */
function post(url, body, { revision, method, sessionId }) {
  return fetch(url, {
    method: 'POST',
    headers: requestHeaders(revision, { method, sessionId }),
    body: JSON.stringify(body),
  });
}

/** @param {string} text a JSON body, or an SSE body whose first non-empty data line is the answer */
function firstMessage(text) {
  if (text.startsWith('{')) return JSON.parse(text);
  const line = text.split('\n').find(candidate => /^data: *\{/.test(candidate));
  if (!line) throw new Error(`expected a JSON-RPC message, got: ${text.slice(0, 200)}`);
  return JSON.parse(line.slice(line.indexOf('{')));
}
