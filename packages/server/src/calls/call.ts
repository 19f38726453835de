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
  type Revision,
  type RevisionId,
  WireError,
} from '@worldwire/protocol';
import type {
  ClientSession,
  Context,
  ElicitAnswer,
  Question,
  Root,
  SampleAnswer,
  SampleRequest,
} from '../api/context.js';
import { Deferred } from '../api/deferred.js';
import { requireOperationKey } from '../api/operation.js';
import type { Reply } from '../api/served-world.js';
import type { Steps } from '../api/steps.js';
import type { Access } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import type { FairTurns } from '../limits/fair-turns.js';
import type { RequestPlace } from '../limits/parallel-requests.js';
import type { Need } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import type { Caller } from '../sessions/caller.js';
import type { ResponseChannel } from '../sessions/response-channel.js';
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
import { RequestState, type RequestStateHost } from './request-state.js';
import { RoundTripAsker } from './round-trip-asker.js';

/** Methods whose result may be a question: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

const NO_ARGUMENTS: JsonObject = Object.freeze({});
/** Of a call before its handler has set another. */
export const DEFAULT_NEED: Need = { access: 'read' };

/** What a call in flight waits for: the decision of a person, an answer of its client, events, or its handler. */
export type WaitsFor = 'approval' | 'client' | 'events' | 'handler';

/** What a call needs of its kernel. */
export type CallHost = RequestStateHost & {
  readonly turns: FairTurns;
  /** Calls `ended` when a credential ends or loses a right. Returns the function that removes it. */
  whenEnded(who: Principal, need: Need, ended: () => void): () => void;
};

/**
 * One request in progress, and the context of its handler. The abort controller, the asker and the progress token are
 * created on first use, because most calls need none of them.
 */
