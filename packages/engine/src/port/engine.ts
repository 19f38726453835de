import type { OperationName, ParamsOf, ResultOf } from './operations.js';

/** What an engine is up to. */
export type EngineStatus = 'ready' | 'loading' | 'throttled' | 'gone';

export interface EngineState {
  readonly status: EngineStatus;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** What there is to know about it, such as why it is gone. */
  readonly reason?: string;
}

export type EngineEvent =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warning' | 'error';
      readonly message: string;
      readonly source: string;
      readonly at: string;
    }
  | { readonly kind: 'scenes'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly kind: 'destroyed'; readonly ids: readonly string[] }
  | { readonly kind: 'state'; readonly state: EngineState };

export interface CallOptions {
  /** Milliseconds after which the caller no longer waits; 5,000 unless given. */
  readonly deadline?: number;
  /** A retry of a write with the same key is applied once. */
  readonly key?: string;
  /** Whose key it is: keys of one owner do not push out those of another. */
  readonly owner?: string;
  /** The caller's patience: what was not yet given to the engine when it ends is not done. */
  readonly signal?: AbortSignal;
}

/** A port to a live scene. Every call is asynchronous, has a deadline, and may be answered with an EngineError. */
export interface Engine {
  readonly state: EngineState;
  /** Counts the processes it has had: ids of one mean nothing in the next. */
  readonly process: number;
  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options?: CallOptions,
  ): Promise<ResultOf<Name>>;
  /** Returns the way to stop listening. */
  listen(listener: (event: EngineEvent) => void): () => void;
  close(): Promise<void>;
}
