import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BRIDGE = fileURLToPath(new URL('..', import.meta.url));
/** As the demo's project.godot has it: the engine keeps the data of a project under its name. */
const PROJECT = 'Worldwire Demo';
const LINKED = 'worldwire: linked to';
const PATIENCE_MS = 30_000;

export interface GodotOptions {
  /** Where the server listens. */
  readonly port: number;
  readonly token?: string;
  /** The display to draw on, such as ":99"; without one it is the headless server that runs. */
  readonly display?: string;
  /** Further arguments, such as "--worldwire-loop=untouched" or the path of a scene. */
  readonly args?: readonly string[];
  /** Texts of files that the project has besides, or in place of its own, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Godot {
  readonly pid: number;
  /** What it has printed so far. */
  log(): string;
  /** The first error in the scripts of the bridge itself, which must never be. */
  fault(): string | undefined;
  /** Resolves when a line that it prints from now on has this in it. */
  prints(text: string): Promise<void>;
  kill(): Promise<void>;
}

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
    { env: environment(folder, display, token), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const godot = new GodotProcess(child, folder);
  try {
    await godot.prints(LINKED);
  } catch (thrown) {
    await godot.kill();
    throw thrown;
  }
  return godot;
}

class GodotProcess implements Godot {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ended: Promise<unknown>;
  readonly #endWithUs = () => this.#child.kill('SIGKILL');
  #log = '';
  #failure: string | undefined;

  constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    this.#ended = once(child, 'close').catch((thrown: unknown) => {
      this.#failure = String(thrown);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
      });
    }
    process.once('exit', this.#endWithUs);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  log(): string {
    return this.#log;
  }

  fault(): string | undefined {
    return /SCRIPT ERROR.*\n +At: res:\/\/addons\/worldwire.*/.exec(this.#log)?.[0];
  }

  prints(text: string): Promise<void> {
    const from = this.#log.length;
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#log.includes(text, from)) finish(resolve);
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        this.#child.stdout?.off('data', look);
        settle();
      };
      const fail = (why: string) => finish(() => reject(new Error(`${why}\n${this.#log}`)));
      const timer = setTimeout(() => fail(`the engine did not print "${text}"`), PATIENCE_MS);
      this.#child.stdout?.on('data', look);
      void this.#ended.then(() => fail(this.#failure ?? `the engine ended before it printed "${text}"`));
    });
  }

  async kill(): Promise<void> {
    process.off('exit', this.#endWithUs);
    this.#child.kill('SIGKILL');
    await this.#ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Nothing of the user's own settings, and texts in UTF-8. */
function environment(
  folder: string,
  display: string | undefined,
  token: string | undefined,
): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    LANG: 'en_US.UTF-8',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    ...(display !== undefined && { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }),
    ...(token !== undefined && { WORLDWIRE_TOKEN: token }),
  };
}
