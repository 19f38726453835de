/** Requests of both eras of MCP: sent once with fetch, or as bytes that are patched for each call. */

export const SESSION_REVISION = '2025-11-25';
export const STATELESS_REVISION = '2026-07-28';
export const STATELESS = { revision: STATELESS_REVISION };
/** All ids of calls have the same number of digits. */
export const FIRST_ID = 1_000_000_000;
/** The id of a call, at every place of a request made with FIRST_ID. */
export const ID_FIELD = { placeholder: String(FIRST_ID), value: String };
/** What a request of a wire without protocol headers has. */
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const ID_DIGITS = String(FIRST_ID).length;
const CLIENT = { name: 'worldwire-bench', version: '1.0.0' };

let lastId = FIRST_ID;

/** Unique in this process, so that an answer to a call of an earlier run is detected. */
export const nextId = () => ++lastId;
export const isStateless = revision => revision === STATELESS_REVISION;

export function envelope(revision, { id, method, params = {} }) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: isStateless(revision) ? { ...params, _meta: meta } : params };
}

export function requestHeaders({ revision, sessionId, authorization }, method, name) {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(isStateless(revision) && { 'mcp-method': method, ...(name && { 'mcp-name': name }) }),
    ...(sessionId && { 'mcp-session-id': sessionId }),
    ...(authorization && { authorization }),
  };
}

export function toolRequest(name, given, session = STATELESS) {
  const method = 'tools/call';
  const call = envelope(session.revision, { id: FIRST_ID, method, params: { name, arguments: given } });
  return { method: 'POST', headers: requestHeaders(session, method, name), body: JSON.stringify(call) };
}

/** Sends a request once. The answer may be JSON or one event. */
export async function ask(url, request) {
  const answer = await fetch(url, request);
  const text = await answer.text();
  const { status, headers } = answer;
  const json = text.startsWith('{') ? text : (/^data: *(\{.*)$/m.exec(text)?.[1] ?? '{}');
  return { ...JSON.parse(json), status, headers, text };
}

/** The data of a tool call over stateless MCP. */
export async function callTool(url, name, given) {
  const { status, result, error } = await ask(url, toolRequest(name, given));
  if (result?.structuredContent && !result.isError) return result.structuredContent;
  throw new Error(`${name}: ${status} ${error?.message ?? result?.content?.[0]?.text}`);
}

export function initializeRequest() {
  const params = { protocolVersion: SESSION_REVISION, capabilities: {}, clientInfo: CLIENT };
  return envelope(SESSION_REVISION, { id: 0, method: 'initialize', params });
}

export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

export async function openSession(url) {
  const opened = await post(url, { revision: SESSION_REVISION }, initializeRequest());
  if (!opened.result) throw new Error(`initialize was refused with status ${opened.status}`);
  const sessionId = opened.headers.get('mcp-session-id') ?? undefined;
  const session = { revision: opened.result.protocolVersion, sessionId };
  const { status } = await post(url, session, INITIALIZED);
  if (status >= 300) throw new Error(`${INITIALIZED.method} was refused with status ${status}`);
  return session;
}

export async function closeSession(url, session) {
  const { status } = await ask(url, { method: 'DELETE', headers: requestHeaders(session, 'DELETE') });
  if (status >= 300) throw new Error(`DELETE of a session was refused with status ${status}`);
}

function post(url, session, message) {
  const headers = requestHeaders(session, message.method);
  return ask(url, { method: 'POST', headers, body: JSON.stringify(message) });
}

export function echoRequest(session = STATELESS) {
  return toolRequest('echo', { message: messageOf(FIRST_ID) }, session);
}

export const echoAnswered = (body, id) => carriesId(body, id) && body.includes(`"text":"${messageOf(id)}"`);
export const messageOf = id => `call ${id} says hello to the world behind the wire`;

/** An HTTP request as bytes. Fields that differ between calls have a fixed width, so a call only patches them. */
export function httpTemplate(url, { method, headers, body = '' }, ...fields) {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = Object.entries({ host: url.host, ...headers, ...length });
  const lines = all.map(pair => `${pair.join(': ')}\r\n`);
  const start = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  return template(Buffer.from(`${start}${lines.join('')}\r\n${body}`), ...fields);
}

export function template(bytes, ...fields) {
  const patches = fields.map(({ placeholder, value }) => ({ value, at: occurrences(bytes, placeholder) }));
  const patch = id => {
    for (const { value, at } of patches) {
      const text = value(id);
      for (const place of at) bytes.write(text, place, 'latin1');
    }
  };
  return { bytes, patch };
}

/** A field for the id of an object. Ids are padded with spaces, so that each request has the same length. */
export const ANY_OBJECT = 'obj:0000000000000';
export function objectField(idOfCall) {
  const placeholder = JSON.stringify(ANY_OBJECT);
  return { placeholder, value: id => JSON.stringify(idOfCall(id)).padEnd(placeholder.length) };
}

export function carriesId(body, id) {
  const at = body.indexOf(`"id":${id}`);
  const after = body.charCodeAt(at + '"id":'.length + ID_DIGITS);
  return at !== -1 && !(after >= 48 && after <= 57);
}

export function idOf(body) {
  const at = body.indexOf('"id":');
  return at === -1 ? Number.NaN : Number.parseInt(body.slice(at + 5, at + 25), 10);
}

function occurrences(bytes, needle, from = 0) {
  const at = bytes.indexOf(needle, from);
  return at === -1 ? [] : [at, ...occurrences(bytes, needle, at + 1)];
}
