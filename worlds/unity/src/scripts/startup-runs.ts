import type { Engine } from '@worldwire/engine';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import type { LogBook } from '../state/log-book.js';
import type { StartupScript } from './startup-script.js';

export interface StartupRunsParts {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly gates: Gates;
  readonly startup: StartupScript;
  readonly logs: LogBook;
}

/** Runs the startup script once in each process of the engine, if enableConsoleEval is on. */
export class StartupRuns {
  readonly #parts: StartupRunsParts;
  readonly #unsubscribe: () => void;
  /** The process it ran in last. */
  #process = 0;
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

  /** Resolves when the script has run in the current process of the engine. */
  async runOnce(): Promise<void> {
    const { engine, scene, gates, logs } = this.#parts;
    if (engine.process === this.#process) return;
    if (this.#running) this.#stopRunning();
    if (!scene.ready) return;
    this.#process = engine.process;
    if (this.#harmful || !gates.settings.enableConsoleEval) return;
    this.#running = true;
    try {
      await this.#run();
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

  async #run(): Promise<void> {
    const { scene, startup, logs } = this.#parts;
    const file = await startup.read();
    if (file === undefined || file.Name !== 'startup.cs') return;
    if (file.Truncated) return logs.note('error', 'startup.cs is too large and did not run');
    const { text } = await scene.call('code.run', { code: file.Content, name: file.Name });
    logs.note('info', `startup.cs ran: ${text}`);
  }
}
