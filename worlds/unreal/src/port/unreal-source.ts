import type { OperationName, ParamsOf, ResultOf } from './operations.js';

/** Where an answer comes from: a running editor, the files of a project, or the sample. */
export type Provenance = 'live' | 'disk' | 'sample';

export type SourceStatus = 'connecting' | 'ready' | 'throttled' | 'gone' | 'back';

export interface SourceState {
  readonly status: SourceStatus;
  /** ISO 8601. */
  readonly since: string;
  readonly reason?: string;
}

/** A feature that a setting of the editor allows or blocks. */
export interface Gate {
  readonly name: 'functions' | 'python' | 'console' | 'passphrase';
  readonly state: 'open' | 'closed' | 'unknown';
  /** The editor's message, where it is closed. */
  readonly reason?: string;
  /** The line that opens it, and its file. */
  readonly opens: { readonly file: string; readonly section: string; readonly line: string };
}

export type SourceEvent =
  | { readonly kind: 'state'; readonly state: SourceState }
  /** An asset changed, came or went. */
  | { readonly kind: 'asset'; readonly path: string }
  | { readonly kind: 'assets' }
  | { readonly kind: 'actor'; readonly path: string }
  | { readonly kind: 'log' }
  /** The descriptor or the settings changed. */
  | { readonly kind: 'project' };

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total?: number, message?: string) => void;
  /** Milliseconds after which the caller no longer waits. */
  readonly deadline?: number;
  /** For whom the world asks. */
  readonly principal?: string;
}

/** Access to an Unreal project. Every operation may fail with an UnrealError. */
export interface UnrealSource {
  readonly provenance: Provenance;
  readonly state: SourceState;
  /** Undefined where the source has no such settings or they are unknown. */
  readonly gates?: readonly Gate[] | undefined;
  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>>;
  /** Returns the function that unsubscribes. */
  listen(listener: (event: SourceEvent) => void): () => void;
  /**
   * Reports changes of an asset or actor until the returned function is called. The source of files has to be asked for "log"
   * and "project", too.
   */
  watch(path: string): () => void;
  close(): Promise<void>;
}
