import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { legible } from '../text/legible.js';
import type { FromScene, ToScene } from './messages.js';

/** Characters of stderr that are kept. */
const MAX_OUTPUT = 4000;
const MAX_REASON = 1000;
/** The packages that a scene loads. */
const LIBRARIES = ['three', '@worldwire/picture'];

export interface SceneProcessEvents {
  onMessage(message: FromScene): void;
  /** Called once, when the process has ended. */
  onEnd(reason: string): void;
}

/**
 * The process of a scene. A thread is not enough: a loop inside of V8 cannot be terminated, and running out of memory ends all threads. The
 * process can always be killed, has no environment variables, and may not write files, start programs or read files other than its code.
 */
export class SceneProcess {
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(memoryMb: number, events: SceneProcessEvents) {
    const file = entry();
    this.#child = fork(file, [], {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings', ...permissions(file)],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-MAX_OUTPUT);
    });
    this.#child.on('message', message => events.onMessage(message as FromScene));
    this.ended = new Promise(resolve => {
      let over = false;
      const end = (reason: string) => {
        if (over) return;
        over = true;
        resolve();
        events.onEnd(withoutFolders(legible(reason, MAX_REASON)));
      };
      this.#child.once('error', error => end(error.message));
      this.#child.once('close', (code, signal) => end(this.#reason(code, signal)));
    });
  }

  send(message: ToScene): void {
    // A message to a process that ends is lost; its end rejects the calls.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #reason(code: number | null, signal: NodeJS.Signals | null): string {
    if (
      /heap out of memory|Allocation failed|invalid (array|table|string)? ?(size|length)/i.test(this.#output)
    ) {
      return 'the scene ran out of memory';
    }
    const error = /^\w*Error.*$/m.exec(this.#output)?.[0];
    return error ?? `the process of the scene ended with ${signal ?? `code ${code}`}`;
  }
}

/** Clients read the reason, so paths of the installation are removed. */
export function withoutFolders(reason: string): string {
  return reason.replace(
    /(?<=^|[\s'"(])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/'"()]*)*[\\/](?=[^\s\\/'"()])/g,
    '',
  );
}

/** Under a test runner this file is TypeScript, which a plain process cannot load: the built entry is used. */
function entry(): string {
  return fileURLToPath(new URL('./scene-main.js', import.meta.url)).replace(
    /([\\/])src([\\/]embedded[\\/]scene-main\.js)$/,
    '$1dist$2',
  );
}

/** If this version of Node can restrict a process, the scene can read only its own code. */
function permissions(file: string): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  const flag = ['--permission', '--experimental-permission'].find(each => flags.has(each));
  if (flag === undefined) return [];
  const dist = dirname(dirname(file));
  const { resolve } = createRequire(file);
  const readable = [
    join(dist, '*'),
    join(dirname(dist), 'package.json'),
    ...LIBRARIES.flatMap(name => foldersOf(name, resolve)).map(folder => join(folder, '*')),
  ];
  return [flag, ...readable.map(path => `--allow-fs-read=${path}`)];
}

/** The real folder of a package and the one where it is found: one may be a link to the other, and both must be readable. */
function foldersOf(name: string, resolve: NodeJS.RequireResolve): string[] {
  const found = (resolve.paths(name) ?? []).map(folder => join(folder, name)).find(existsSync);
  return [...new Set([dirname(dirname(resolve(name))), ...(found === undefined ? [] : [found])])];
}
