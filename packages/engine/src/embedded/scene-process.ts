import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { legible } from '../text/legible.js';
import type { FromScene, ToScene } from './messages.js';

/** What of its last words is kept. */
const LAST_WORDS = 4000;
const MAX_REASON = 1000;

export interface SceneProcessEvents {
  onMessage(message: FromScene): void;
  /** Once, when it has ended, whoever ended it. */
  onEnd(reason: string): void;
}

/**
 * The process in which a scene lives. A thread would not do: a loop inside V8's own code cannot be terminated there,
 * and running out of memory or sizes takes all threads of a process with it. This one can be killed whatever it does,
 * sees no environment, and may neither write files nor start anything nor read what is not its own code.
 */
export class SceneProcess {
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #lastWords = '';

  constructor(memoryMb: number, events: SceneProcessEvents) {
    const file = entry();
    this.#child = fork(file, [], {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings', ...permissions(file)],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
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
    // What is sent to one that is ending is lost with it; its end answers the calls.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #reason(code: number | null, signal: NodeJS.Signals | null): string {
    if (
      /heap out of memory|Allocation failed|invalid (array|table|string)? ?(size|length)/i.test(
        this.#lastWords,
      )
    ) {
      return 'the scene ran out of memory';
    }
    const error = /^\w*Error.*$/m.exec(this.#lastWords)?.[0];
    return error ?? `the process of the scene ended with ${signal ?? `code ${code}`}`;
  }
}

/** Clients read the reason: where this installation is, is not for them. */
export function withoutFolders(reason: string): string {
  return reason.replace(
    /(?<=^|[\s'"(])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/'"()]*)*[\\/](?=[^\s\\/'"()])/g,
    '',
  );
}

/** Under a test runner this file is TypeScript, which a bare process cannot load: then the built entry is used. */
function entry(): string {
  return fileURLToPath(new URL('./scene-main.js', import.meta.url)).replace(
    /([\\/])src([\\/]embedded[\\/]scene-main\.js)$/,
    '$1dist$2',
  );
}

/** Where the running Node can restrict a process, this one reads its own code and nothing else. */
function permissions(file: string): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  const flag = ['--permission', '--experimental-permission'].find(each => flags.has(each));
  if (flag === undefined) return [];
  const dist = dirname(dirname(file));
  const { resolve } = createRequire(file);
  // Where it lies, and where it is found: with pnpm the one is a link to the other, and both are asked about.
  const found = (resolve.paths('three') ?? []).map(folder => join(folder, 'three')).find(existsSync);
  const three = new Set([dirname(dirname(resolve('three'))), ...(found === undefined ? [] : [found])]);
  const readable = [
    join(dist, '*'),
    join(dirname(dist), 'package.json'),
    ...[...three].map(folder => join(folder, '*')),
  ];
  return [flag, ...readable.map(path => `--allow-fs-read=${path}`)];
}
