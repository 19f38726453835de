import type { EngineErrorKind } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';

/** How a scene begins. */
export interface Start {
  readonly scene: string;
  readonly seed: number;
  readonly frameMs: number;
  /** Objects beside those of the scene. */
  readonly objects: number;
  /** Numbers of objects up to this one were given away before. */
  readonly lastNumber: number;
}

export interface CallMessage {
  readonly id: number;
  readonly name: OperationName;
  readonly params: unknown;
  /** Milliseconds that code may run. */
  readonly budget?: number;
}

/** The first message to the scene, and every one after it: calls that came together. */
export type ToScene = { readonly start: Start } | { readonly calls: readonly CallMessage[] };

export interface ErrorMessage {
  readonly kind: EngineErrorKind;
  readonly message: string;
  readonly hint?: string;
}

/** What happened in the scene. When, the reader says. */
export type RuntimeEvent =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warning' | 'error';
      readonly message: string;
      readonly source: string;
    }
  | { readonly kind: 'scenes'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly kind: 'destroyed'; readonly ids: readonly string[] };

export type FromSceneItem =
  | { readonly ready: true }
  /** A sign of life, and whether the loop is far behind its pace. */
  | { readonly beat: { readonly late: boolean } }
  | { readonly event: RuntimeEvent }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ErrorMessage };

/** In the order in which things happened. */
export interface FromScene {
  readonly items: readonly FromSceneItem[];
  /** The highest number given to an object so far: no id leaves without it. */
  readonly lastNumber: number;
}
