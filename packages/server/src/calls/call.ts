import {
  type ClientCapabilities,
  type ClientInfo,
  encodeNotification,
  type JsonObject,
  type JsonValue,
  type LogLevel,
  META_IF_REVISION,
  META_OPERATION_KEY,
  optionalMeta,
  passesLevel,
  progressToken,
  type Request,
  type RequestId,
  type Revision,
  type RevisionId,
  WireError,
} from '@worldwire/protocol';
import type { Context, ElicitAnswer, Question, Root, SampleAnswer, SampleRequest } from '../api/context.js';
import { Deferred } from '../api/deferred.js';
import { requireOperationKey } from '../api/operation.js';
import type { Steps } from '../api/steps.js';
import { WorldError } from '../api/world-error.js';
import type { FairTurns } from '../limits/fair-turns.js';
import type { Session } from '../sessions/session.js';
import { type Asker, SessionAsker } from './asker.js';
import type { DialectCall } from './dialect-call.js';
import {
  elicitParams,
  readElicitAnswer,
  readRoots,
  readSampleAnswer,
  requireCapability,
  sampleParams,
} from './questions.js';
import type { Reply } from './reply.js';
import { RequestState, type RequestStateHost } from './request-state.js';
import type { ResponseChannel } from './response-channel.js';
import { RoundTripAsker } from './round-trip-asker.js';

/** The requests that may be answered with a question, https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Who sends a request, and what the client said of itself. */
export interface Caller {
  readonly principal: string;
  readonly revision: Revision;
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  /** The least severe message the client wants, or undefined when it wants none. */
  readonly logLevel: LogLevel | undefined;
  readonly session: Session | undefined;
  /** Stops another request of the same client, where the wire knows it. */
  cancel?(id: RequestId, reason: string): void;
}

/** What the kernel lends to a call. */
export type CallHost = RequestStateHost & { readonly turns: FairTurns };

/**
 * One request while it is served, and the context its handler sees. The abort controller, the asker and
 * the progress token are looked up on first use: most calls need none of them.
 */
export class Call implements Context {
  readonly revisionOf: Revision;
  /** Where a dialect is spoken beside the standard names. */
  spoken: DialectCall | undefined;
  /** Told once where the call is stopped before its end. Costs less than a listener at the signal. */
  onCancel: (() => void) | undefined;
  /** Among the calls that are under way. */
  place = -1;
  #controller: AbortController | undefined;
  #cancelled: string | undefined;
  #asker: Asker | undefined;
  #started = 0;
  #allowance = 0;
  #deadline = 0;
  #asking = 0;
  #ended = false;
  #settle: ((reply: Reply | undefined) => void) | undefined;

  constructor(
    readonly request: Request,
    readonly caller: Caller,
    readonly channel: ResponseChannel,
    readonly host: CallHost,
    settle?: (reply: Reply | undefined) => void,
    asker?: Asker,
  ) {
    this.revisionOf = caller.revision;
    this.#settle = settle;
    this.#asker = asker;
  }

