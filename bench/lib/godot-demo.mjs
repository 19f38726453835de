/** Copies of the demo of the bridge for Godot, and the engine that runs them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The name in project.godot: the engine stores user data under it. */
const PROJECT = 'Worldwire Demo';

export const BRIDGE = 'bridges/godot4';
/** What is read. */
export const MEMBER = { type: 'Node3D', name: 'position' };
export const MISSING = 'Godot 4 is not installed on this machine; "node scripts/godot4.mjs" brings it';

/** The program and the arguments that come before all others. */
export function findGodot() {
  const script = join(ROOT, 'scripts/godot4.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : undefined;
}

export function makeDemo([engine, ...first], folder) {
  const project = join(folder, 'project');
  cpSync(join(ROOT, BRIDGE, 'demo'), project, { recursive: true });
  cpSync(join(ROOT, BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
  // The engine opens its log before it creates folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const env = { ...home, LANG: 'en_US.UTF-8' };
  const args = [...first, '--headless', '--path', project];
  // A project must be imported once.
  const { status, stderr } = spawnSync(engine, [...args, '--import'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the demo of ${BRIDGE} cannot be imported: ${stderr}`);
  return { engine, args, env };
}

export function commandOf({ engine, args }) {
  return `exec ${[engine, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`;
}
