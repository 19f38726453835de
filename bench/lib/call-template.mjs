/**
 * One tools/call request as bytes, made once per connection. Ids have a fixed number of digits, so a
 * new call is the same bytes with the digits patched, and content-length stays true.
 */
import { echoCall, requestHeaders } from './revisions.mjs';

const FIRST_ID = 10_000_000;
const DIGITS = String(FIRST_ID).length;

/** @returns {() => number} ids unique within this process */
export function idSequence() {
  let last = FIRST_ID;
  return () => ++last;
}

/**
 * @param {URL} url
 * @param {import('./handshake.mjs').Session} session
 */
export function callTemplate(url, { revision, sessionId }) {
  const body = JSON.stringify(echoCall(revision, FIRST_ID, messageOf(FIRST_ID)));
  const headers = {
    host: url.host,
    ...requestHeaders(revision, { method: 'tools/call', name: 'echo', sessionId }),
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const places = occurrences(bytes, String(FIRST_ID));
  return {
    bytes,
    /** @param {number} id */
    patch(id) {
      const digits = String(id);
      for (const place of places) bytes.write(digits, place, 'latin1');
    },
  };
}

/**
 * @param {string} body of a JSON or SSE answer
 * @param {number} id
 * @returns {boolean} whether it carries this call's id and this call's message
 */
export function answers(body, id) {
  const at = body.indexOf(`"id":${id}`);
  if (at === -1 || isDigit(body.charCodeAt(at + 5 + DIGITS))) return false;
  return body.includes(`"text":"${messageOf(id)}"`);
}

/** @param {number} id */
export function messageOf(id) {
  return `call ${id} says hello to the world behind the wire`;
}

/** @param {Buffer} bytes @param {string} needle */
function occurrences(bytes, needle) {
  const places = [];
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) places.push(at);
  return places;
}

/** @param {number} code */
function isDigit(code) {
  return code >= 48 && code <= 57;
}
