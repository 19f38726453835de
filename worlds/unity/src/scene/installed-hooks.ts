import type { Engine, HookInfo } from '@worldwire/engine';
import { type FailureKind, type OpenGates, WorldError } from '@worldwire/server';
import { Mutex } from '@worldwire/server/kit';
import { isAllOpen, isOpenFor } from '../gates/open-gates.js';
import type { HookNames } from './hook-names.js';
import type { PausedHooks } from './paused-hooks.js';
import type { Scene } from './scene.js';

/** Milliseconds for one call to the engine while the operator waits. */
const CALL_MS = 3_000;
const MAX_NAMED = 3;
/** With these the engine has changed nothing. */
const REFUSALS: readonly FailureKind[] = ['InvalidArgument', 'NotFound', 'Unsupported'];

export interface InstalledHooksParts {
  readonly engine: Engine;
  /** Names the process of the engine, also to a server that starts later. Undefined if it ends with this server. */
  instance(): string | undefined;
  readonly scene: Scene;
  readonly hooks: HookNames;
  readonly paused: PausedHooks;
  /** What the operator has open now. */
  open(): OpenGates;
  changed(): void;
  /** Told what happened without a request that could be answered. */
  note(level: 'warning' | 'error', message: string): void;
}

/**
 * The hooks of one engine as code that is installed. A hook is plain, which means that it only records calls, if this server added
 * it and set no source. Any other hook counts as code. Hooks with code are disabled while the operator has closed code, and
 * enabled again when it is open.
 */
export class InstalledHooks {
  readonly #parts: InstalledHooksParts;
  readonly #plain = new Set<string>();
  /** The principal that set the source of a hook, or enabled it, last. */
  readonly #writers = new Map<string, string>();
  /** Hooks that were disabled here, of an engine that ends with this server. */
  readonly #paused = new Set<string>();
  /** One at a time: a stop that ends after the next opening would leave hooks disabled. */
  readonly #following = new Mutex();
  readonly #unsubscribe: () => void;
  /** The process of the engine that all of this is about. */
  #process: number;

