/** Reads and writes of a scene over both wires, and the stones that fill it: their numbers have no gap, their positions follow. */
import { overHttp } from './lanes.mjs';
import {
  ANY_OBJECT,
  carriesId,
  FIRST_ID,
  JSON_HEADERS,
  objectField,
  STATELESS,
  toolRequest,
} from './requests.mjs';

export const TRANSFORM = 'UnityEngine.Transform';
export const WRITTEN_MEMBER = 'localScale';
export const PAGE_SIZE = 50;

/** Objects per script, well within its time limit. */
const MAX_AT_ONCE = 2_500;
/** Coprime to every number of stones, so that calls go through all of them. */
const STRIDE = 7_919;
const DEPTH = -50;
/** One in this many stones rotates. */
const TURNING = 100;
const REVISION = /(?<=revision\\?":)\d+/;
const DIGITS = /\d+/y;

/** Creates the parent, and stops spawners, so that the scene keeps its size. */
export const PREPARING = `
  for (const object of scene.findAll('Worldwire.Spawner')) object.getComponent('Worldwire.Spawner').cap = 0;
  scene.create('Crowd').id;`;

export function* fillingScripts(parent, count) {
  for (let from = 0; from < count; from += MAX_AT_ONCE) {
    const some = Math.min(MAX_AT_ONCE, count - from);
    yield { code: fillingScript(parent, some), count: some };
  }
}

function fillingScript(parent, count) {
  return `(() => {
    const crowd = scene.get(${JSON.stringify(parent)});
    const numbers = [];
    for (let made = 0; made < ${count}; made++) {
      const stone = scene.create('Stone', crowd);
      const number = Number(stone.id.slice('obj:'.length));
      stone.position = { x: number, y: ${DEPTH}, z: 0 };
      if (number % ${TURNING} === 0) stone.addComponent('Worldwire.Rotator');
      numbers.push(number);
    }
    return [numbers[0], numbers.at(-1)];
  })()`;
}

export function stoneOfCall({ first, count }, id) {
  return first + ((id * STRIDE) % count);
}

/** The address and the request of a tool: of MCP, or of the dialect. */
export function unityRequest(server, wire, name, given) {
  if (wire === 'mcp') return [server, toolRequest(STATELESS, name, given)];
  const call = { jsonrpc: '2.0', id: FIRST_ID, method: 'call_tool', params: { name, arguments: given } };
  const body = JSON.stringify(call);
  return [new URL('/message', server), { method: 'POST', headers: JSON_HEADERS, body }];
}

export function memberLoad(server, wire, crowd) {
  const given = { objectId: ANY_OBJECT, componentType: TRANSFORM, name: 'position' };
  const accepts = (body, id) => {
    const place = JSON.stringify({ x: stoneOfCall(crowd, id), y: DEPTH, z: 0 });
    return carriesId(body, id) && body.includes(`"valueJson":${place}`);
  };
  return stoneLoad(unityRequest(server, wire, 'ReadComponentMember', given), accepts, crowd);
}

/** Each call sets its id as the width of another stone, so that each is a change. */
export function writeLoad(server, wire, crowd) {
  const given = {
    objectId: ANY_OBJECT,
    componentType: TRANSFORM,
    member: WRITTEN_MEMBER,
    jsonValue: { x: FIRST_ID, y: 1, z: 1 },
  };
  const accepts = (body, id) => {
    const at = body.indexOf('"after":{');
    return at !== -1 && carriesId(body, id) && body.includes(`"valueJson":{"x":${id},"y":1,"z":1}`, at);
  };
  return stoneLoad(unityRequest(server, wire, 'SetMember', given), accepts, crowd);
}

function stoneLoad([url, request], accepts, crowd) {
  return overHttp(url, request, accepts, { fields: [objectField(id => `obj:${stoneOfCall(crowd, id)}`)] });
}

/** An answer must be the page that was first read, for another id. Writes beside the reads raise the revision that the page names. */
export function pageLoad(server, wire, page) {
  const [head, ...rest] = page.split(REVISION);
  const accepts = (body, id) => {
    let at = 0;
    for (const part of [head.replace(`"id":${FIRST_ID}`, `"id":${id}`), ...rest]) {
      if (at > 0) {
        DIGITS.lastIndex = at;
        if (!DIGITS.test(body)) return false;
        at = DIGITS.lastIndex;
      }
      if (!body.startsWith(part, at)) return false;
      at += part.length;
    }
    return at === body.length;
  };
  return overHttp(...unityRequest(server, wire, 'ListObjects', { limit: PAGE_SIZE }), accepts);
}
