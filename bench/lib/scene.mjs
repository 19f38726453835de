/** `worldwire serve unity` with a scene of a given size, and its reads and writes over both wires. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from './child.mjs';
import { overHttp } from './lanes.mjs';
import { ANY_OBJECT, ask, carriesId, FIRST_ID, JSON_HEADERS, objectField, toolRequest } from './requests.mjs';

const TRANSFORM = 'UnityEngine.Transform';
const WRITTEN_MEMBER = 'localScale';
const PAGE_SIZE = 50;

/** Objects per script, well within its time limit. */
const MAX_AT_ONCE = 2_500;
/** Coprime to every number of stones, so that calls go through all of them. */
const STRIDE = 7_919;
const DEPTH = -50;
/** One in this many stones rotates. */
const TURNING = 100;
const REVISION = /(?<=revision\\?":)\d+/;
const DIGITS = /\d+/y;
const STATS = 'Worldwire.FrameStats';
const NAMES = { hz: 'Fps', p99: 'P99Ms', longest: 'LongestMs', workP99: 'WorkP99Ms', frames: 'Samples' };
const CONFIG = {
  allowWrites: true,
  enableConsoleEval: true,
  reflectionAllowlistMembers: [`${TRANSFORM}.${WRITTEN_MEMBER}`, `${STATS}.Reset`],
};

/** Creates the parent, and stops spawners, so that the scene keeps its size. */
export const PREPARE = `
  for (const object of scene.findAll('Worldwire.Spawner')) object.getComponent('Worldwire.Spawner').cap = 0;
  scene.create('Crowd').id;`;

export function* stoneScripts(parent, total) {
  for (let from = 0; from < total; from += MAX_AT_ONCE) {
    const count = Math.min(MAX_AT_ONCE, total - from);
    const code = `(() => {
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
    yield { code, count };
  }
}

export async function startScene(folder, size, keep) {
  mkdirSync(join(folder, 'unity'), { recursive: true });
  writeFileSync(join(folder, 'unity', 'mcp.config.json'), JSON.stringify(CONFIG));
  const args = ['unity', '--allow', 'writes', '--allow', 'eval'];
  const { server, prepared } = await startProduct({ folder, args }, ({ url }) => filled(url, size));
  const { url, pid } = keep(server);
  const stats = (tool, more) => call(url, tool, { objectId: prepared.stats, componentType: STATS, ...more });
  return {
    url,
    pids: [pid],
    size,
    crowd: prepared.crowd,
    resetFrames: () => stats('CallMethod', { method: 'Reset' }),
    async frames() {
      const frames = {};
      for (const [figure, name] of Object.entries(NAMES)) {
        frames[figure] = (await stats('ReadComponentMember', { name })).valueJson;
      }
      return frames;
    },
    // A write has two revisions: of its intent and of its outcome.
    writes: async () => ((await call(url, 'ListJournal', { limit: 1 })).Items[0]?.Id ?? 0) / 2,
    async firstPage(wire) {
      const { text, result } = await ask(...unityRequest(url, wire, 'ListObjects', { limit: PAGE_SIZE }));
      const { Total, Items } = result?.structuredContent ?? result?.content?.[0]?.json ?? {};
      const ids = new Set(Items?.map(({ Id }) => Id));
      if (Total === size && ids.size === PAGE_SIZE) return text;
      throw new Error(`a scene of ${size} objects was listed as ${text.slice(0, 300)}`);
    },
  };
}

/** Fills the scene with stones. */
async function filled(url, size) {
  // The text of the result, as the dialect has it.
  const evaluate = async code => (await call(url, 'ConsoleEval', { code })).result;
  const stats = (await call(url, 'ListObjects', { type: STATS })).Items[0].Id;
  const parent = await evaluate(PREPARE);
  const { Total } = await call(url, 'ListObjects', { limit: 1 });
  const crowd = { first: Number(parent.slice('obj:'.length)) + 1, count: size - Total };
  let next = crowd.first;
  for (const script of stoneScripts(parent, crowd.count)) {
    const [from, to] = JSON.parse(await evaluate(script.code));
    if (from !== next || to !== next + script.count - 1) {
      throw new Error(`stones from ${next} on were made with the numbers ${from} to ${to}`);
    }
    next = to + 1;
  }
  return { stats, crowd };
}

async function call(url, name, given) {
  const { status, result, error } = await ask(...unityRequest(url, 'dialect', name, given));
  if (result) return result.content[0].json;
  throw new Error(`${name}: ${status} ${error?.message}`);
}

export const stoneOf = ({ first, count }, id) => first + ((id * STRIDE) % count);

/** The address and the request of a tool: of MCP, or of the dialect. */
export function unityRequest(server, wire, name, given) {
  if (wire === 'mcp') return [server, toolRequest(name, given)];
  const call = { jsonrpc: '2.0', id: FIRST_ID, method: 'call_tool', params: { name, arguments: given } };
  const body = JSON.stringify(call);
  return [new URL('/message', server), { method: 'POST', headers: JSON_HEADERS, body }];
}

export function memberLoad(server, wire, crowd) {
  const given = { objectId: ANY_OBJECT, componentType: TRANSFORM, name: 'position' };
  const accepts = (body, id) => {
    const place = JSON.stringify({ x: stoneOf(crowd, id), y: DEPTH, z: 0 });
    return carriesId(body, id) && body.includes(`"valueJson":${place}`);
  };
  return stoneLoad(unityRequest(server, wire, 'ReadComponentMember', given), accepts, crowd);
}

/** Each call sets its id as the width of another stone, so that each is a change. */
export function writeLoad(server, wire, crowd) {
  const written = { member: WRITTEN_MEMBER, jsonValue: { x: FIRST_ID, y: 1, z: 1 } };
  const given = { objectId: ANY_OBJECT, componentType: TRANSFORM, ...written };
  const accepts = (body, id) => {
    const at = body.indexOf('"after":{');
    return at !== -1 && carriesId(body, id) && body.includes(`"valueJson":{"x":${id},"y":1,"z":1}`, at);
  };
  return stoneLoad(unityRequest(server, wire, 'SetMember', given), accepts, crowd);
}

function stoneLoad([url, request], accepts, crowd) {
  return overHttp(url, request, accepts, { fields: [objectField(id => `obj:${stoneOf(crowd, id)}`)] });
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
