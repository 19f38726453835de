import type { OperationName, ParamsOf, ResultOf } from './operations.js';

/** Where an answer comes from: a running editor, the files of a project, or the sample. */
export type Provenance = 'live' | 'disk' | 'sample';

export type SourceStatus = 'connecting' | 'ready' | 'throttled' | 'gone' | 'back';

export interface SourceState {
  readonly status: SourceStatus;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** Why, where there is something to know. */
  readonly reason?: string;
}

/** Something that a setting of the editor lets through or not. */
export interface Gate {
  readonly name: 'functions' | 'python' | 'console' | 'passphrase';
  readonly state: 'open' | 'closed' | 'unknown';
  /** What the editor said, where it is closed. */
  readonly reason?: string;
  /** The line that opens it, and the file it belongs into. */
  readonly opens: { readonly file: string; readonly section: string; readonly line: string };
}

export type SourceEvent =
  | { readonly kind: 'state'; readonly state: SourceState }
  /** An asset changed, came or went. */
  | { readonly kind: 'asset'; readonly path: string }
  | { readonly kind: 'assets' }
  | { readonly kind: 'actor'; readonly path: string }
  | { readonly kind: 'log' }
  /** What the project says of itself changed: its descriptor, its settings. */
  | { readonly kind: 'project' };

export interface CallOptions {
  readonly signal: AbortSignal;
  /** How far the work is. */
  readonly progress?: (done: number, total?: number, message?: string) => void;
  /** Milliseconds after which the caller no longer waits. */
  readonly deadline?: number;
}

/** A way to an Unreal project. Every operation may be answered with an UnrealError. */
export interface UnrealSource {
  readonly provenance: Provenance;
  readonly state: SourceState;
  /** What its settings let through, where it has such settings and they are known. */
  readonly gates?: readonly Gate[] | undefined;
  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>>;
  /** Returns the way to stop listening. */
  listen(listener: (event: SourceEvent) => void): () => void;
  /**
   * Somebody wants to hear when this asset or actor changes; of files also "log" and "project", of which others tell by
   * themselves as far as they know.
   * Returns the way to say that nobody does any more.
   */
  watch(path: string): () => void;
  close(): Promise<void>;
}
