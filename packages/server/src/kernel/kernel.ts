import {
  type Dialect,
  type DialectMethod,
  dialectMethod,
  isObject,
  type JsonObject,
  type Notification,
  type Request,
  type RequestId,
  type Revision,
  requireKnownMeta,
  WireError,
} from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Reply } from '../api/served-world.js';
import type { WebAnswer, WebFeed, WebRoute } from '../api/web.js';
import type { World } from '../api/world.js';
import type { WorldError } from '../api/world-error.js';
import type { WorldEvent } from '../api/world-events.js';
import { ActiveCalls } from '../calls/active-calls.js';
import { Call, type CallHost } from '../calls/call.js';
import { CallReplies } from '../calls/call-replies.js';
import { answersAlone, CANCELLED, canonicalNotification, DialectCall } from '../calls/dialect-call.js';
import { failureKind } from '../calls/reply.js';
import { serverStopping } from '../calls/server-stopping.js';
import { TaskStore } from '../calls/task-store.js';
import { UsedConfirmations } from '../calls/used-confirmations.js';
import { isThenable } from '../kit/is-thenable.js';
import { Mutex } from '../kit/semaphore.js';
import { type ParallelLimit, ParallelRequests } from '../limits/parallel-requests.js';
import { needsRead } from '../methods/access-of-methods.js';
import { needOfCall } from '../methods/call-need.js';
import { handlersOf } from '../methods/handlers.js';
import { announcedLists, initializeResult } from '../methods/lifecycle.js';
import { methodNotFound } from '../methods/method-not-found.js';
import type { Handler } from '../methods/method-services.js';
import { AuditTrails } from '../policy/audit-trail.js';
import { CancelledWrites } from '../policy/cancelled-writes.js';
import type { CredentialEnds } from '../policy/credential-ends.js';
import { type Environment, type FullEnvironment, fullEnvironment } from '../policy/environment.js';
import { MissingRight } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import { Registry, type ToolEntry } from '../registry/registry.js';
import type { Caller } from '../sessions/caller.js';
import { Hub } from '../sessions/hub.js';
import { endNotStored, type SessionState } from '../sessions/kept-sessions.js';
import type { ResponseChannel } from '../sessions/response-channel.js';
import type { Session } from '../sessions/session.js';
import { type OpenOptions, Sessions } from '../sessions/sessions.js';
import { Watches } from '../sessions/watches.js';
import { runInstalled } from './installed-work.js';
import { OpenWorkList } from './open-work.js';
import { OpenedWith } from './opened-with.js';
import { Openings } from './openings.js';
import { RouteGuard } from './route-guard.js';
import type { OnDisconnect, WebArrival } from './web-call.js';

const SWEEP_MS = 1_000;
const ID_BYTES = 24;
/** Stays open without work, and is limited as a stream. */
const LASTING = 'subscriptions/listen';
const ENDED_BY_CLIENT = 'The client ended the session.';

/** The sender of a notification. */
export interface Notifier {
  readonly session?: Session | undefined;
  cancel(id: RequestId, reason: string): void;
}

/**
 * Serves one world to all transports. A transport passes a request with its caller and a response channel; the kernel
 * replies exactly once, through the callback.
 */
export class Kernel {
  readonly sessions: Sessions;
  readonly registry: Registry;
  readonly tasks: TaskStore;
  /** Streams, feeds and connections, which the transports open. */
  readonly openings: Openings;
  /** All that is in flight or open, for the operator. */
  readonly work: OpenWorkList;
  readonly #environment: FullEnvironment;
  readonly #confirmations: UsedConfirmations;
  readonly #cancelledWrites: CancelledWrites;
  readonly #host: CallHost;
  readonly #hub: Hub;
  readonly #audits: AuditTrails;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #active: ActiveCalls;
  readonly #replies: CallReplies;
  readonly #unsubscribe: () => void;
  readonly #opened: OpenedWith;
  readonly #release: () => void;
  readonly #sweeper: NodeJS.Timeout;
  readonly #routes: RouteGuard;
  #parallel: ParallelRequests | undefined;
  #closing = false;
  #closed: Promise<void> | undefined;

