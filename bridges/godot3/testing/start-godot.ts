import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Godot,
  type GodotOptions,
  GodotProcess,
  godotEnvironment,
} from '../../testing/godot-process.js';

export type { Godot, GodotOptions } from '../../testing/godot-process.js';

const BRIDGE = fileURLToPath(new URL('..', import.meta.url));
/** As the demo's project.godot has it: the engine keeps the data of a project under its name. */
const PROJECT = 'Worldwire Demo';
const LINKED = 'worldwire: linked to';
const FAULT = /SCRIPT ERROR.*\n +At: res:\/\/addons\/worldwire.*/;

/** Starts the demo in a folder of its own, and resolves when its bridge has linked. */
export async function startGodot(options: GodotOptions): Promise<Godot> {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-godot-'));
  const project = join(folder, 'project');
  cpSync(join(BRIDGE, 'demo'), project, { recursive: true });
  cpSync(join(BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
  // The engine opens its log before it makes folders.
  mkdirSync(join(folder, 'godot', 'app_userdata', PROJECT, 'logs'), { recursive: true });
  const { display, port, token, args = [], files = {} } = options;
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  const drawing = ['--video-driver', 'GLES2', '--audio-driver', 'Dummy', '--worldwire-loop=low'];
  const child = spawn(
    display === undefined ? 'godot3-server' : 'godot3',
    ['--path', project, `--worldwire-port=${port}`, ...(display === undefined ? [] : drawing), ...args],
    { env: godotEnvironment(folder, display, token), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const godot = new GodotProcess(child, folder, FAULT);
  try {
    await godot.prints(LINKED);
  } catch (thrown) {
    await godot.kill();
    throw thrown;
  }
  return godot;
}
