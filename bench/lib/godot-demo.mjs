/** Copies of the demo of the bridge for Godot, the engine that runs them, and the reads of objects that do not move. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeFrame } from '@worldwire/protocol';
import { overHttp, overLane } from './lanes.mjs';
import { ANY_OBJECT, carriesId, FIRST_ID, objectField, toolRequest } from './requests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BRIDGE = join(ROOT, 'bridges/godot4');
/** The name in project.godot: the engine stores user data under it. */
const PROJECT = 'Worldwire Demo';
const DEADLINE_MS = 5_000;
const MEMBER = { type: 'Node3D', name: 'position' };

/** Objects of the demo, and their positions. */
export const STANDING = [
  { name: 'Floor', place: { x: 0, y: -0.5, z: 0 } },
  { name: 'Crate', place: { x: 0, y: 1, z: 0 } },
  { name: 'Sign', place: { x: 0, y: 2, z: -5 } },
  { name: 'Camera', place: { x: 0, y: 1, z: 10 } },
];
const PLACES = STANDING.map(({ place }) => JSON.stringify(place));
export const MISSING = 'Godot 4 is not installed on this machine; "node scripts/godot4.mjs" brings it';

/** The program and the arguments that come before all others. */
export function findGodot() {
  const script = join(ROOT, 'scripts/godot4.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : undefined;
}

export function makeDemo([engine, ...first], folder) {
  const project = join(folder, 'project');
  cpSync(join(BRIDGE, 'demo'), project, { recursive: true });
  cpSync(join(BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
  // The engine opens its log before it creates folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const env = { ...home, LANG: 'en_US.UTF-8' };
  const args = [...first, '--headless', '--path', project];
  // A project must be imported once.
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' };
  const { status, stderr } = spawnSync(engine, [...args, '--import'], options);
  if (status !== 0) throw new Error(`the demo of ${BRIDGE} cannot be imported: ${stderr}`);
  return { engine, args, env };
}

export function commandOf({ engine, args }) {
  return `exec ${[engine, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`;
}

/** Reads of the objects with these ids over MCP. */
export function toolLoad(url, ids) {
  const given = { objectId: ANY_OBJECT, componentType: MEMBER.type, name: MEMBER.name };
  const request = toolRequest('ReadComponentMember', given);
  return overHttp(url, request, answered('valueJson'), { fields: [fieldOf(ids)] });
}

/** The same reads over the link of a bridge. */
export function linkLoad(open, ids) {
  const params = { object: ANY_OBJECT, ...MEMBER, _meta: { deadlineMs: DEADLINE_MS } };
  const request = { jsonrpc: '2.0', id: FIRST_ID, method: 'member.read', params };
  return overLane(open, encodeFrame(JSON.stringify(request)), answered('json'), fieldOf(ids));
}

const fieldOf = ids => objectField(id => ids[id % ids.length]);

function answered(name) {
  return (message, id) =>
    carriesId(message, id) && message.includes(`"${name}":${PLACES[id % PLACES.length]}`);
}