  constructor(
    readonly world: World,
    given: Environment,
  ) {
    const environment = fullEnvironment(given);
    this.#environment = environment;
    this.#confirmations = new UsedConfirmations(environment);
    this.#cancelledWrites = new CancelledWrites(environment);
    this.#host = {
      ...environment,
      confirmations: this.#confirmations,
      whenEnded: (who, need, ended) => this.#opened.whenEnded(who, need, ended),
    };
    this.registry = new Registry(world, (need, rights) => environment.policy.shows(rights, need));
    this.sessions = new Sessions(environment, {
      onEnd: session => this.#hub.forget(session),
      onRevived: (session, state) => this.#continue(session, state),
    });
    this.#hub = new Hub(
      this.sessions,
      new Watches(world, environment.log),
      environment.memory.subscriptions,
      who => this.readRefusal(who) === undefined,
    );
    this.tasks = new TaskStore(environment, task => this.#hub.taskChanged(task));
    const { registry, tasks } = this;
    const audits = new AuditTrails(environment, environment.policy.world);
    this.#audits = audits;
    const services = {
      registry,
      environment,
      hub: this.#hub,
      tasks,
      audits,
      cancelledWrites: this.#cancelledWrites,
      planning: new Mutex(),
    };
    this.#handlers = handlersOf(services, world);
    this.openings = new Openings(environment.now, environment.credentials);
    this.#routes = new RouteGuard(environment, audits, this.#cancelledWrites, this.openings);
    this.#replies = new CallReplies(world, environment);
    this.#active = new ActiveCalls(this.#replies);
    const { credentials, policy } = environment;
    const parts = { active: this.#active, tasks, sessions: this.sessions, openings: this.openings };
    this.#opened = new OpenedWith(policy, credentials, parts);
    this.#release = credentials.add(this.#opened);
    this.work = new OpenWorkList(this.#active, tasks, this.openings);
    this.#unsubscribe = world.events?.subscribe(event => this.#changed(event)) ?? (() => {});
    this.#sweeper = setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  /** Lets the world begin: called once, before the first request. */
  async begin(): Promise<void> {
    await this.world.serving?.({
      run: (work, perform) => runInstalled(this.#environment, this.#audits, work, perform),
    });
  }

  /** Stops or starts installed code of the world after a gate has changed. Returns what happened, in sentences. */
  async gateChanged(): Promise<readonly string[]> {
    return (await this.world.onGate?.(this.#environment.policy.openGates)) ?? [];
  }

  /** Opens a session. `result` is the reply to `initialize`. */
  initialize(
    params: JsonObject,
    who: Principal,
    options: OpenOptions = {},
  ): { readonly session: Session; readonly result: JsonObject } {
    const { meter } = this.#environment;
    const began = meter?.now() ?? 0;
    try {
      if (this.#closing) throw serverStopping();
      const session = this.sessions.open(params, who, options);
      this.credentials.opened(who);
      const result = initializeResult(this.registry, this.#environment, session);
      meter?.opened(undefined, began);
      return { session, result };
    } catch (thrown) {
      meter?.opened(thrown instanceof WireError ? failureKind(thrown.body) : 'Internal', began);
      throw thrown;
    }
  }

  /**
   * Finds a session of the principal, or opens it again where an earlier process opened it. Throws where that cannot be done now.
   */
  findSession(id: string, who: Principal, dialect?: Dialect): Session | undefined {
    const session = this.sessions.find(id, who.name);
    if (session !== undefined || this.#environment.keptSessions === undefined) return session;
    // The next process opens it.
    if (this.#closing) throw serverStopping();
    return this.sessions.revive(id, who, dialect);
  }

  /**
   * Serves a request. Calls `done` exactly once: with the reply, or with undefined if the request was cancelled.
   */
  start(
    request: Request,
    caller: Caller,
    channel: ResponseChannel,
    done: (reply: Reply | undefined) => void,
    dialect?: Dialect,
  ): Call {
    if (dialect !== undefined) return this.#startDialect(dialect, request, caller, channel, done);
    const call = this.#begin(request, caller, channel, done);
    this.#run(call);
    return call;
  }

  /** Serves a request of the world's own HTTP interface. Errors of the world become answers. */
  web(route: WebRoute, request: WebArrival, onDisconnect?: OnDisconnect): Promise<WebAnswer | WebFeed> {
    const { meter } = this.#environment;
    const began = meter?.now() ?? 0;
    const serve = () => this.#routes.serve(route, request, onDisconnect);
    if (meter === undefined) return this.#active.web(serve);
    return this.#active.web(serve, answer =>
      meter.answered(
        route,
        request,
        'status' in answer ? answer.status : 200,
        began,
        request.who.isOfConsole,
      ),
    );
  }

  /** Limits the requests in progress, over all wires. A second call has no effect: the mounts of a world have one limit. */
  limitRequests(limit: ParallelLimit): void {
    this.#parallel ??= new ParallelRequests(limit, this.#environment.limits.principalPercent);
    this.#routes.parallel = this.#parallel;
  }

  /** Why a request would be refused now because of those in progress, or undefined. `start` refuses it in any case. */
  parallelRefusal(
    request: Pick<Request, 'method' | 'params'>,
    who: Principal,
    dialect?: Dialect,
  ): WireError | undefined {
    if (this.#parallel === undefined) return undefined;
    const method = dialectMethod(dialect, request)?.method ?? request.method;
    return method === LASTING ? undefined : this.#parallel.refusal(who.name);
  }

  /** Requests whose handlers have not ended. */
  get inFlight(): number {
    return this.#active.size;
  }

  /** Why a principal may not read the world, or undefined. For what a transport serves beside MCP. */
  readRefusal(who: Principal, name = 'This stream'): WorldError | undefined {
    return this.#environment.policy.decide(who, { access: 'read' }, () => name);
  }

  /** Why a principal may not link an engine, or undefined. An engine has all that calls send, code included. */
  linkRefusal(who: Principal): WorldError | undefined {
    return this.#environment.policy.missing(who, { access: 'danger' }, () => 'The link of an engine');
  }

  /** A feed of the world for a principal, which ends when the principal may no longer read. `what` says how it was asked for. */
  feed(feed: WebFeed, who: Principal, what: string): WebFeed | WorldError {
    const refusal = this.readRefusal(who);
    return refusal ?? this.openings.feed(feed, who, what, () => this.readRefusal(who) !== undefined);
  }

  /** The right that a request needs and its principal does not have, or undefined. The handler refuses it in any case. */
  missingRight(request: Request, who: Principal, dialect?: Dialect): MissingRight | undefined {
    const refusal = this.#decide(standardRequest(request, dialect), who);
    return refusal instanceof MissingRight ? refusal : undefined;
  }

  /** The same for a route of the world's own HTTP interface. */
  missingRouteRight({ access, path }: WebRoute, who: Principal): MissingRight | undefined {
    const refusal = this.#environment.policy.decide(who, { access }, () => path);
    return refusal instanceof MissingRight ? refusal : undefined;
  }

  /** Handles a notification. Unknown ones are ignored. */
  notified(notification: Notification, from: Notifier, dialect?: Dialect): void {
    const own = dialectMethod(dialect, notification);
    const { session } = from;
    if (session?.shut && own?.session !== 'end') return;
    const standard = own === undefined ? notification : canonicalNotification(own, notification);
    if (standard?.method === CANCELLED) cancel(standard.params, from);
    if (session !== undefined) this.#leave(session, own);
  }

  /** Whether this world has the method in a revision. */
  serves(request: Pick<Request, 'method' | 'params'>, revision: Revision, dialect?: Dialect): boolean {
    const own = dialectMethod(dialect, request);
    if (answersAlone(own)) return true;
    const method = own?.method ?? request.method;
    return revision.methods.has(method) && this.#handlers.has(method);
  }

  /** The refusal of a method that the revision or this world does not have. */
  notFound(method: string, revision: Revision): WireError {
    const served = [...this.#handlers.keys()].filter(each => revision.methods.has(each));
    return methodNotFound(method, revision, served);
  }

  /** The calls in flight whose handlers have not returned. */
  get calls(): Iterable<Call> {
    return this.#active;
  }

  /** Ends what was opened with credentials when these end. */
  get credentials(): CredentialEnds {
    return this.#environment.credentials;
  }

  /** A random id of 192 bits. */
  mintId(): string {
    return Buffer.from(this.#environment.randomBytes(ID_BYTES)).toString('base64url');
  }

  tool(name: unknown): ToolEntry | undefined {
    return typeof name === 'string' ? this.registry.tools.get(name) : undefined;
  }

  /** Ends expired calls, sessions, tasks and confirmations. Runs every second. */
  sweep(): void {
    this.#environment.credentials.sweep();
    this.#active.sweep(this.#environment.now());
    this.sessions.sweep();
    this.tasks.sweep();
    this.#confirmations.sweep();
    this.#cancelledWrites.sweep();
  }

  /**
   * Waits for `arriving`, ends subscriptions, waits for calls in flight, and then ends everything: `drainMs` in total at
   * most. `arriving` resolves when the transports have delivered all requests they accepted. Until then requests are served.
   */
  close(arriving?: Promise<unknown>): Promise<void> {
    this.#closed ??= this.#close(arriving);
    return this.#closed;
  }

  async #close(arriving: Promise<unknown> | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, this.#environment.limits.drainMs);
    });
    if (arriving !== undefined) await Promise.race([arriving, late]);
    this.#closing = true;
    this.#unsubscribe();
    this.#hub.close();
    await Promise.race([this.#active.drained(), late]);
    clearTimeout(timer);
    clearInterval(this.#sweeper);
    this.#release();
    this.#active.stop();
    this.#routes.close();
    this.tasks.cancelAll('The server stopped.');
    this.sessions.closeAll('The server stopped.');
    await this.world.close?.();
    // Handlers that react to their signal get one turn to report the outcome of their writes.
    await new Promise(setImmediate);
    this.#cancelledWrites.close();
  }

  /** Its client may have missed changes: it gets the news of every list, and of every resource that it watches. */
  #continue(session: Session, state: SessionState): void {
    this.credentials.opened(session.who);
    for (const uri of state.watched) this.#hub.watch(session, uri);
    session.continues(state, () => this.#hub.news(session, announcedLists(this.registry)));
  }

  /** Reads a changed list before subscribers are notified. */
  #changed(event: WorldEvent): void {
    if (event.kind !== 'resource') this.registry.refresh(event.kind);
    this.#hub.publish(event);
  }

  #begin(
    request: Request,
    caller: Caller,
    channel: ResponseChannel,
    done: (reply: Reply | undefined) => void,
  ): Call {
    const { meter, usage } = this.#environment;
    const began = meter?.now() ?? 0;
    const call: Call = new Call(request, caller, channel, this.#host, reply => {
      if (this.#active.delete(call)) caller.session?.end(request.id, call);
      call.seat?.end();
      if (reply === undefined) call.failure = 'Cancelled';
      meter?.finished(call, began, reply?.code);
      usage?.count(caller.who.name, call.failure);
      done(reply);
    });
    return call;
  }

  /** Starts a request to an endpoint with a dialect. Translation errors have the dialect's form. */
  #startDialect(
    dialect: Dialect,
    request: Request,
    caller: Caller,
    channel: ResponseChannel,
    done: (reply: Reply | undefined) => void,
  ): Call {
    const dialectCall = new DialectCall(dialect, request);
    let standard = request;
    let refused: { readonly reason: unknown } | undefined;
    try {
      requireOpen(caller.session, dialectCall.own);
      standard = dialectCall.canonical(request);
    } catch (thrown) {
      refused = { reason: thrown };
    }
    const call = this.#begin(standard, caller, channel, done);
    call.dialectCall = dialectCall;
    if (refused !== undefined) this.#reject(call, refused.reason);
    else if (answersAlone(dialectCall.own)) this.#answerAlone(call, dialectCall);
    else this.#run(call);
    return call;
  }

  /** Answers a method of the dialect without a standard method. Ends the session last: the reply may need its stream. */
  #answerAlone(call: Call, { own }: DialectCall): void {
    const { request, caller } = call;
    // What the dialect answers alone is a part of the world, unless it steers calls or the session.
    const steers = request.method === CANCELLED || own?.session !== undefined;
    const refusal = steers ? undefined : this.readRefusal(caller.who, request.method);
    if (refusal !== undefined) return this.#reject(call, refusal);
    if (request.method === CANCELLED) cancel(request.params, caller);
    const { session } = caller;
    try {
      if (own?.session === 'shut') session?.shutDown();
      if (own?.session === 'end' && session !== undefined && !this.sessions.storeEnd(session))
        throw endNotStored();
    } catch (thrown) {
      return this.#reject(call, thrown);
    }
    this.#resolve(call, null);
    if (session !== undefined) this.#leave(session, own);
  }

  #leave(session: Session, own: DialectMethod | undefined): void {
    if (own?.session === 'shut') session.shutDown();
    else if (own?.session === 'end') this.sessions.end(session, ENDED_BY_CLIENT);
  }

  /** Runs the handler. Only a call with an asynchronous result can be cancelled, so only that is registered. */
  #run(call: Call): void {
    const { request, caller } = call;
    let result: unknown;
    try {
      if (this.#parallel !== undefined) this.#seat(call, this.#parallel);
      requireKnownMeta(request.params);
      if (needsRead(request.method)) {
        const refusal = this.#decide(request, caller.who);
        if (refusal !== undefined) throw refusal;
      }
      result = this.#handler(request.method, caller)(call);
    } catch (thrown) {
      return this.#reject(call, thrown);
    }
    if (!isThenable(result)) return this.#resolve(call, result);
    call.pending();
    this.#active.add(call);
    if (caller.who.expiresAt !== Number.POSITIVE_INFINITY) this.#environment.credentials.opened(caller.who);
    caller.session?.begin(request.id, call);
    result.then(
      value => this.#resolve(call, value),
      thrown => this.#reject(call, thrown),
    );
  }

  #seat(call: Call, parallel: ParallelRequests): void {
    const { request, caller } = call;
    if (request.method === LASTING) return;
    call.seat = parallel.take(caller.who.name);
    const refusal = call.seat === undefined ? parallel.refusal(caller.who.name) : undefined;
    if (refusal !== undefined) throw refusal;
  }

  #resolve(call: Call, result: unknown): void {
    let reply: Reply;
    try {
      reply = this.#replies.succeeded(call, call.inputRequired ?? result);
    } catch (thrown) {
      return this.#reject(call, thrown);
    }
    this.#settle(call, reply);
  }

  #reject(call: Call, thrown: unknown): void {
    if (!call.cancelled) this.#settle(call, this.#replies.salvaged(call, thrown));
  }

  #settle(call: Call, reply: Reply): void {
    try {
      call.settle(reply);
    } catch (thrown) {
      const where = { world: this.world.name, method: call.request.method };
      this.#environment.log.error({ ...where, err: thrown }, 'reply failed');
    }
  }

  #decide({ method, params }: Pick<Request, 'method' | 'params'>, who: Principal): WorldError | undefined {
    const { policy } = this.#environment;
    if (needsRead(method)) return policy.decide(who, { access: 'read' }, () => method);
    if (method !== 'tools/call') return undefined;
    const { name, arguments: given } = params;
    const direct = this.tool(name);
    const inner = direct === undefined && isObject(given) ? given : undefined;
    const entry = direct ?? this.tool(inner?.name);
    if (entry === undefined) return undefined;
    const args = inner === undefined ? given : inner.arguments;
    const need = needOfCall(entry, isObject(args) ? args : {}, { principal: who.name });
    // What the world must read first is not read for a request that is not decided yet.
    return policy.decide(who, typeof need === 'function' ? entry.need : need, () => entry.tool.name);
  }

  #handler(method: string, caller: Caller): Handler {
    if (this.#closing) throw serverStopping();
    const handler = caller.revision.methods.has(method) ? this.#handlers.get(method) : undefined;
    if (handler !== undefined) return handler;
    throw this.notFound(method, caller.revision);
  }
}

/** The request in the standard form, or as it is where a dialect cannot translate it: the call refuses it then. */
function standardRequest(request: Request, dialect: Dialect | undefined): Request {
  if (dialect === undefined) return request;
  try {
    return new DialectCall(dialect, request).canonical(request);
  } catch {
    return request;
  }
}

/** A session that was shut down accepts only its end. */
function requireOpen(session: Session | undefined, own: DialectMethod | undefined): void {
  const refusal = session?.refusal;
  if (refusal !== undefined && (own?.session !== 'end' || session?.closed)) throw refusal;
}

function cancel({ requestId, reason }: JsonObject, from: Pick<Caller, 'cancel'>): void {
  // Ids on frames may be any number; on other transports only integers identify a request.
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const said = typeof reason === 'string' ? legible(reason) : 'The client cancelled the request.';
  from.cancel?.(requestId, said);
}
