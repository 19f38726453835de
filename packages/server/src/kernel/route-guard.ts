import { type WebAnswer, WebFeed, type WebRequest, type WebRoute } from '../api/web.js';
import { failureAnswer } from '../api/web-failure.js';
import { WorldError } from '../api/world-error.js';
import { decidesItself } from '../approvals/rules.js';
import { Bag } from '../kit/bag.js';
import { isThenable } from '../kit/is-thenable.js';
import type { ParallelRequests } from '../limits/parallel-requests.js';
import { webResult } from '../policy/audit-result.js';
import type { AuditTrail, AuditTrails } from '../policy/audit-trail.js';
import type { CancelledWrites } from '../policy/cancelled-writes.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Principal } from '../policy/principal.js';
import type { Openings } from './openings.js';
import { type OnDisconnect, type WebArrival, WebCall } from './web-call.js';

/** Runs the routes of a world's own HTTP interface under the same policy and audit as its tools. */
export class RouteGuard {
  /** The places of the world's requests in progress, which messages take too. */
  parallel: ParallelRequests | undefined;
  readonly #writing = new Bag<AuditTrail>();

  constructor(
    readonly environment: Pick<FullEnvironment, 'policy' | 'log' | 'turns' | 'approval'>,
    readonly audits: AuditTrails,
    readonly cancelledWrites: CancelledWrites,
    readonly openings: Openings,
  ) {}

  /** Reports writes in flight as cancelled. */
  close(): void {
    for (const trail of this.#writing.all()) this.cancelledWrites.add(trail);
  }

  serve(route: WebRoute, arrival: WebArrival, onDisconnect?: OnDisconnect): Promise<WebAnswer | WebFeed> {
    const request = new WebCall(arrival, this.environment.turns, onDisconnect);
    const { parallel } = this;
    const isFree = parallel === undefined || route.opensFeed?.(request) === true;
    return request.whileOpen(
      isFree ? this.#serve(route, request) : this.#serveInPlace(route, request, parallel),
    );
  }

  /** A place is held until the route has answered, also for a client that has left: its work goes on. */
  async #serveInPlace(
    route: WebRoute,
    request: WebCall,
    parallel: ParallelRequests,
  ): Promise<WebAnswer | WebFeed> {
    const place = parallel.take(request.principal);
    const reason = place === undefined ? parallel.reason(request.principal) : undefined;
    if (reason !== undefined) {
      const answer = refusal(route, request, reason);
      return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
    }
    try {
      return await this.#serve(route, request);
    } finally {
      place?.end();
    }
  }

  async #serve(route: WebRoute, request: WebCall): Promise<WebAnswer | WebFeed> {
    const { arrival, onDisconnect } = request;
    const name = `${route.method} ${route.path}`;
    const { access } = route;
    const denied = this.environment.policy.decide(arrival.who, { access }, () => name);
    if (access === 'read') {
      if (denied !== undefined) return refusal(route, request, denied);
      const answer = await this.#attempt(name, route, request);
      if (!(answer instanceof WebFeed)) return answer;
      const { policy } = this.environment;
      const { who } = arrival;
      return this.openings.feed(
        answer,
        who,
        name,
        () => policy.decide(who, { access }, () => name) !== undefined,
      );
    }
    const trail = this.audits.open(name, access, {
      principal: request.principal,
      origin: arrival.who.origin,
      about: route.about?.(request),
      arguments: routeArguments(request),
      operationKey: request.header('idempotency-key'),
    });
    const refused = denied ?? this.#unapproved(arrival.who, name, route);
    if (refused !== undefined) {
      trail.report('denied');
      return refusal(route, request, refused);
    }
    let isLoss = false;
    if (this.#waitsForLoss(arrival.who, route)) {
      request.beforeLoss = () => {
        isLoss = true;
        throw unapproved(`${name} would remove or overwrite something that exists, which`);
      };
    }
    this.#writing.add(trail);
    const abandon = () => this.cancelledWrites.add(trail);
    const stop = onDisconnect?.(abandon);
    request.onEnd = abandon;
    const recorded = trail.begin();
    const unrecorded = isThenable(recorded) ? await recorded : recorded;
    const answer =
      unrecorded === undefined
        ? await this.#attempt(name, route, request)
        : refusal(route, request, unrecorded);
    stop?.();
    this.#writing.delete(trail);
    if (unrecorded === undefined) {
      trail.answered(webResult(answer));
      const isFailure = 'status' in answer && answer.status >= 400;
      await trail.report(isLoss ? 'denied' : isFailure ? 'failed' : 'done', request.shown);
    }
    return answer;
  }

  /** A route has no plan that a person could approve, and no progress: such a write is sent over MCP. */
  #unapproved(who: Principal, name: string, { access, asksBeforeLoss }: WebRoute): WorldError | undefined {
    const { policy, approval: { rule = 'none' } = {} } = this.environment;
    if (rule === 'none' || (rule === 'eval' && access !== 'danger')) return undefined;
    if (rule === 'destructive' && access === 'write' && asksBeforeLoss === true) return undefined;
    return decidesItself(who, policy) ? undefined : unapproved(name);
  }

  /** Whether the effect of the route decides, as that of the plan decides over MCP. */
  #waitsForLoss(who: Principal, { access }: WebRoute): boolean {
    const { policy, approval } = this.environment;
    return approval?.rule === 'destructive' && access === 'write' && !decidesItself(who, policy);
  }

  async #attempt(name: string, route: WebRoute, request: WebCall): Promise<WebAnswer | WebFeed> {
    let close: (() => void) | undefined;
    try {
      const answer = route.answer(request);
      if (!isThenable(answer)) return answer;
      close = this.#opened(name, route, request);
      return await answer;
    } catch (thrown) {
      if (thrown instanceof WorldError) return failureAnswer(thrown);
      this.environment.log.error(
        { world: this.audits.world, route: name, err: thrown },
        'web request failed',
      );
      return failureAnswer(
        new WorldError('Internal', 'The server failed to serve this request.', 'Its log has the details.'),
      );
    } finally {
      close?.();
    }
  }

  /** A request whose answer takes time ends with its credential, and the operator sees it. */
  #opened(what: string, { access }: WebRoute, request: WebCall): () => void {
    const { who } = request.arrival;
    const close = this.openings.add({
      kind: 'request',
      who,
      what,
      refused: () => this.environment.policy.endReason(who, { access }) !== undefined,
      end: reason => {
        close();
        request.end(reason);
      },
    });
    return close;
  }
}

function unapproved(what: string): WorldError {
  return new WorldError(
    'PermissionDenied',
    `${what} needs the approval of a person, which this interface cannot wait for. Nothing was changed.`,
    'Over MCP a write waits for the decision. What only this interface can do needs another rule of --approve, which the operator sets.',
  );
}

/** The answer to a request that does not reach its route. */
function refusal(route: WebRoute, request: WebRequest, reason: WorldError): WebAnswer {
  return route.refused?.(reason, request) ?? failureAnswer(reason);
}

/** The parameters of the path, and the body. */
function routeArguments({ params, body }: WebRequest): object {
  return body === undefined ? params : { ...params, body };
}
