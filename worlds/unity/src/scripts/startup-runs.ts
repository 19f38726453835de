import type { Engine } from '@worldwire/engine';
import { type OpenGates, WorldError, type WorldHost } from '@worldwire/server';
import type { Gates } from '../gates/gates.js';
import { isOpenFor } from '../gates/open-gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { ScriptFile } from './script-folder.js';
import type { StartupScript } from './startup-script.js';

export interface StartupRunsParts {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly gates: Gates;
  readonly startup: StartupScript;
  readonly logs: LogBook;
  /** The kernel, once the world is served. */
  host(): WorldHost | undefined;
  /** What the operator has open now. */
  open(): OpenGates;
}

/**
 * Runs the startup script once in each process of the engine, if enableConsoleEval is on. While the operator has closed code it
 * is skipped, and runs when that is open again.
 */
export class StartupRuns {
  readonly #parts: StartupRunsParts;
  readonly #unsubscribe: () => void;
  /** The process it ran in last. */
  #process = 0;
  /** The process in which it was skipped. */
  #skippedIn = 0;
  #running = false;
  /** Whether the engine was lost while it ran. Running it again could end each new engine. */
  #harmful = false;

  constructor(parts: StartupRunsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.engine.listen(event => event.kind === 'state' && void this.runOnce());
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Whether it was skipped in the current process of the engine. */
  get skipped(): boolean {
    return this.#skippedIn === this.#parts.engine.process;
  }

  /** Resolves when the script has run in the current process of the engine. */
  async runOnce(): Promise<void> {
    const { engine, scene, gates, logs, host } = this.#parts;
    if (engine.process === this.#process) return;
    if (this.#running) this.#stopRunning();
    const served = host();
    if (!scene.ready || served === undefined) return;
    this.#process = engine.process;
    if (this.#harmful || !gates.settings.enableConsoleEval) return;
    this.#running = true;
    try {
      await this.#run(served);
    } catch (thrown) {
      logs.note('error', `startup.cs failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      if (!scene.ready) this.#stopRunning();
    } finally {
      this.#running = false;
    }
  }

  #stopRunning(): void {
    if (this.#harmful) return;
    this.#harmful = true;
    this.#parts.logs.note(
      'error',
      'the engine was lost while startup.cs ran: it does not run again by itself',
    );
  }

  async #run(host: WorldHost): Promise<void> {
    const { scene, startup, logs, open } = this.#parts;
    const file = await startup.read();
    if (file === undefined || file.Name !== 'startup.cs') return;
    if (file.Truncated) return logs.note('error', 'startup.cs is too large and did not run');
    const accepted = await startup.acceptedBy(file);
    if (accepted === undefined) return logs.note('error', NOT_ACCEPTED);
    const { principal, digest } = accepted;
    if (!isOpenFor(open(), principal)) return this.#skip('the operator stopped code');
    const work = {
      name: file.Name,
      access: 'danger',
      principal,
      tools: WRITERS,
      arguments: { digest },
    } as const;
    try {
      const text = await host.run(work, () => this.#perform(scene, file));
      this.#skippedIn = 0;
      logs.note('info', `startup.cs ran: ${text}`);
    } catch (thrown) {
      if (!(thrown instanceof WorldError) || thrown.kind !== 'PermissionDenied') throw thrown;
      this.#skip(thrown.message);
    }
  }

  /** It runs when the operator opens code again. */
  #skip(reason: string): void {
    const isKnown = this.skipped;
    this.#skippedIn = this.#parts.engine.process;
    this.#process = 0;
    if (!isKnown) this.#parts.logs.note('warning', `startup.cs was skipped: ${reason}`);
  }

  async #perform(scene: Scene, { Content, Name }: ScriptFile): Promise<string> {
    const { text } = await scene.call('code.run', { code: Content, name: Name });
    return text;
  }
}

/** The tools that accept a text of the script. */
const WRITERS = ['WriteStartupScript', 'SetStartupScriptEnabled', 'WriteConsoleScript', 'UndoWrite'];

const NOT_ACCEPTED =
  'startup.cs did not run: no principal with the right to run code wrote this text. SetStartupScriptEnabled with enabled=true accepts it.';
