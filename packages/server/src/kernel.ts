import {
  type Dialect,
  type DialectMethod,
  dialectMethod,
  isId,
  type JsonObject,
  META_SERVER,
  type Notification,
  REVISION_2026_07_28,
  type Request,
  WireError,
} from '@worldwire/protocol';
import { Call, type Caller } from './call.js';
import type { Desk, Handler } from './desk.js';
import { canonical, dialectCall, translate } from './dialect-call.js';
import type { Environment } from './environment.js';
import { Hub } from './hub.js';
import { completion } from './methods/completion.js';
import { hasCompletions, hasResources, identity, initializeResult, lifecycle } from './methods/lifecycle.js';
import { logging } from './methods/logging.js';
import { prompts } from './methods/prompts.js';
import { resources } from './methods/resources.js';
import { skills } from './methods/skills.js';
import { subscriptions } from './methods/subscriptions.js';
import { tasks } from './methods/tasks.js';
import { tools } from './methods/tools.js';
import type { Outlet } from './outlet.js';
import { Registry, type ToolEntry } from './registry.js';
import { completed, errorBody, failure, type Reply, success } from './reply.js';
import type { Session } from './session.js';
import { Sessions } from './sessions.js';
import { Tasks } from './tasks.js';
import type { World } from './world.js';

const SWEEP_MS = 1_000;
const ID_BYTES = 24;

/**
 * What stands between the wires and one world. A wire brings a request with its caller and an outlet;
 * the kernel answers it once, through the callback, whatever the world does.
 */
export class Kernel {
  readonly sessions: Sessions;
  readonly registry: Registry;
  readonly tasks: Tasks;
  readonly #environment: Environment;
  readonly #hub: Hub;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #active = new Set<Call>();
  readonly #serverMeta: string;
  readonly #unsubscribe: () => void;
  readonly #sweeper: NodeJS.Timeout;
  #idle: (() => void) | undefined;

