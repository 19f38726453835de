/** Requests of the two eras of the protocol. */

export const SESSION_REVISION = '2025-11-25';
export const STATELESS_REVISION = '2026-07-28';

const CLIENT = { name: 'worldwire-bench', version: '1.0.0' };

export function isStateless(revision) {
  return revision === STATELESS_REVISION;
}

export function envelope(revision, { id, method, params = {} }) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: isStateless(revision) ? { ...params, _meta: meta } : params };
}

export function requestHeaders(revision, { method, name, sessionId, authorization }) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
  };
  if (isStateless(revision)) {
    headers['mcp-method'] = method;
    if (name) headers['mcp-name'] = name;
  }
  if (sessionId) headers['mcp-session-id'] = sessionId;
  if (authorization) headers.authorization = authorization;
  return headers;
}

export function initializeRequest() {
  return envelope(SESSION_REVISION, {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: SESSION_REVISION, capabilities: {}, clientInfo: CLIENT },
  });
}

export function echoCall(revision, id, message) {
  return envelope(revision, { id, method: 'tools/call', params: { name: 'echo', arguments: { message } } });
}