export class Call implements Context {
  readonly revisionOf: Revision;
  /** Set where the endpoint has a dialect. */
  dialectCall: DialectCall | undefined;
  /** Called once if the call is cancelled. Costs less than a listener on the signal. */
  onCancel: (() => void) | undefined;
  /** The common arguments of the tool, or `maxBytes` of a resource. */
  common: JsonObject = NO_ARGUMENTS;
  /** What it needs, which policy decides on. */
  need = DEFAULT_NEED;
  /** The name of the tool, once it is found. */
  tool: string | undefined;
  /** The kind of the error that the client gets. */
  failure: string | undefined;
  /** Whether the reply must stay within `answerBytes`. */
  bounded = false;
  /** Why it may not go on after a wait for its client: a gate may have been closed, or a right taken away. */
  refusalNow: (() => WorldError | undefined) | undefined;
  /** Its place among the requests in progress, where the world limits them. */
  seat: RequestPlace | undefined;
  /** Index in the `Bag` of active calls. */
  place = -1;
  #controller: AbortController | undefined;
  #cancelled: string | undefined;
  #asker: Asker | undefined;
  #redirected: JsonObject | undefined;
  #started = 0;
  #allowance = 0;
  #deadline = 0;
  #asking = 0;
  #approvalAsked = false;
  /** Of waits that have ended. */
  #waited = 0;
  #waitBegan = 0;
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
    return this.#redirected ?? this.request.params;
  }

  /** Serves the call with other parameters: those of the tool that `call_tool` names. */
  redirect(params: JsonObject): void {
    this.#redirected = params;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled !== undefined) this.#controller.abort(new Error(this.#cancelled));
    }
    return this.#controller.signal;
  }

  get principal(): string {
    return this.caller.who.name;
  }

  get access(): Access {
    return this.need.access;
  }

  get client(): ClientInfo & { capabilities: ClientCapabilities } {
    return { ...this.caller.client, capabilities: this.caller.capabilities };
  }

  get session(): ClientSession | undefined {
    return this.caller.session;
  }

  get revision(): RevisionId {
    return this.revisionOf.id;
  }

  get operation(): Context['operation'] {
    const key = this.operationKey;
    const { dryRun, expectDigest } = this.common;
    const ifRevision = this.common.ifRevision ?? optionalMeta(this.params)[META_IF_REVISION];
    if (key !== undefined) requireOperationKey(key);
    const operation: { -readonly [Name in keyof Context['operation']]: Context['operation'][Name] } = {};
    if (key !== undefined) operation.key = key;
    if (ifRevision !== undefined) operation.ifRevision = ifRevision;
    if (dryRun === true) operation.dryRun = dryRun;
    if (expectDigest !== undefined) operation.expectDigest = expectDigest as string;
    return operation;
  }

  /** The operation key before validation: the audit also records refused calls. */
  get operationKey(): string | undefined {
    const given = this.common.operationKey;
    // `commonProblem` refuses another type.
    if (given !== undefined) return typeof given === 'string' ? given : undefined;
    const key = optionalMeta(this.params)[META_OPERATION_KEY];
    if (key === undefined || typeof key === 'string') return key;
    // Ignoring an invalid key would run a retry twice.
    throw WireError.of('InvalidParams', `_meta["${META_OPERATION_KEY}"] must be a string.`);
  }

  get resultBytes(): number {
    return this.host.limits.resultBytes;
  }

  get dialect(): string | undefined {
    const spoken = this.dialectCall;
    return spoken?.own === undefined ? undefined : spoken.dialect.name;
  }

  get answerBytes(): number {
    const { answerBytes, resultBytes } = this.host.limits;
    return Math.min(this.asksBytes ?? this.dialectCall?.answerBytes ?? answerBytes, resultBytes);
  }

  get asksBytes(): number | undefined {
    return this.common.maxBytes as number | undefined;
  }

  /** When its handler began to wait, by the clock of the host. */
  get since(): number {
    return this.#started;
  }

  /** Whether it waits for the decision of a person. */
  get awaitsApproval(): boolean {
    return this.#approvalAsked;
  }

  set awaitsApproval(waits: boolean) {
    this.#waits(() => {
      this.#approvalAsked = waits;
    });
  }

  get isOfConsole(): boolean {
    return this.caller.who.isOfConsole;
  }

  /** How long it waited for a person or for an answer of its client, up to now. */
  get waitedMs(): number {
    return this.#waited + (this.#isWaiting ? this.host.now() - this.#waitBegan : 0);
  }

  get #isWaiting(): boolean {
    return this.#approvalAsked || this.#asking > 0;
  }

  /** Changes what it waits for, and counts the time. */
  #waits(change: () => void): void {
    this.#waited = this.waitedMs;
    change();
    if (this.#isWaiting) this.#waitBegan = this.host.now();
  }

  get waitsFor(): WaitsFor {
    if (this.awaitsApproval) return 'approval';
    if (this.#asking > 0) return 'client';
    return this.#deadline === Number.POSITIVE_INFINITY ? 'events' : 'handler';
  }

  get cancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Aborts the handler. The client gets `reply`, or nothing. */
  cancel(reason: string, reply?: Reply): void {
    if (this.#ended || this.#cancelled !== undefined) return;
    this.#cancelled = reason;
    this.onCancel?.();
    this.#controller?.abort(new Error(reason));
    this.settle(reply);
  }

  /** Passes the reply to the transport. Later calls do nothing. */
  settle(reply: Reply | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    try {
      if (!this.#ended) this.dialectCall?.ended(this.channel);
    } finally {
      this.#ended = true;
      settle?.(reply);
    }
  }

  /** Removes the time limit, for requests that stay open until their client disconnects. */
  unbounded(): void {
    this.#started ||= this.host.now();
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** Starts the time limit. A call with a synchronous result needs none. */
  pending(): void {
    if (this.#deadline === 0) this.extend(this.host.limits.handlerMs);
  }

  /** Whether the handler, or the client's answer, exceeded its time limit. */
  overdue(now: number): boolean {
    return now > this.#deadline;
  }

  /** The current time limit in milliseconds. */
  get allowance(): number {
    return this.#allowance;
  }

  progress(done: number, total?: number, message?: string): void {
    if (this.#asking === 0) this.extend(this.host.limits.handlerMs);
    if (this.#ended) return;
    if (message !== undefined) this.#asker?.describe?.(message);
    this.dialectCall?.progressed(this.channel, done, total, message);
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

  async waiting<Result>(work: Promise<Result>): Promise<Result> {
    const { seat } = this;
    if (seat === undefined) return work;
    seat.leave();
    try {
      return await work;
    } finally {
      if (!this.#ended) {
        this.extend(this.host.limits.handlerMs);
        await seat.return(this.signal);
      }
    }
  }

  onCredentialEnd(listener: () => void): () => void {
    return this.host.whenEnded(this.caller.who, this.need, listener);
  }

  requireAllowed(): void {
    const refusal = this.refusalNow?.();
    if (refusal !== undefined) throw refusal;
  }

  detach(): void {
    this.channel.detach();
  }

  /** Reads the answers in the request before the handler runs, so that a forged requestState always fails. */
  readAnswers(changes = false): void {
    const { inputResponses, requestState } = this.params;
    if (this.revisionOf.era !== 'request' || (inputResponses === undefined && requestState === undefined))
      return;
    this.#asker ??= this.#roundTrip(changes);
  }

  /** Whether the handler asked a question that has no answer yet. */
  get asks(): boolean {
    return this.#asker instanceof RoundTripAsker && this.#asker.asks;
  }

  /** The `input_required` result, if the handler asked a question. */
  get inputRequired(): JsonObject | undefined {
    return this.#asker instanceof RoundTripAsker ? this.#asker.result : undefined;
  }

  async #ask(key: string, method: Parameters<Asker['ask']>[1], params: JsonObject): Promise<JsonValue> {
    const session = this.caller.session;
    if (this.#ended) {
      const hint = 'Send the request again and answer the question while it waits.';
      throw new WorldError('Timeout', 'The request has ended, so its client cannot be asked.', hint);
    }
    this.#asker ??=
      session === undefined ? this.#roundTrip(true) : new SessionAsker(session, this.channel, this.signal);
    this.#waits(() => this.#asking++);
    this.extend(this.host.limits.answerMs);
    try {
      const asked = this.#asker.ask(key, method, params);
      // Without a session nothing waits: the question is the result, or its answer is there.
      const answer = await (session === undefined ? asked : this.waiting(asked));
      this.requireAllowed();
      return answer;
    } catch (thrown) {
      if (this.cancelled && thrown instanceof Error) thrown.cause ??= this.signal.reason;
      throw thrown;
    } finally {
      this.#waits(() => this.#asking--);
      if (this.#asking === 0) this.extend(this.host.limits.handlerMs);
    }
  }

  /** Sets the time limit to `ms` from now, at most `longestCallMs` from the start. */
  extend(ms: number): void {
    if (this.#deadline === Number.POSITIVE_INFINITY) return;
    this.#started ||= this.host.now();
    this.#allowance = ms;
    this.#deadline = Math.min(this.host.now() + ms, this.#started + this.host.limits.longestCallMs);
  }

  #roundTrip(changes: boolean): RoundTripAsker {
    const { method, params } = this.request;
    if (this.revisionOf.era !== 'request' || !MAY_ASK.has(method)) {
      throw WireError.of('InternalError', 'This request cannot ask its client.');
    }
    return new RoundTripAsker(params, new RequestState(this.host, this.principal, method, params), changes);
  }
}