  constructor(parts: InstalledHooksParts) {
    this.#parts = parts;
    this.#process = parts.engine.process;
    this.#unsubscribe = parts.engine.listen(({ kind }) => {
      if (kind === 'state') void this.followLink();
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  isPlain(signature: string): boolean {
    this.#forget();
    return this.#plain.has(signature);
  }

  /** Notes that a hook was added without a source. */
  added(signature: string): void {
    this.#forget();
    this.#plain.add(signature);
  }

  /** Notes that a hook was removed. */
  async removed(signature: string): Promise<void> {
    this.#plain.delete(signature);
    this.#writers.delete(signature);
    await this.released(signature);
  }

  /** Notes that a principal disabled a hook: it stays disabled when the operator opens code again. */
  async released(signature: string): Promise<void> {
    await this.#keep({ remove: [signature] });
  }

  /**
   * Makes a call after which the hook runs code of the principal. The hook counts as code before the call is sent, so that no other
   * call treats it as plain meanwhile. Disables it again if the operator closed code during the call.
   */
  async run<Result>(signature: string, principal: string, call: () => Promise<Result>): Promise<Result> {
    const wasPlain = this.isPlain(signature);
    this.#plain.delete(signature);
    try {
      const result = await call();
      this.#plain.delete(signature);
      this.#writers.set(signature, principal);
      return result;
    } catch (thrown) {
      if (wasPlain && thrown instanceof WorldError && REFUSALS.includes(thrown.kind))
        this.#plain.add(signature);
      throw thrown;
    } finally {
      if (!isOpenFor(this.#parts.open(), principal)) await this.#followAlone();
    }
  }

  /** Disables and enables hooks as the operator's gates are now. Returns what it did and what it could not do, in sentences. */
  follow(): Promise<readonly string[]> {
    return this.#following.run(() => this.#follow());
  }

  async #follow(): Promise<readonly string[]> {
    const { engine, hooks, scene, open, changed } = this.#parts;
    this.#forget();
    if (!scene.ready) {
      // Before the first process there are no hooks.
      if (engine.process === 0 || isAllOpen(open())) return [];
      return [
        'The engine does not answer now: its hooks with code may run until it is back, and are disabled then.',
      ];
    }
    const stopped: string[] = [];
    const started: string[] = [];
    const failed: string[] = [];
    const set = async ({ signature }: HookInfo, enabled: boolean) => {
      try {
        await scene.call('hook.enable', { signature, enabled }, { deadline: CALL_MS });
        (enabled ? started : stopped).push(signature);
      } catch (thrown) {
        if (!(thrown instanceof WorldError)) throw thrown;
        failed.push(signature);
      }
    };
    const all = (await this.#list(hooks)).filter(({ signature }) => !this.isPlain(signature));
    const isOpen = ({ signature }: HookInfo) => isOpenFor(open(), this.#writers.get(signature));
    for (const hook of all) if (hook.enabled && !isOpen(hook)) await set(hook, false);
    // After the hooks are disabled, which must not depend on a file.
    await this.#keep({ add: stopped });
    const kept = await this.#kept();
    for (const hook of all)
      if (!hook.enabled && kept.has(hook.signature) && isOpen(hook)) await set(hook, true);
    await this.#keep({ remove: started });
    if (stopped.length + started.length > 0) changed();
    return [
      ...sentence(stopped, 'disabled'),
      ...sentence(started, 'enabled again'),
      ...sentence(failed, 'not changed, because the engine did not answer: they may still run'),
    ];
  }

  async #kept(): Promise<ReadonlySet<string>> {
    const { instance, paused } = this.#parts;
    const name = instance();
    return name === undefined ? this.#paused : await paused.of(name);
  }

  async #keep({
    add = [],
    remove = [],
  }: {
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
  }) {
    const { instance, paused, note } = this.#parts;
    const name = instance();
    if (name === undefined) {
      for (const signature of add) this.#paused.add(signature);
      for (const signature of remove) this.#paused.delete(signature);
      return;
    }
    try {
      await paused.change(name, { add, remove });
    } catch (thrown) {
      note(
        'error',
        `Which hooks the operator's stop disabled cannot be kept for a restart of the server: ${textOf(thrown)}`,
      );
    }
  }

  /** An engine that links while code is closed may have hooks, and one that was away has to be told what changed. */
  async followLink(): Promise<void> {
    const { scene, open } = this.#parts;
    if (!scene.ready) return;
    try {
      if (isAllOpen(open()) && (await this.#kept()).size === 0) return;
    } catch (thrown) {
      return this.#failed(thrown);
    }
    await this.#followAlone();
  }

  async #followAlone(): Promise<void> {
    try {
      for (const line of await this.follow()) this.#parts.note('warning', line);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  #failed(thrown: unknown): void {
    this.#parts.note(
      'error',
      `Hooks do not follow the operator's gates, and may still run: ${textOf(thrown)}`,
    );
  }

  /** A new process has other hooks. */
  #forget(): void {
    const { process } = this.#parts.engine;
    if (process === this.#process) return;
    this.#process = process;
    this.#plain.clear();
    this.#writers.clear();
    this.#paused.clear();
  }

  async #list(hooks: HookNames): Promise<readonly HookInfo[]> {
    try {
      return await hooks.all();
    } catch (thrown) {
      // An engine without hooks has none to stop.
      if (thrown instanceof WorldError && thrown.kind === 'Unsupported') return [];
      throw thrown;
    }
  }
}

function sentence(signatures: readonly string[], did: string): string[] {
  if (signatures.length === 0) return [];
  const more = signatures.length > MAX_NAMED ? ` and ${signatures.length - MAX_NAMED} more` : '';
  const were = signatures.length === 1 ? '1 hook was' : `${signatures.length} hooks were`;
  return [`${were} ${did}: ${signatures.slice(0, MAX_NAMED).join('; ')}${more}.`];
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