  get params(): JsonObject {
    return this.request.params;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled !== undefined) this.#controller.abort(new Error(this.#cancelled));
    }
    return this.#controller.signal;
  }

  get principal(): string {
    return this.caller.principal;
  }

  get client(): ClientInfo & { capabilities: ClientCapabilities } {
    return { ...this.caller.client, capabilities: this.caller.capabilities };
  }

  get revision(): RevisionId {
    return this.revisionOf.id;
  }

  get operation(): { key?: string; ifRevision?: JsonValue } {
    const key = this.operationKey;
    const ifRevision = optionalMeta(this.params)[META_IF_REVISION];
    if (key !== undefined) requireOperationKey(key);
    return {
      ...(key !== undefined && { key }),
      ...(ifRevision !== undefined && { ifRevision }),
    };
  }

  /** As it came, for the audit: that has a line for a refused call too. */
  get operationKey(): string | undefined {
    const key = optionalMeta(this.params)[META_OPERATION_KEY];
    if (key === undefined || typeof key === 'string') return key;
    // Left out in silence, it would let a retry be done twice.
    throw WireError.of('InvalidParams', `_meta["${META_OPERATION_KEY}"] is text.`);
  }

  get resultBytes(): number {
    return this.host.limits.resultBytes;
  }

  get cancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Stops the work. Nothing more is said to the client, unless `reply` says it. */
  cancel(reason: string, reply?: Reply): void {
    if (this.#ended || this.#cancelled !== undefined) return;
    this.#cancelled = reason;
    this.onCancel?.();
    this.#controller?.abort(new Error(reason));
    this.settle(reply);
  }

  /** Hands the reply to the wire, once. */
  settle(reply: Reply | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    try {
      if (!this.#ended) this.spoken?.ended(this.channel);
    } finally {
      this.#ended = true;
      settle?.(reply);
    }
  }

  /** For requests that stay open until their client leaves. */
  unbounded(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** Starts the clock. A call that is answered at once needs none. */
  pending(): void {
    if (this.#deadline === 0) this.#extend(this.host.limits.handlerMs);
  }

  /** Whether the handler has had its time, or the client its time to answer. */
  overdue(now: number): boolean {
    return now > this.#deadline;
  }

  /** How long it last had, in milliseconds. */
  get allowance(): number {
    return this.#allowance;
  }

  progress(done: number, total?: number, message?: string): void {
    if (this.#asking === 0) this.#extend(this.host.limits.handlerMs);
    if (this.#ended) return;
    this.spoken?.progressed(this.channel, done, total, message);
    const token = progressToken(this.params);
    if (token === undefined) return;
    this.channel.send(
      encodeNotification('notifications/progress', {
        progressToken: token,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && this.revisionOf.progressMessage && { message }),
      }),
    );
  }

  log(level: LogLevel, data: JsonValue, logger?: string): void {
    const threshold = this.caller.logLevel;
    if (threshold === undefined || this.#ended || !passesLevel(level, threshold)) return;
    this.channel.send(
      encodeNotification('notifications/message', { level, ...(logger !== undefined && { logger }), data }),
    );
  }

  async elicit(key: string, question: Question): Promise<ElicitAnswer> {
    requireCapability(this, 'elicitation');
    const answer = await this.#ask(key, 'elicitation/create', elicitParams(question, this.caller, this.host));
    return readElicitAnswer(key, answer, question);
  }

  async sample(key: string, request: SampleRequest): Promise<SampleAnswer> {
    requireCapability(this, 'sampling');
    return readSampleAnswer(
      key,
      await this.#ask(key, 'sampling/createMessage', sampleParams(request, this.caller)),
    );
  }

  async roots(key = 'roots'): Promise<readonly Root[]> {
    requireCapability(this, 'roots');
    return readRoots(key, await this.#ask(key, 'roots/list', {}));
  }

  task(work: (context: Context) => unknown): Deferred {
    return new Deferred(work);
  }

  heavy<Result>(steps: Steps<Result>): Promise<Result> {
    return this.host.turns.run(this.principal, steps, this.signal);
  }

  detach(): void {
    this.channel.detach();
  }

  /** Reads the answers that came with the request, so that a forged state fails even when nobody asks. */
  readAnswers(changes = false): void {
    const { inputResponses, requestState } = this.params;
    if (this.revisionOf.era !== 'request' || (inputResponses === undefined && requestState === undefined))
      return;
    this.#asker ??= this.#roundTrip(changes);
  }

  /** Whether the handler asked the client something, and the answer is yet to come. */
  get asks(): boolean {
    return this.#asker instanceof RoundTripAsker && this.#asker.asks;
  }

  /** The result that asks the client something, where the handler did. */
  get inputRequired(): JsonObject | undefined {
    return this.#asker instanceof RoundTripAsker ? this.#asker.result : undefined;
  }

  async #ask(key: string, method: Parameters<Asker['ask']>[1], params: JsonObject): Promise<JsonValue> {
    const session = this.caller.session;
    if (this.#ended)
      throw new WorldError('Timeout', 'The request has ended: its client cannot be asked any more.');
    this.#asker ??=
      session === undefined ? this.#roundTrip(true) : new SessionAsker(session, this.channel, this.signal);
    this.#asking++;
    this.#extend(this.host.limits.answerMs);
    try {
      return await this.#asker.ask(key, method, params);
    } catch (thrown) {
      if (this.cancelled && thrown instanceof Error) thrown.cause ??= this.signal.reason;
      throw thrown;
    } finally {
      this.#asking--;
      if (this.#asking === 0) this.#extend(this.host.limits.handlerMs);
    }
  }

  /** Never past the longest a call may last, nor where it has no end. */
  #extend(ms: number): void {
    if (this.#deadline === Number.POSITIVE_INFINITY) return;
    this.#started ||= this.host.now();
    this.#allowance = ms;
    this.#deadline = Math.min(this.host.now() + ms, this.#started + this.host.limits.longestCallMs);
  }

  #roundTrip(changes: boolean): RoundTripAsker {
    const { method, params } = this.request;
    if (this.revisionOf.era !== 'request' || !MAY_ASK.has(method)) {
      throw WireError.of('InternalError', 'This request has no way to ask its client.');
    }
    return new RoundTripAsker(params, new RequestState(this.host, this.principal, method, params), changes);
  }
}
