import type { OperationName, ParamsOf, ResultOf } from './operations.js';
import type { OwnOffers } from './own-tools.js';

export type EngineStatus = 'ready' | 'loading' | 'throttled' | 'gone';

export interface EngineState {
  readonly status: EngineStatus;
  /** ISO 8601. */
  readonly since: string;
  /** Why, for example why it is gone. */
  readonly reason?: string;
}

/** An error or a warning in the scripts, shaders or files of a project. */
export interface Problem {
  readonly kind: 'script' | 'compile' | 'shader' | 'import' | 'engine';
  /** As the engine names it, such as "res://enemies/spider.gd". */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** Where it happened, the innermost first: "function (file:line)". */
  readonly stack?: readonly string[];
}

export type EngineEvent =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warning' | 'error';
      readonly message: string;
      readonly source: string;
      readonly at: string;
      /** Of an error or a warning in the project: what reported it, and where. Left out for other lines. */
      readonly problem?: Problem;
    }
  /** The engine has compiled or imported files anew, or they are gone. What it reported of them before is out of date. */
  | { readonly kind: 'checked'; readonly files: readonly string[] }
  | { readonly kind: 'scenes'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly kind: 'destroyed'; readonly ids: readonly string[] }
  /** An event that the game has registered. */
  | { readonly kind: 'own'; readonly name: string; readonly data?: unknown }
  | { readonly kind: 'offers'; readonly offers: OwnOffers }
  | { readonly kind: 'state'; readonly state: EngineState };

export interface CallOptions {
  /** Milliseconds after which the call fails. Default: 5,000. */
  readonly deadline?: number;
  /** A retry of a write with the same key is applied once. */
  readonly key?: string;
  /** The owner of the key. Keys of one owner do not evict those of another. */
  readonly owner?: string;
  /** A call that was not sent when the signal aborts is not made. */
  readonly signal?: AbortSignal;
}

/** A port to a live scene. Every call is asynchronous, has a deadline, and may fail with an EngineError. */
export interface Engine {
  readonly state: EngineState;
  /** Counts the processes of the engine. Ids of one process are not valid in the next. */
  readonly process: number;
  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options?: CallOptions,
  ): Promise<ResultOf<Name>>;
  /** Returns the function that unsubscribes. */
  listen(listener: (event: EngineEvent) => void): () => void;
  close(): Promise<void>;
}
