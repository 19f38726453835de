import type { Problem } from '../port/engine.js';
import type { EngineErrorKind } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';

/** How a scene is started. */
export interface Start {
  readonly scene: string;
  readonly seed: number;
  readonly frameMs: number;
  /** Further objects, for measurements. */
  readonly objects: number;
  /** The highest object number that was used before. */
  readonly lastNumber: number;
}

export interface CallMessage {
  readonly id: number;
  readonly name: OperationName;
  readonly params: unknown;
  /** Milliseconds that code may run. */
  readonly budget?: number;
}

/** The first message to the scene, and each later one: a batch of calls. */
export type ToScene = { readonly start: Start } | { readonly calls: readonly CallMessage[] };

export interface ErrorMessage {
  readonly kind: EngineErrorKind;
  readonly message: string;
  readonly hint?: string;
}

/** An event of the scene. The receiver adds the time. */
export type RuntimeEvent =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warning' | 'error';
      readonly message: string;
      readonly source: string;
      readonly problem?: Problem;
    }
  | { readonly kind: 'scenes'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly kind: 'destroyed'; readonly ids: readonly string[] };

export type FromSceneItem =
  | { readonly ready: true }
  /** A heartbeat, and whether the frame loop is late. */
  | { readonly beat: { readonly late: boolean } }
  | { readonly event: RuntimeEvent }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ErrorMessage };

/** Items in the order of their events. */
export interface FromScene {
  readonly items: readonly FromSceneItem[];
  /** The highest object number so far, sent with every id. */
  readonly lastNumber: number;
}
