import type { Engine, HookInfo } from '@worldwire/engine';
import { type OpenGates, WorldError } from '@worldwire/server';
import { isOpenFor } from '../gates/open-gates.js';
import type { HookNames } from './hook-names.js';
import type { Scene } from './scene.js';

/** Milliseconds for one call to the engine while the operator waits. */
const CALL_MS = 3_000;
const MAX_NAMED = 3;

export interface InstalledHooksParts {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly hooks: HookNames;
  /** What the operator has open now. */
  open(): OpenGates;
  changed(): void;
}

/**
 * The hooks of one engine as code that is installed. A hook is plain, which means that it only records calls, if this server added
 * it and set no source. Any other hook counts as code. Hooks with code are disabled while the operator has closed code, and
 * enabled again when it is open.
 */
export class InstalledHooks {
  readonly #parts: InstalledHooksParts;
  readonly #plain = new Set<string>();
  /** The principal that set the source of a hook last. */
  readonly #writers = new Map<string, string>();
  /** Hooks that were disabled here. */
  readonly #paused = new Set<string>();
  readonly #unsubscribe: () => void;

  constructor(parts: InstalledHooksParts) {
    this.#parts = parts;
    const { engine, scene, open } = parts;
    this.#unsubscribe = engine.listen(({ kind }) => {
      // An engine that linked while code is closed may have hooks.
      if (kind === 'state' && scene.ready && !isOpenFor(open(), undefined)) void this.follow();
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  isPlain(signature: string): boolean {
    return this.#plain.has(signature);
  }

  /** Notes that a hook was added without a source. */
  added(signature: string): void {
    this.#plain.add(signature);
  }

  /** Notes that a principal set the source of a hook. */
  sourceSet(signature: string, principal: string): void {
    this.#plain.delete(signature);
    this.#writers.set(signature, principal);
  }

  /** Disables and enables hooks as the operator's gates are now. Returns what it did and what it could not do, in sentences. */
  async follow(): Promise<readonly string[]> {
    const { hooks, scene, open, changed } = this.#parts;
    if (!scene.ready) {
      this.#paused.clear();
      return [];
    }
    const gates = open();
    const stopped: string[] = [];
    const started: string[] = [];
    const failed: string[] = [];
    const set = async ({ signature }: HookInfo, enabled: boolean) => {
      try {
        await scene.call('hook.enable', { signature, enabled }, { deadline: CALL_MS });
        if (enabled) this.#paused.delete(signature);
        else this.#paused.add(signature);
        (enabled ? started : stopped).push(signature);
      } catch (thrown) {
        if (!(thrown instanceof WorldError)) throw thrown;
        failed.push(signature);
      }
    };
    for (const hook of await this.#list(hooks)) {
      if (this.isPlain(hook.signature)) continue;
      const isOpen = isOpenFor(gates, this.#writers.get(hook.signature));
      if (!isOpen && hook.enabled) await set(hook, false);
      else if (isOpen && !hook.enabled && this.#paused.has(hook.signature)) await set(hook, true);
    }
    if (stopped.length + started.length > 0) changed();
    return [
      ...sentence(stopped, 'disabled'),
      ...sentence(started, 'enabled again'),
      ...sentence(failed, 'not changed, because the engine did not answer: they may still run'),
    ];
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
