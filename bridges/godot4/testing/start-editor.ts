import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Godot, GodotProcess, godotEnvironment } from '../../testing/godot-process.js';
import { godot4Command, makeProject } from './start-godot.js';

const LINKED = 'worldwire: linked to';
/** An editor loads its docks and scans the project before it links. */
const START_MS = 120_000;
const FAULT = /SCRIPT ERROR.*\n +at: .*\(res:\/\/addons\/worldwire.*/;

export interface EditorOptions {
  /** Where the server listens. */
  readonly port: number;
  /** Texts of files that the project has besides, or in place of its own, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** The display to draw on, such as ":99"; without one it runs without a picture. */
  readonly display?: string;
  /** Whether it is switched on. Default: true. */
  readonly on?: boolean;
}

export interface Editor extends Godot {
  /** The folder of its project. */
  readonly project: string;
}

/** Starts an editor on a copy of the demo, and resolves when it has linked. */
export async function startEditor({ port, files = {}, display, on = true }: EditorOptions): Promise<Editor> {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-godot4-'));
  const project = join(folder, 'project');
  makeProject(project, files);
  const [command, ...first] = godot4Command();
  const env = {
    ...godotEnvironment(folder, display, undefined),
    WORLDWIRE_PORT: String(port),
    ...(on && { WORLDWIRE_EDITOR: 'true' }),
  };
  const drawing =
    display === undefined ? ['--headless'] : ['--rendering-driver', 'opengl3', '--audio-driver', 'Dummy'];
  const child = spawn(command, [...first, ...drawing, '--editor', '--path', project], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const godot = new GodotProcess(child, folder, FAULT);
  try {
    await godot.prints(on ? LINKED : 'worldwire: this editor is not linked', START_MS);
  } catch (thrown) {
    await godot.kill();
    throw thrown;
  }
  return Object.assign(godot, { project });
}
