/** Plain HTTP requests, and raw sockets that misbehave. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {any} json undefined if the body is not JSON
 */

const ANSWER_MS = 60_000;
const ignore = () => {};
const shared = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * @param {string} url
 * @param {{ method?: string, token?: string, headers?: Record<string, string>, body?: string | Buffer, json?: unknown,
 *   agent?: Agent | false, ms?: number }} [options]
 * @returns {Promise<Answer>}
 */
export function request(
  url,
  { method, token, headers = {}, body, json, agent = shared, ms = ANSWER_MS } = {},
) {
  const sent = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      agent,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
        }),
        ...headers,
      },
    });
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer within ${ms} ms`)), ms);
    outgoing.on('error', error => {
      clearTimeout(timer);
      reject(error);
    });
    // A server that answers before it has read the whole body may reset the connection after its answer.
    outgoing.on('socket', socket => {
      if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
    });
    outgoing.on('response', response => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('close', () => {
        clearTimeout(timer);
        if (!response.complete) return reject(new Error('the answer was cut off'));
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, text, json: parsed(text, headers['content-type']) });
      });
    });
    outgoing.end(sent);
  });
}

/** The same, but a connection that is closed during the request counts as status 0. */
export function attempt(/** @type {Parameters<typeof request>} */ ...args) {
  return request(...args).catch(error => ({ status: 0, headers: {}, text: String(error), json: undefined }));
}

/**
 * @param {string} text
 * @param {string | undefined} type
 */
function parsed(text, type = '') {
  const data = type.startsWith('text/event-stream')
    ? text
        .split('\n')
        .filter(line => line.startsWith('data: {'))
        .at(-1)
        ?.slice(6)
    : text;
  try {
    return JSON.parse(data ?? '');
  } catch {
    return undefined;
  }
}

/**
 * The bytes of one request, as a client writes them.
 * @param {string} url
 * @param {{ method?: string, token?: string, headers?: Record<string, string>, body?: string | Buffer, length?: number }} [options]
 *   `length` is the announced one, where it differs
 */
export function requestBytes(url, { method, token, headers = {}, body, length } = {}) {
  const { host, pathname, search } = new URL(url);
  const bytes = Buffer.from(body ?? '');
  const lines = [
    `${method ?? (body === undefined ? 'GET' : 'POST')} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${length ?? bytes.length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/**
 * Opens a connection that writes and does not read, unless it drains.
 * @param {string} url
 * @param {Buffer} [bytes]
 * @param {{ drains?: boolean }} [options]
 * @returns {Promise<import('node:net').Socket>} once the bytes are handed over, or the connection failed
 */
export function openSocket(url, bytes, { drains = false } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    if (drains) socket.resume();
    else socket.pause();
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => {
      if (bytes === undefined) resolve(socket);
      else socket.write(bytes, () => resolve(socket));
    });
  });
}

/**
 * Opens a connection, writes, and returns what arrives until it closes or the time is over.
 * @param {string} url
 * @param {Buffer} bytes
 * @param {number} ms
 */
export function exchange(url, bytes, ms) {
  const { hostname, port } = new URL(url);
  return /** @type {Promise<{ text: string, closed: boolean }>} */ (
    new Promise(resolve => {
      const socket = connect({ host: hostname, port: Number(port) });
      let text = '';
      const done = (/** @type {boolean} */ closed) => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ text, closed });
      };
      const timer = setTimeout(() => done(false), ms);
      socket.setEncoding('latin1').on('data', chunk => {
        text += chunk;
      });
      socket.on('error', () => done(true));
      socket.on('close', () => done(true));
      socket.write(bytes);
    })
  );
}
