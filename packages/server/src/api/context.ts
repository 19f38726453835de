import type {
  ClientCapabilities,
  ClientInfo,
  JsonObject,
  JsonValue,
  LogLevel,
  RevisionId,
} from '@worldwire/protocol';
import type { z } from 'zod';
import type { Block } from './content.js';
import type { Deferred } from './deferred.js';
import type { Steps } from './steps.js';
import type { Access } from './tool.js';

/** One request, as its handler sees it: the same in every protocol revision and on every transport. */
export interface Context {
  /** Aborts when the client cancels, the request exceeds its time limit, or the server stops. */
  readonly signal: AbortSignal;
  /** The name of the caller's token, or `local` without tokens. */
  readonly principal: string;
  /** What the call may do: the access of its tool for these arguments, which policy has allowed. */
  readonly access: Access;
  readonly client: ClientInfo & { readonly capabilities: ClientCapabilities };
  readonly revision: RevisionId;
  /** The name of the dialect whose method the call used. Undefined for a standard method. */
  readonly dialect?: string | undefined;
  /** The client's session. Undefined where requests have none, as since 2026-07-28. */
  readonly session?: ClientSession | undefined;
  /**
   * The operation key, the expected revision, and whether the call is a dry run or applies one, from the common arguments or
   * `_meta`. See `operationOf`.
   */
  readonly operation: {
    readonly key?: string;
    readonly ifRevision?: JsonValue;
    readonly dryRun?: true;
    readonly expectDigest?: string;
  };
  /** Maximum size of the whole result as JSON, whatever the client asks for. */
  readonly resultBytes: number;
  /** Size that the whole result as JSON should have at most: 64 KiB, what the method of a dialect promises, or the client's `maxBytes`. */
  readonly answerBytes: number;
  /** The client's own `maxBytes`, if it sent one. */
  readonly asksBytes: number | undefined;
  /** Reports progress, and extends the time limit. The client gets it where it sent a progress token. */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log message to the client, if the client's log level includes it. */
  log(level: LogLevel, data: JsonValue, logger?: string): void;
  /**
   * Asks the user. `key` names the question within this request. Since 2026-07-28 the handler runs again with the answer: the
   * key must then be the same.
   *
   *     const { action } = await context.elicit('confirm', { message: 'Delete 12 stars?', schema: z.object({}) });
   */
  elicit(key: string, question: Question): Promise<ElicitAnswer>;
  /** Asks the client's model. */
  sample(key: string, request: SampleRequest): Promise<SampleAnswer>;
  /** Asks the client for its workspace folders. */
  roots(key?: string): Promise<readonly Root[]>;
  /**
   * Runs work as a task if the client supports tasks, and within the request otherwise. The handler returns the value of this
   * call.
   *
   *     return context.task(async background => render(scene, background.signal));
   */
  task(work: (context: Context) => unknown): Deferred;
  /**
   * Runs work of more than a few milliseconds in steps, alternating with the work of other principals. Rejects when the
   * request is cancelled, or when too much work of the same principal is queued.
   *
   *     return context.heavy(function* () { for (const row of rows) { add(row); yield; } }());
   */
  heavy<Result>(steps: Steps<Result>): Promise<Result>;
  /**
   * Waits for what needs no work of the server, such as a condition or a moment. Where a world limits its requests in progress, the call
   * does not count among them meanwhile, and then waits for a place. Hold no lock that other calls wait for.
   *
   *     const outcome = await context.waiting(door.opened());
   */
  waiting<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Calls the listener when the credential of the call has expired, was revoked or has lost the right to this call: for what the call
   * leaves behind in the world, such as a lease. At once if that has happened. Returns the function that removes it. Undefined where
   * calls have no credential, as in tests of a tool.
   */
  onCredentialEnd?(listener: () => void): () => void;
  /**
   * Throws if the call may not go on, as the operator has stopped such calls since it began. For work that waited for its turn.
   * Undefined where calls are not decided, as in tests of a tool.
   */
  requireAllowed?(): void;
  /** Closes the response's stream early if the client can resume it for the result. */
  detach(): void;
}

/** Names a session and says when it ends, for state that ends with it. It may go on after a restart of the server, as another object. */
export interface ClientSession {
  readonly closed: boolean;
  /** Returns the function that removes the listener. */
  onClose(listener: () => void): () => void;
  /** What `remember` stored under this name, also before a restart of the server. */
  recall(name: string): string | undefined;
  /**
   * Stores a choice of the client with the session, or removes it: at most 4 of them, with names of 32 and texts of 128 characters.
   *
   *     context.session?.remember('garden', 'south');
   */
  remember(name: string, text: string | undefined): void;
}

export type Question =
  | { readonly message: string; readonly schema: z.ZodObject | JsonObject }
  | { readonly message: string; readonly url: string };

export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' };

export interface SampleRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: Block }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
}

export interface SampleAnswer {
  readonly role: string;
  readonly content: JsonValue;
  readonly model: string;
  readonly stopReason?: string;
}

export interface Root {
  readonly uri: string;
  readonly name?: string;
}
