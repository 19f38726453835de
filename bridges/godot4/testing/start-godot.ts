import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Godot,
  type GodotOptions,
  GodotProcess,
  godotEnvironment,
} from '../../testing/godot-process.js';
import { godot4Program } from './has-godot4.js';

export type { Godot, GodotOptions } from '../../testing/godot-process.js';

const BRIDGE = fileURLToPath(new URL('..', import.meta.url));
const LINKED = 'worldwire: linked to';
const FAULT = /SCRIPT ERROR.*\n +at: .*\(res:\/\/addons\/worldwire.*/;
const DRAWING = ['--rendering-driver', 'opengl3', '--audio-driver', 'Dummy', '--', '--worldwire-loop=low'];

/** Starts the demo in a folder of its own, and resolves when its bridge has linked. */
export async function startGodot(options: GodotOptions): Promise<Godot> {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-godot4-'));
  const project = join(folder, 'project');
  makeProject(project, options.files);
  const { display, port, token, args = [] } = options;
  const [program, ...first] = godot4Command();
  const drawing = display === undefined ? ['--headless', '--'] : DRAWING;
  const own = args.filter(each => each.startsWith('--worldwire-'));
  const child = spawn(
    program,
    [
      ...first,
      '--path',
      project,
      ...args.filter(each => !own.includes(each)),
      ...drawing,
      `--worldwire-port=${port}`,
      ...own,
    ],
    {
      env: { ...godotEnvironment(folder, display, token), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
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

/** The program and the arguments that come before all others. */
export function godot4Command(): [string, ...string[]] {
  const found = godot4Program();
  if (found === undefined) throw new Error('Godot 4 is not installed: "node scripts/godot4.mjs" brings it');
  return found as [string, ...string[]];
}

/** The demo with the addon, and with the list of classes that an import makes. Files with classes of their own are imported, too. */
export function makeProject(project: string, files: Readonly<Record<string, string>> = {}): void {
  cpSync(join(BRIDGE, 'demo'), project, { recursive: true });
  cpSync(join(BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  cpSync(importedDemo(), join(project, '.godot'), { recursive: true });
  if (Object.values(files).some(text => text.startsWith('class_name ')))
    importProject(project, dirname(project));
}

let imported: string | undefined;

/** A project must be imported once. One import serves every process of a test run. */
function importedDemo(): string {
  if (imported !== undefined) return imported;
  const folder = join(tmpdir(), `worldwire-godot4-import-${process.ppid}`);
  const done = join(folder, '.godot');
  if (!existsSync(done)) {
    const work = mkdtempSync(join(tmpdir(), 'worldwire-godot4-import-'));
    const project = join(work, 'project');
    cpSync(join(BRIDGE, 'demo'), project, { recursive: true });
    cpSync(join(BRIDGE, 'addons'), join(project, 'addons'), { recursive: true });
    importProject(project, work);
    try {
      renameSync(project, folder);
    } catch {
      // Another worker was faster.
    }
  }
  imported = done;
  return done;
}

function importProject(project: string, home: string): void {
  const [program, ...first] = godot4Command();
  const { status, stderr } = spawnSync(program, [...first, '--headless', '--path', project, '--import'], {
    env: godotEnvironment(home, undefined, undefined),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the project cannot be imported: ${stderr}`);
}
