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

/** What a handler knows and may do while it serves one request. The same in every revision and on every wire. */
export interface Context {
  /** Aborted when the client cancels, when the request outlives its limit, or when the server stops. */
  readonly signal: AbortSignal;
  /** Who calls: the name behind the credential, or `local` where none is asked for. */
  readonly principal: string;
  readonly client: ClientInfo & { readonly capabilities: ClientCapabilities };
  readonly revision: RevisionId;
  /** A retry key and the revision the caller believes current, for worlds that keep a journal. */
  readonly operation: { readonly key?: string; readonly ifRevision?: JsonValue };
  /** The most that the whole result may have, as text. */
  readonly resultBytes: number;
  /** Says how far the work is. Nothing happens when the client asked for no progress. */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log message to the client, where its level asks for it. */
  log(level: LogLevel, data: JsonValue, logger?: string): void;
  /** Asks the user. `key` names the question within this request, and must be the same when the handler runs again. */
  elicit(key: string, question: Question): Promise<ElicitAnswer>;
  /** Asks the client's model. */
  sample(key: string, request: SampleRequest): Promise<SampleAnswer>;
  /** Asks which folders the client works in. */
  roots(key?: string): Promise<readonly Root[]>;
  /**
   * Work that goes on in the background where the client can poll for it, and in place where it cannot.
   * The handler returns what this gives.
   */
  task(work: (context: Context) => unknown): Deferred;
  /**
   * Runs work of more than a few milliseconds in steps, in turns with the work of other principals. Rejects when the request
   * is cancelled, or when too much work of the same principal waits.
   *
   *     return context.heavy(function* () { for (const row of rows) { add(row); yield; } }());
   */
  heavy<Result>(steps: Steps<Result>): Promise<Result>;
  /** Ends the response's stream early where the client can come back for the result. Elsewhere does nothing. */
  detach(): void;
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
