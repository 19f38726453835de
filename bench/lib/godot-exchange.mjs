/** Reads of positions in the demo, over MCP and over the link. */
import { carriesId, FIRST_ID, ID_FIELD } from './call-template.mjs';
import { framed } from './frames-wires.mjs';
import { MEMBER } from './godot-demo.mjs';
import { patchable } from './request-template.mjs';
import { toolTemplate } from './tool-request.mjs';

/** Objects of the demo that do not move, and their positions. */
export const STANDING = [
  { name: 'Floor', place: { x: 0, y: -0.5, z: 0 } },
  { name: 'Crate', place: { x: 0, y: 1, z: 0 } },
  { name: 'Sign', place: { x: 0, y: 2, z: -5 } },
  { name: 'Camera', place: { x: 0, y: 1, z: 10 } },
];
/** Longer than any id. Ids are padded with spaces, so that each request has the same length. */
const ANY_OBJECT = 'obj:0000000000000';
const DEADLINE_MS = 5_000;

export function toolCallTemplate(url, revision, ids) {
  const given = { objectId: ANY_OBJECT, componentType: MEMBER.type, name: MEMBER.name };
  return toolTemplate(url, { revision }, 'ReadComponentMember', given, [ID_FIELD, objectField(ids)]);
}

export function linkCallTemplate(ids) {
  const params = { object: ANY_OBJECT, ...MEMBER, _meta: { deadlineMs: DEADLINE_MS } };
  const request = { jsonrpc: '2.0', id: FIRST_ID, method: 'member.read', params };
  return patchable(framed(JSON.stringify(request)), [ID_FIELD, objectField(ids)]);
}

export function toolAnswered(message, id) {
  return carriesId(message, id) && message.includes(`"valueJson":${placeOfCall(id)}`);
}

export function linkAnswered(message, id) {
  return carriesId(message, id) && message.includes(`"json":${placeOfCall(id)}`);
}

function objectField(ids) {
  const placeholder = JSON.stringify(ANY_OBJECT);
  return { placeholder, value: id => JSON.stringify(ids[id % ids.length]).padEnd(placeholder.length) };
}

const PLACES = STANDING.map(({ place }) => JSON.stringify(place));

function placeOfCall(id) {
  return PLACES[id % PLACES.length];
}
