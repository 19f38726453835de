/** Reads and writes of a scene over both wires. */
import { carriesId, FIRST_ID, ID_FIELD } from './call-template.mjs';
import { requestTemplate } from './request-template.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { toolRequest } from './tool-request.mjs';
import { placeOf, stoneOfCall } from './unity-crowd.mjs';

export const TRANSFORM = 'UnityEngine.Transform';
export const WRITTEN_MEMBER = 'localScale';
export const PAGE_SIZE = 50;

const DIALECT_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
/** Longer than any id. Ids are padded with spaces, so that each request has the same length. */
const ANY_OBJECT = 'obj:000000000';

const REVISION = /(?<=revision\\?":)\d+/;
const DIGITS = /\d+/y;
let split = { page: '', parts: [''] };

export function unityRequest(server, wire, name, given) {
  if (wire === 'mcp') return { url: server, ...toolRequest({ revision: STATELESS_REVISION }, name, given) };
  const call = { jsonrpc: '2.0', id: FIRST_ID, method: 'call_tool', params: { name, arguments: given } };
  return {
    url: new URL('/message', server),
    method: 'POST',
    headers: DIALECT_HEADERS,
    body: JSON.stringify(call),
  };
}

export function memberTemplate(server, { wire, crowd }) {
  const given = { objectId: ANY_OBJECT, componentType: TRANSFORM, name: 'position' };
  return template(server, wire, 'ReadComponentMember', given, [stoneField(crowd)]);
}

export function memberAnswered(body, id, crowd) {
  const place = JSON.stringify(placeOf(stoneOfCall(crowd, id)));
  return carriesId(body, id) && body.includes(`"valueJson":${place}`);
}

export function pageTemplate(server, wire) {
  return template(server, wire, 'ListObjects', { limit: PAGE_SIZE }, []);
}

/** Whether the body is the page for another id. Writes beside the reads raise the revision that the page names. */
export function pageAnswered(body, id, page) {
  const [head, ...rest] = partsOf(page);
  const parts = [head.replace(`"id":${FIRST_ID}`, `"id":${id}`), ...rest];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      DIGITS.lastIndex = at;
      if (!DIGITS.test(body)) return false;
      at = DIGITS.lastIndex;
    }
    if (!body.startsWith(part, at)) return false;
    at += part.length;
  }
  return at === body.length;
}

/** The page between the numbers of its revisions, split once. */
function partsOf(page) {
  if (split.page !== page) split = { page, parts: page.split(REVISION) };
  return split.parts;
}

/** Each call sets a new width on another stone, so that each is a change. */
export function writeTemplate(server, { wire, crowd }) {
  const given = {
    objectId: ANY_OBJECT,
    componentType: TRANSFORM,
    member: WRITTEN_MEMBER,
    jsonValue: { x: FIRST_ID, y: 1, z: 1 },
  };
  return template(server, wire, 'SetMember', given, [stoneField(crowd)]);
}

export function writeAnswered(body, id) {
  const after = body.indexOf('"after":{');
  return after !== -1 && carriesId(body, id) && body.includes(`"valueJson":{"x":${id},"y":1,"z":1}`, after);
}

function template(server, wire, name, given, fields) {
  const { url, ...request } = unityRequest(server, wire, name, given);
  return requestTemplate(url, { ...request, fields: [ID_FIELD, ...fields] });
}

function stoneField(crowd) {
  const placeholder = JSON.stringify(ANY_OBJECT);
  return {
    placeholder,
    value: id => `"obj:${stoneOfCall(crowd, id)}"`.padEnd(placeholder.length),
  };
}
