import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

const PATIENCE_MS = 30_000;

export interface GodotOptions {
  /** Where the server listens. */
  readonly port: number;
  readonly token?: string;
  /** The display to draw on, such as ":99"; without one it runs without a picture. */
  readonly display?: string;
  /** Further arguments, such as "--worldwire-loop=untouched" or the path of a scene. */
  readonly args?: readonly string[];
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
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
  prints(text: string, patienceMs?: number): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the demo of a bridge, and resolves when it has linked. */
export type StartGodot = (options: GodotOptions) => Promise<Godot>;

/** A process of Godot in a folder of its own, which goes with it. */
export class GodotProcess implements Godot {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #fault: RegExp;
  readonly #ended: Promise<unknown>;
  readonly #endWithUs = () => this.#child.kill('SIGKILL');
  #log = '';
  #failure: string | undefined;

  /** `fault` finds an error of the bridge itself in the log. */
  constructor(child: ChildProcess, folder: string, fault: RegExp) {
    this.#child = child;
    this.#folder = folder;
    this.#fault = fault;
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
    return this.#fault.exec(this.#log)?.[0];
  }

  prints(text: string, patienceMs = PATIENCE_MS): Promise<void> {
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
      const timer = setTimeout(() => fail(`the engine did not print "${text}"`), patienceMs);
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
export function godotEnvironment(
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