  constructor(
    readonly world: World,
    environment: Environment,
  ) {
    this.#environment = environment;
    this.registry = new Registry(world);
    this.sessions = new Sessions(environment, session => this.#hub.forget(session));
    this.#hub = new Hub(this.sessions);
    this.tasks = new Tasks(environment, task => this.#hub.taskChanged(task));
    this.#handlers = this.#assemble();
    const server = identity({ name: world.name, version: world.version }, REVISION_2026_07_28);
    this.#serverMeta = JSON.stringify({ [META_SERVER]: server });
    this.#unsubscribe = world.events?.subscribe(event => this.#hub.publish(event)) ?? (() => {});
    this.#sweeper = setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  /** Opens a session and says what `initialize` answers. */
  initialize(
    params: JsonObject,
    principal: string,
  ): { readonly session: Session; readonly result: JsonObject } {
    const session = this.sessions.open(params, principal);
    return { session, result: initializeResult(this.registry, session) };
  }

  /**
   * Serves a request. `done` is called exactly once: with the reply, or with undefined when the request
   * was cancelled and nothing more may be said.
   */
  start(
    request: Request,
    caller: Caller,
    outlet: Outlet,
    done: (reply: Reply | undefined) => void,
    dialect?: Dialect,
  ): Call {
    const spoken = dialectMethod(dialect, request.method);
    if (dialect === undefined || spoken === undefined) {
      const call = this.#begin(request, caller, outlet, done);
      void this.#run(call);
      return call;
    }
    return this.#translated(dialect, spoken, request, caller, outlet, done);
  }

  /** Takes a notification from a client. What means nothing to the server is ignored. */
  notified(notification: Notification, calls: Pick<Session, 'cancel'>, dialect?: Dialect): void {
    const { method, params } = canonical(notification, dialect) ?? notification;
    const id = params.requestId;
    if (method === 'notifications/cancelled' && isId(id)) calls.cancel(id, cancelReason(params));
  }

  /** Whether the method exists for a revision, in this world. */
  serves(method: string, caller: Pick<Caller, 'revision'>): boolean {
    return caller.revision.methods.has(method) && this.#handlers.has(method);
  }

  /** An id nobody can guess, for what a wire has to name. */
  mintId(): string {
    return Buffer.from(this.#environment.randomBytes(ID_BYTES)).toString('base64url');
  }

  tool(name: unknown): ToolEntry | undefined {
    return typeof name === 'string' ? this.registry.tools.get(name) : undefined;
  }

  /** Ends what is overdue: calls, idle sessions, forgotten tasks. Runs by itself every second. */
  sweep(): void {
    const { now, limits } = this.#environment;
    for (const call of this.#active) {
      if (!call.overdue(now())) continue;
      const message = `The request took longer than ${limits.handlerMs} ms and was stopped.`;
      const error = WireError.of('InternalError', message, {
        kind: 'Timeout',
        hint: 'Ask for less, or follow its progress.',
      });
      call.cancel(message, this.#fail(call, error));
    }
    this.sessions.sweep();
    this.tasks.sweep();
  }

  /** Says goodbye to subscribers, waits for calls in flight up to the limit, then ends everything. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#hub.close();
    await this.#drained();
    clearInterval(this.#sweeper);
    for (const call of this.#active) {
      const error = WireError.of('InternalError', 'The server stopped before the request was done.', {
        kind: 'NotReady',
      });
      call.cancel('The server stopped.', this.#fail(call, error));
    }
    this.tasks.cancelAll('The server stopped.');
    this.sessions.endAll('The server stopped.');
    await this.world.close?.();
  }

  #begin(request: Request, caller: Caller, outlet: Outlet, done: (reply: Reply | undefined) => void): Call {
    const call: Call = new Call(request, caller, outlet, this.#environment, reply => {
      this.#active.delete(call);
      caller.session?.end(request.id, call);
      if (this.#active.size === 0) this.#idle?.();
      done(reply);
    });
    this.#active.add(call);
    caller.session?.begin(request.id, call);
    return call;
  }

  /** A request in a dialect. What cannot be translated is answered in the dialect, too. */
  #translated(
    dialect: Dialect,
    method: DialectMethod,
    request: Request,
    caller: Caller,
    outlet: Outlet,
    done: (reply: Reply | undefined) => void,
  ): Call {
    const spoken = dialectCall(dialect, method, request.params);
    try {
      const call = this.#begin(translate(method, request), caller, spoken.outlet(outlet), done);
      call.spoken = spoken;
      void this.#run(call);
      return call;
    } catch (thrown) {
      const call = this.#begin(request, caller, outlet, done);
      call.spoken = spoken;
      call.settle(this.#fail(call, thrown));
      return call;
    }
  }

  async #run(call: Call): Promise<void> {
    const { request, caller } = call;
    let reply: Reply;
    try {
      const result = await this.#handler(request.method, caller)(call);
      reply = this.#succeed(call, call.inputRequired ?? result);
    } catch (thrown) {
      if (call.cancelled) return;
      reply = this.#salvage(call, thrown);
    }
    try {
      call.settle(reply);
    } catch (thrown) {
      this.#environment.log.error(
        { world: this.world.name, method: request.method, err: thrown },
        'reply failed',
      );
    }
  }

  /** The reply to a request whose handler threw; what cannot even be written down becomes a plain failure. */
  #salvage(call: Call, thrown: unknown): Reply {
    try {
      const asked = call.inputRequired;
      if (asked !== undefined && !(thrown instanceof WireError)) return this.#succeed(call, asked);
      return this.#fail(call, thrown);
    } catch (unwritable) {
      // Not in the dialect's words: they may be what failed.
      const { log } = this.#environment;
      return failure(call.request.id, errorBody(unwritable, log, { world: this.world.name }));
    }
  }

  #succeed(call: Call, result: unknown): Reply {
    const { id } = call.request;
    if (call.spoken?.result !== undefined) return success(id, call.spoken.result(result));
    if (call.revisionOf.era === 'session') return success(id, result);
    return completed(id, result as JsonObject, this.#serverMeta);
  }

  #fail({ request, spoken }: Call, thrown: unknown): Reply {
    const error = errorBody(thrown, this.#environment.log, {
      world: this.world.name,
      method: request.method,
    });
    const reply = failure(request.id, spoken?.error?.(error) ?? error);
    return spoken?.status === undefined ? reply : { ...reply, status: spoken.status(error) };
  }

  #handler(method: string, caller: Caller): Handler {
    const handler = caller.revision.methods.has(method) ? this.#handlers.get(method) : undefined;
    if (handler !== undefined) return handler;
    throw WireError.of(
      'MethodNotFound',
      `There is no method "${method.slice(0, 128)}" in revision ${caller.revision.id} here.`,
    );
  }

  #assemble(): Map<string, Handler> {
    const desk: Desk = {
      registry: this.registry,
      environment: this.#environment,
      hub: this.#hub,
      tasks: this.tasks,
    };
    const { registry } = this;
    return new Map(
      Object.entries({
        ...lifecycle(desk),
        ...logging(),
        ...subscriptions(desk),
        ...(registry.tools.size > 0 && { ...tools(desk), ...tasks(desk) }),
        ...(hasResources(registry) && resources(desk)),
        ...(registry.prompts.size > 0 && prompts(desk)),
        ...(hasCompletions(registry) && completion(desk)),
        ...(registry.skills.entries.size > 0 && skills(desk)),
      }),
    );
  }

  async #drained(): Promise<void> {
    if (this.#active.size === 0) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, this.#environment.limits.drainMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function cancelReason(params: JsonObject): string {
  const { reason } = params;
  return typeof reason === 'string' ? reason.slice(0, 256) : 'The client cancelled the request.';
}
