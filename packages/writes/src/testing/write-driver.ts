import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { WriteBench } from './write-bench.js';

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** The answer of a tool, whichever form its world gives it. */
export interface CallResult {
  readonly isError: boolean;
  /** Of an error: "Conflict". */
  readonly kind: string | undefined;
  readonly data: JsonObject;
  /** All that the model gets. */
  readonly text: string;
}

/** What the person at a client answers. */
export type PersonAnswer = 'accept' | 'decline' | 'cancel';

export interface ConnectOptions {
  /** `eve` has the right to read alone. Default: `ann`. */
  readonly principal?: 'ann' | 'bob' | 'eve';
  /** The name of the client. Default: `desk`. */
  readonly client?: string;
  /** Without it, the client cannot ask its person. */
  readonly person?: (question: string) => PersonAnswer | Promise<PersonAnswer>;
  /** Whether the client opens a session. Default: it does not. */
  readonly hasSession?: boolean;
}

/** A client of the official library. */
export interface WriteClient {
  call(call: ToolCall, meta?: JsonObject, signal?: AbortSignal): Promise<CallResult>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
}

/** A world behind a real server, with its state as it is at the beginning. */
export interface ServedWrites {
  connect(options?: ConnectOptions): Promise<WriteClient>;
  /** Ends the server and starts another one over the same engine or store. */
  restart?(): Promise<void>;
  /** What the journal was given to keep as the inverses of the writes so far. */
  inverses?(): readonly unknown[];
  close(): Promise<void>;
}

/** One write in a list of writes. */
export interface ListedWrite {
  readonly revision: number;
  readonly tool: string;
  /** The principal with its client. */
  readonly by: string;
  readonly outcome?: string;
  readonly isUndone?: boolean;
}

export interface ListedWrites {
  /** Newest first. */
  readonly items: readonly ListedWrite[];
  /** Of the next page. */
  readonly next?: JsonValue;
}

/** What a world may lack. Each is verified by its driver. */
export type Lack =
  /** A retry of a call that was refused before anything was changed gets the same refusal. */
  | 'refusals by key'
  /** The list of writes has such calls. */
  | 'refusals in the list'
  /** A retry of a write that failed after it began gets the same failure. */
  | 'failures by key'
  /** The list of writes says which of them were undone. */
  | 'undone in the list'
  /** The world keeps another value than the one that was asked for. */
  | 'limited values'
  /** A write that loses so much that a person is asked. */
  | 'large writes'
  /** A call that removes the thing of the sample write. */
  | 'removals'
  /** A write that cannot be undone. */
  | 'final writes'
  /** A write that cannot be undone and loses something asks a person. */
  | 'questions of final writes'
  /** A test can read what the journal keeps. */
  | 'readable journal'
  /** The journal outlives the process. */
  | 'restart'
  /** Several writes as one. */
  | 'batches';

/** Why a world lacks it, and what it does instead. */
export interface LackReason {
  readonly reason: string;
  /** Fails where the world has it. */
  readonly verify: (bench: WriteBench) => Promise<void>;
}

/** One world for the contract of writes: the names of its tools, and sample calls. */
export interface WriteDriver {
  readonly world: string;
  readonly open: () => Promise<ServedWrites>;
  readonly lacks: Readonly<Partial<Record<Lack, LackReason>>>;
  /** Changes one value. */
  readonly write: ToolCall;
  /** Changes the same value to a third one. */
  readonly other: ToolCall;
  /** Changes a value that the others do not touch. */
  readonly beside: ToolCall;
  /** Removes the thing of `write` by another tool or command. Where the world cannot remove it, it is one more call. */
  readonly destroy: ToolCall;
  /** The same as `write` for something that does not exist. */
  readonly missing: ToolCall;
  /** The value before the first write, after `write`, and after `other`. */
  readonly values: readonly [before: JsonValue, written: JsonValue, other: JsonValue];
  /** The value in the field `before` or `after` of an answer. */
  valueIn(shown: JsonValue): JsonValue;
  /** The value as a tool that reads has it. */
  read(client: WriteClient): Promise<JsonValue>;
  /** Everything that the calls of this driver change. */
  state(client: WriteClient): Promise<unknown>;
  /** A call that reads and names the revision. */
  readonly reading: ToolCall;
  /** Takes back one write. */
  undo(revision: number): ToolCall;
  undoSince(revision: number, own?: { readonly mine: true }): ToolCall;
  /** The undo, although the value was changed since. */
  forced(undo: ToolCall): ToolCall;
  list(
    client: WriteClient,
    page: { readonly limit: number; readonly next?: JsonValue },
  ): Promise<ListedWrites>;
  /** A value that the world keeps in another way than asked, or refuses. */
  readonly limited: ToolCall;
  /** A write that a person must accept, for the state after `open`, and words of the question. */
  readonly large?: (
    client: WriteClient,
  ) => Promise<{ readonly call: ToolCall; readonly words: readonly string[] }>;
  /** A write without an undo. */
  readonly final?: ToolCall;
  /** The calls as one write. */
  batch?(calls: readonly ToolCall[]): ToolCall;
}

/** A claim about the writes of every world. */
export interface WriteCase {
  readonly claim: string;
  readonly needs?: readonly Lack[];
  readonly check: (bench: WriteBench) => Promise<void>;
}
