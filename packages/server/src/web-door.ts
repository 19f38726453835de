import type { AuditTrail, AuditTrails } from './audit-trail.js';
import { Bag } from './bag.js';
import type { FullEnvironment } from './environment.js';
import type { StoppedWrites } from './stopped-writes.js';
import { isThenable } from './thenable.js';
import {
  json,
  type WebAnswer,
  type WebArrival,
  type WebFeed,
  type WebRequest,
  type WebRoute,
} from './web.js';
import { WebCall, type WhenGone } from './web-call.js';
import { type FailureKind, WorldError } from './world-error.js';

const STATUS: Readonly<Record<FailureKind, number>> = {
  InvalidArgument: 400,
  PermissionDenied: 403,
  NotFound: 404,
  Conflict: 409,
  RateLimited: 429,
  Internal: 500,
  Unsupported: 501,
  NotReady: 503,
  Timeout: 504,
};

/** Lets requests through to a world's own HTTP interface: the same ceiling and the same audit as for its tools. */
export class WebDoor {
  readonly #writing = new Bag<AuditTrail>();

  constructor(
    readonly environment: Pick<FullEnvironment, 'policy' | 'log' | 'turns'>,
    readonly audits: AuditTrails,
    readonly stopped: StoppedWrites,
  ) {}

  /** What is still written, and what came of it, will not be heard of. */
  close(): void {
    for (const trail of this.#writing.all()) this.stopped.add(trail);
  }

  async serve(route: WebRoute, arrival: WebArrival, whenGone?: WhenGone): Promise<WebAnswer | WebFeed> {
    const request = new WebCall(arrival, this.environment.turns, whenGone);
    const name = `${route.method} ${route.path}`;
    if (route.access === 'read') return this.#attempt(name, route, request);
    const { policy } = this.environment;
    const key = request.header('idempotency-key');
    const trail = this.audits.open(
      { name, access: route.access },
      {
        principal: request.principal,
        about: route.about?.(request),
        ...(key !== undefined && { operationKey: key }),
      },
    );
    if (!policy.allows(route.access)) {
      trail.report('denied');
      return failureAnswer(policy.refusal({ name, access: route.access }));
    }
    this.#writing.add(trail);
    const stop = whenGone?.(() => this.stopped.add(trail));
    const recorded = trail.begin();
    const refusal = isThenable(recorded) ? await recorded : recorded;
    const answer = refusal === undefined ? await this.#attempt(name, route, request) : failureAnswer(refusal);
    stop?.();
    this.#writing.delete(trail);
    if (refusal === undefined) {
      trail.report('status' in answer && answer.status >= 400 ? 'failed' : 'done', request.shown);
    }
    return answer;
  }

  async #attempt(name: string, route: WebRoute, request: WebRequest): Promise<WebAnswer | WebFeed> {
    try {
      return await route.answer(request);
    } catch (thrown) {
      if (thrown instanceof WorldError) return failureAnswer(thrown);
      this.environment.log.error(
        { world: this.audits.world, route: name, err: thrown },
        'web request failed',
      );
      return failureAnswer(
        new WorldError('Internal', 'The server failed to serve this request.', 'Its log has the details.'),
      );
    }
  }
}

/** What a failure looks like on a world's own HTTP interface. */
export function failureAnswer(
  { kind, message, hint, detail }: WorldError,
  status = STATUS[kind],
  headers?: Readonly<Record<string, string>>,
): WebAnswer {
  const error = {
    kind,
    message,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
  return json(status, { error }, headers ?? (status === 503 ? { 'retry-after': '1' } : undefined));
}
