import { type ChildProcess, spawn } from 'node:child_process';
import type { Engine } from '../port/engine.js';
import { LastLines } from '../text/last-lines.js';

/** An engine that runs dials again within a quarter of a second. */
const LOST_MS = 1500;
const START_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const STOP_MS = 2000;
/** How the reason begins if the engine command ended. */
export const COMMAND_ENDED = 'the engine command ended';

export interface SupervisorOptions {
  /** A shell command. */
  readonly command: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly engine: Pick<Engine, 'listen'>;
  /** Called with the reason each time the command ended. */
  explain?(reason: string): void;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/** Starts an engine by a command. Starts it again when it ends, and kills it when its link is lost. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #unsubscribe: () => void;
  #child: ChildProcess | undefined;
  #pause = FIRST_PAUSE_MS;
  /** Starts in a row that ended before the engine linked. */
  #failures = 0;
  /** Kills the engine unless it links. A change of the link's state resets it, and does not touch `#starting`. */
  #ending: NodeJS.Timeout | undefined;
  #starting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#unsubscribe = options.engine.listen(event => {
      if (event.kind === 'state') this.#engineOnState(event.state.status);
    });
    this.#start();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Ends the engine: SIGTERM first, then SIGKILL. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    clearTimeout(this.#ending);
    clearTimeout(this.#starting);
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
    end(child, 'SIGTERM');
    const timer = setTimeout(() => end(child, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
    // The shell has ended; a child of it may have ignored SIGTERM.
    end(child, 'SIGKILL');
  }

  #start(): void {
    const { command, environment, log } = this.#options;
    // A process group: the shell and its children are ended together.
    const child = spawn(command, {
      shell: true,
      detached: true,
      env: environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const printed = new LastLines(line => log.debug({ line }, 'engine'));
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) printed.read(stream);
    child.once('error', error => {
      printed.lines.push(error.message);
      this.#childOnEnd(child, { err: error }, 'the engine cannot be started');
    });
    // 'close' comes after all output was read.
    child.once('close', (code, signal) =>
      this.#explain(code === null ? signal : `code ${code}`, printed.lines),
    );
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

  #explain(how: string | null, lines: readonly string[]): void {
    const times = ++this.#failures === 1 ? 'once' : `${this.#failures} times`;
    const line = lastLine(lines);
    const last = line === undefined ? '' : `; it printed last: ${line}`;
    // The next process may run already; the reason is not about that one.
    if (this.#closed || this.#child !== undefined) return;
    this.#options.explain?.(`${COMMAND_ENDED} ${times}, last with ${how}${last}`);
  }

  #endAfter(ms: number, why: string): void {
    clearTimeout(this.#ending);
    const child = this.#child;
    if (this.#closed || child === undefined) return;
    this.#ending = setTimeout(() => {
      this.#options.log.warn({ enginePid: child.pid, why }, 'the engine is killed and started again');
      end(child, 'SIGKILL');
    }, ms);
  }

  #childOnEnd(child: ChildProcess, how: object, message: string): void {
    if (child !== this.#child || this.#closed) return;
    this.#child = undefined;
    clearTimeout(this.#ending);
    // A child that it left behind would dial in beside the next process.
    end(child, 'SIGKILL');
    this.#options.log.warn({ ...how, again: this.#pause }, message);
    this.#starting = setTimeout(() => this.#start(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS);
  }
}

/** The last error, because engines print the place in their code after it; or else the last line. */
function lastLine(lines: readonly string[]): string | undefined {
  return (
    lines.findLast(line => /^\s*(?:[A-Z]+ )?ERROR\b/i.test(line)) ??
    lines.findLast(line => line.trim() !== '')
  );
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (thrown) {
    // It has ended by itself.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}
