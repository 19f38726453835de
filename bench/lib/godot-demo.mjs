/** The demo of the bridge in a folder of its own, and the Godot that runs it. */
import { accessSync, constants, cpSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BRIDGE = fileURLToPath(new URL('../../bridges/godot', import.meta.url));
/** Without a display. */
const ENGINE = 'godot3-server';
/** As the demo's project.godot has it: the engine keeps the data of a project under its name. */
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
  // The engine opens its log before it makes folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  // Nothing of the user's own settings.
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
