/** A copy of the demo of bridges/godot, and the Godot that runs it. */
import { accessSync, constants, cpSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BRIDGE = fileURLToPath(new URL('../../bridges/godot', import.meta.url));
const ENGINE = 'godot3-server';
/** The name in project.godot: the engine stores user data under it. */
const PROJECT = 'Worldwire Demo';

export const MISSING = `${ENGINE} is not installed on this machine`;

export function findGodot(path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, ENGINE))
    .find(isProgram);
}

export function makeDemo(engine, folder) {
  const project = join(folder, 'project');
  cpSync(join(BRIDGE, 'demo'), project, { recursive: true });
  cpSync(join(BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
  // The engine opens its log before it creates folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  return { engine, args: ['--path', project], env: { ...env, LANG: 'en_US.UTF-8' } };
}

export function commandOf({ engine, args }) {
  return `exec ${[engine, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
