/** Opens and closes sessions of the handshake era. */
import { initializeRequest, requestHeaders, SESSION_REVISION } from './revisions.mjs';

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

export async function closeSession(url, { revision, sessionId }) {
  const answer = await fetch(url, {
    method: 'DELETE',
    headers: requestHeaders(revision, { method: 'DELETE', sessionId }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`DELETE of a session was refused with status ${answer.status}`);
}

function post(url, body, { revision, method, sessionId }) {
  return fetch(url, {
    method: 'POST',
    headers: requestHeaders(revision, { method, sessionId }),
    body: JSON.stringify(body),
  });
}

function firstMessage(text) {
  if (text.startsWith('{')) return JSON.parse(text);
  const line = text.split('\n').find(candidate => /^data: *\{/.test(candidate));
  if (!line) throw new Error(`expected a JSON-RPC message, got: ${text.slice(0, 200)}`);
  return JSON.parse(line.slice(line.indexOf('{')));
}
