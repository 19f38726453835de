/** A tools/call of the echo tool and the check of its answer. Ids have a fixed number of digits. */
import { requestTemplate } from './request-template.mjs';
import { echoCall, requestHeaders } from './revisions.mjs';

export const FIRST_ID = 10_000_000;
const DIGITS = String(FIRST_ID).length;

/** The id of a call, at every place of a request made with FIRST_ID. */
export const ID_FIELD = { placeholder: String(FIRST_ID), value: String };

export function idSequence(behind = FIRST_ID) {
  let last = behind;
  return () => ++last;
}

export function callTemplate(url, { revision, sessionId, authorization }) {
  const body = JSON.stringify(echoCall(revision, FIRST_ID, messageOf(FIRST_ID)));
  const headers = requestHeaders(revision, { method: 'tools/call', name: 'echo', sessionId, authorization });
  return requestTemplate(url, { method: 'POST', headers, body, fields: [ID_FIELD] });
}

export function answers(body, id) {
  return carriesId(body, id) && body.includes(`"text":"${messageOf(id)}"`);
}

export function carriesId(body, id) {
  const at = body.indexOf(`"id":${id}`);
  return at !== -1 && !isDigit(body.charCodeAt(at + 5 + DIGITS));
}

export function idOf(body) {
  const at = body.indexOf('"id":');
  return at === -1 ? Number.NaN : Number.parseInt(body.slice(at + 5, at + 25), 10);
}

export function messageOf(id) {
  return `call ${id} says hello to the world behind the wire`;
}

function isDigit(code) {
  return code >= 48 && code <= 57;
}
