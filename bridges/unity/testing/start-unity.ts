import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Godot,
  type GodotOptions,
  GodotProcess,
  godotEnvironment,
} from '../../testing/godot-process.js';
import { compileDemo, EDITOR_ASSEMBLIES } from './compile.js';

const LINKED = 'worldwire: linked to';
const FAULT = /^Unhandled Exception:(?:.*\n)*/m;

/** Starts the demo, which is the bridge on the shim of Unity in Mono, and resolves when it has linked. */
export async function startUnity(options: GodotOptions): Promise<Godot> {
  return start(
    await compileDemo(),
    'Demo.exe',
    mkdtempSync(join(tmpdir(), 'worldwire-unity-demo-')),
    options,
  );
}

/** The same in the shim of Unity's editor. The folder is its project. */
export async function startUnityEditor(folder: string, options: GodotOptions): Promise<Godot> {
  return start(await compileDemo(EDITOR_ASSEMBLIES), 'EditorDemo.exe', folder, options);
}

async function start(
  assemblies: string,
  program: string,
  folder: string,
  { port, token, args = [] }: GodotOptions,
): Promise<Godot> {
  const child = spawn('mono', ['--debug', join(assemblies, program), `--worldwire-port=${port}`, ...args], {
    cwd: folder,
    env: godotEnvironment(folder, undefined, token),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const demo = new GodotProcess(child, folder, FAULT);
  try {
    await demo.prints(LINKED);
  } catch (thrown) {
    await demo.kill();
    throw thrown;
  }
  return demo;
}
