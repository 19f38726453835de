/** An MCP client of a few lines, for both eras over HTTP. */
import { attempt } from './http.mjs';
import { sleep } from './wait.mjs';

export const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';
const RETRY_MS = 200;
const CLIENT = { name: 'hostile', version: '1' };

/**
 * A request of 2026-07-28, in its headers and its body.
 * @param {string} method
 * @param {Record<string, any>} [params]
 * @param {{ id?: unknown, client?: object, capabilities?: object }} [options]
 */
export function modern(method, params = {}, { id = 1, client = CLIENT, capabilities = {} } = {}) {
  const _meta = {
    ...params._meta,
    [`${PREFIX}protocolVersion`]: MODERN,
    [`${PREFIX}clientCapabilities`]: capabilities,
    [`${PREFIX}clientInfo`]: client,
  };
  const name = params.name ?? params.uri;
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
  };
}

/**
 * @param {string} url
 * @param {string} token
 * @param {string} method
 * @param {Record<string, any>} [params]
 * @param {Parameters<typeof modern>[2] & { ms?: number }} [options]
 */
export function call(url, token, method, params, options = {}) {
  return attempt(url, {
    token,
    ...(options.ms !== undefined && { ms: options.ms }),
    ...modern(method, params, options),
  });
}

/**
 * Calls a tool and returns its result or its error.
 * @param {string} url
 * @param {string} token
 * @param {string} name
 * @param {object} [args]
 * @param {Parameters<typeof modern>[2] & { ms?: number, meta?: object }} [options]
 * @returns {Promise<{ ok: boolean, value: any, text: string, status: number }>}
 */
export async function tool(url, token, name, args = {}, { meta, ...options } = {}) {
  const answer = await call(
    url,
    token,
    'tools/call',
    { name, arguments: args, ...(meta && { _meta: meta }) },
    options,
  );
  const result = answer.json?.result;
  const ok = result !== undefined && result.isError !== true;
  const value = result?.structuredContent ?? readJson(result?.content?.[0]?.text);
  return { ok, value, text: answer.text, status: answer.status };
}

/** @param {string | undefined} text */
function readJson(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

/**
 * @param {string} url
 * @param {string} token
 * @param {{ revision?: string, client?: object, capabilities?: object, agent?: import('node:http').Agent | false }} [options]
 */
export async function initialize(
  url,
  token,
  { revision = '2025-11-25', client = CLIENT, capabilities = {}, agent } = {},
) {
  const params = { protocolVersion: revision, capabilities, clientInfo: client };
  const answer = await attempt(url, {
    token,
    ...(agent !== undefined && { agent }),
    headers: { accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  const id = answer.headers['mcp-session-id'];
  return { answer, session: typeof id === 'string' ? new Session(url, token, id, revision) : undefined };
}

export class Session {
  /**
   * @param {string} url
   * @param {string} token
   * @param {string} id
   * @param {string} revision
   */
  constructor(url, token, id, revision) {
    this.url = url;
    this.token = token;
    this.id = id;
    this.revision = revision;
  }

  /** @returns {Record<string, string>} */
  get headers() {
    return {
      accept: 'application/json, text/event-stream',
      'mcp-session-id': this.id,
      'mcp-protocol-version': this.revision,
    };
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {unknown} [id]
   */
  send(method, params = {}, id = 1) {
    return attempt(this.url, {
      token: this.token,
      headers: this.headers,
      json: { jsonrpc: '2.0', id, method, params },
    });
  }
}

/**
 * Opens a session; waits if the rate limit is reached.
 * @param {string} url
 * @param {string} token
 * @param {object} [options] of `initialize`
 * @returns {Promise<Session>}
 */
export async function openSession(url, token, options = {}) {
  const { session, answer } = await initialize(url, token, options);
  if (answer.status === 429) {
    await sleep(RETRY_MS);
    return openSession(url, token, options);
  }
  if (session === undefined) {
    throw new Error(`initialize was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  await attempt(url, {
    token,
    headers: session.headers,
    json: { jsonrpc: '2.0', method: 'notifications/initialized' },
  });
  return session;
}
