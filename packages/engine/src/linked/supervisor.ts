import { type ChildProcess, spawn } from 'node:child_process';
import type { Engine } from '../port/engine.js';
import { LastLines } from '../text/last-lines.js';

/** A lost engine dials again within a quarter of a second, if it lives. */
const LOST_MS = 1500;
const START_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const GOODBYE_MS = 2000;
/** How the reason begins why no engine is there, where its command ended. */
export const COMMAND_ENDED = 'the engine command ended';

export interface SupervisorOptions {
  /** As it would be typed in a shell. */
  readonly command: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly engine: Engine;
  /** Hears why no engine is there, each time that one ended. */
  explain?(reason: string): void;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/** Starts an engine, and starts it again when it ends, or when it hangs and had to be ended. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #deaf: () => void;
  #child: ChildProcess | undefined;
  #pause = FIRST_PAUSE_MS;
  /** Of those that ended without having linked. */
  #failures = 0;
  /** When it is ended unless it links, and when it is started again. What the link says is about the first alone. */
  #ending: NodeJS.Timeout | undefined;
  #starting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#deaf = options.engine.listen(event => {
      if (event.kind === 'state') this.#engineOnState(event.state.status);
    });
    this.#start();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Asks the engine to leave, and makes it leave. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#deaf();
    clearTimeout(this.#ending);
    clearTimeout(this.#starting);
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
    end(child, 'SIGTERM');
    const timer = setTimeout(() => end(child, 'SIGKILL'), GOODBYE_MS);
    await ended;
    clearTimeout(timer);
    // The shell is gone; what it started may have ignored us.
    end(child, 'SIGKILL');
  }

  #start(): void {
    const { command, environment, log } = this.#options;
    // A group of its own: a shell and what it starts are ended together.
    const child = spawn(command, {
      shell: true,
      detached: true,
      env: environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const said = new LastLines(line => log.debug({ line }, 'engine'));
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) said.read(stream);
    child.once('error', error => {
      said.lines.push(error.message);
      this.#childOnEnd(child, { err: error }, 'the engine cannot be started');
    });
    // When it is closed, all that it printed was read.
    child.once('close', (code, signal) => this.#explain(code === null ? signal : `code ${code}`, said.lines));
    child.once('exit', (code, signal) => this.#childOnEnd(child, { code, signal }, 'the engine ended'));
    if (child.pid === undefined) return;
    log.info({ enginePid: child.pid }, 'engine started');
    this.#endAfter(START_MS, 'it did not link');
  }

  #engineOnState(status: string): void {
    if (status === 'gone') return this.#endAfter(LOST_MS, 'its link is lost');
    clearTimeout(this.#ending);
    if (status !== 'ready') return;
    this.#pause = FIRST_PAUSE_MS;
    this.#failures = 0;
  }

  #explain(how: string | null, said: readonly string[]): void {
    const times = ++this.#failures === 1 ? 'once' : `${this.#failures} times`;
    const words = lastWords(said);
    const last = words === undefined ? '' : `; its last words: ${words}`;
    // Of the next, which may run by now, this says nothing.
    if (this.#closed || this.#child !== undefined) return;
    this.#options.explain?.(`${COMMAND_ENDED} ${times}, last with ${how}${last}`);
  }

  #endAfter(ms: number, why: string): void {
    clearTimeout(this.#ending);
    const child = this.#child;
    if (this.#closed || child === undefined) return;
    this.#ending = setTimeout(() => {
      this.#options.log.warn({ enginePid: child.pid, why }, 'the engine is ended and started again');
      end(child, 'SIGKILL');
    }, ms);
  }

  #childOnEnd(child: ChildProcess, how: object, message: string): void {
    if (child !== this.#child || this.#closed) return;
    this.#child = undefined;
    clearTimeout(this.#ending);
    // What it started and left behind would dial in beside the next.
    end(child, 'SIGKILL');
    this.#options.log.warn({ ...how, again: this.#pause }, message);
    this.#starting = setTimeout(() => this.#start(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS);
  }
}

/** Engines print where in their code an error was behind the error itself, and errors are among much else. */
function lastWords(said: readonly string[]): string | undefined {
  return (
    said.findLast(line => /^\s*(?:[A-Z]+ )?ERROR\b/i.test(line)) ?? said.findLast(line => line.trim() !== '')
  );
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (thrown) {
    // It has ended by itself in the meantime.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}
