/** Copies of the demos of the bridges for Godot, and the engines that run them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGINE = 'godot3-server';
/** The name in project.godot: the engine stores user data under it. */
const PROJECT = 'Worldwire Demo';

/** What is measured in each version. The demos have the same objects at the same places. */
export const GODOT3 = {
  bridge: 'bridges/godot3',
  type: 'Spatial',
  member: 'translation',
  missing: `${ENGINE} is not installed on this machine`,
  find: () => {
    const program = findGodot();
    return program === undefined ? undefined : [program];
  },
  args: [],
};
export const GODOT4 = {
  bridge: 'bridges/godot4',
  type: 'Node3D',
  member: 'position',
  missing: 'Godot 4 is not installed on this machine; "node scripts/godot4.mjs" brings it',
  find: findGodot4,
  args: ['--headless'],
  /** A project must be imported once. */
  imports: true,
};

export function findGodot(path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, ENGINE))
    .find(isProgram);
}

/** The program and the arguments that come before all others. */
function findGodot4() {
  const script = join(ROOT, 'scripts/godot4.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : undefined;
}

export function makeDemo({ bridge, args, imports }, [engine, ...first], folder) {
  const project = join(folder, 'project');
  cpSync(join(ROOT, bridge, 'demo'), project, { recursive: true });
  cpSync(join(ROOT, bridge, 'addons'), join(project, 'addons'), { recursive: true });
  // The engine opens its log before it creates folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const env = { ...home, LANG: 'en_US.UTF-8' };
  const all = [...first, ...args, '--path', project];
  if (imports) {
    const { status, stderr } = spawnSync(engine, [...all, '--import'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the demo of ${bridge} cannot be imported: ${stderr}`);
  }
  return { engine, args: all, env };
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
