import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mount } from './mount.js';

const LIVE = '/live';
const PATHS = ['/health', LIVE, '/ready'];
/** Anyone may ask, and the answer costs a read of the store. */
const KEPT_MS = 1_000;
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export type ProbedMount = Pick<Mount, 'path' | 'prefix' | 'routes' | 'isReady'>;

interface Probe {
  readonly asks: 'live' | 'ready';
  readonly readiness: Readiness;
  /** A world has a route of its own at the path, which answers who may read it. */
  readonly isTaken: boolean;
}

/**
 * Answers GET and HEAD of `/health`, `/live` and `/ready` without a credential and for any Host, because orchestrators and load
 * balancers have none and use addresses: at the root of the listener for all of its worlds, and below the name of each. The answer
 * is `{"ok":true}` or `{"ok":false}` and tells nothing else.
 */
export class Probes {
  readonly #probes: ReadonlyMap<string, Probe>;

  constructor(mounts: readonly ProbedMount[], now: () => number) {
    const taken = new Set(
      mounts.flatMap(({ path, prefix = '', routes = [] }) => [
        path,
        ...routes.map(route => prefix + route.path),
      ]),
    );
    const prefixes = new Set(['', ...mounts.map(({ prefix = '' }) => prefix)]);
    this.#probes = new Map(
      [...prefixes].flatMap(prefix => {
        const served = prefix === '' ? mounts : mounts.filter(mount => mount.prefix === prefix);
        const readiness = new Readiness(served, now);
        return PATHS.map((path): [string, Probe] => {
          const isTaken = taken.has(prefix + path);
          return [prefix + path, { asks: path === LIVE ? 'live' : 'ready', readiness, isTaken }];
        });
      }),
    );
  }

  /** Answers a probe, except at a path of a world. A listener that stops is not ready. */
  take(request: IncomingMessage, response: ServerResponse, isStopping: boolean): boolean {
    const probe = this.#probeOf(request);
    if (probe === undefined || (probe.isTaken && !isStopping)) return false;
    if (isStopping) {
      response.shouldKeepAlive = false;
      send(response, probe.asks === 'live');
    } else answer(probe, response);
    return true;
  }

  /** Answers a probe that the guard refused, at a path of a world. */
  answerRefused(request: IncomingMessage, response: ServerResponse): boolean {
    const probe = this.#probeOf(request);
    if (probe === undefined) return false;
    answer(probe, response);
    return true;
  }

  #probeOf({ method, url = '' }: IncomingMessage): Probe | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const end = url.indexOf('?');
    return this.#probes.get(end < 0 ? url : url.slice(0, end));
  }
}

/** Whether all of some worlds can be used. Requests within a second share one check. */
class Readiness {
  readonly #checks: readonly NonNullable<Mount['isReady']>[];
  #known: { readonly since: number; readonly answer: Promise<boolean> } | undefined;

  constructor(
    mounts: readonly ProbedMount[],
    readonly now: () => number,
  ) {
    // The mounts of a world have the same check.
    this.#checks = [...new Set(mounts.flatMap(({ isReady }) => isReady ?? []))];
  }

  check(): Promise<boolean> {
    const now = this.now();
    if (this.#known === undefined || now - this.#known.since >= KEPT_MS)
      this.#known = { since: now, answer: this.#ask() };
    return this.#known.answer;
  }

  async #ask(): Promise<boolean> {
    const answers = await Promise.allSettled(this.#checks.map(async check => check()));
    return answers.every(each => each.status === 'fulfilled' && each.value);
  }
}

function answer({ asks, readiness }: Probe, response: ServerResponse): void {
  if (asks === 'live') return send(response, true);
  void readiness.check().then(isReady => send(response, isReady));
}

function send(response: ServerResponse, ok: boolean): void {
  if (response.destroyed) return;
  const body = JSON.stringify({ ok });
  response.writeHead(ok ? 200 : 503, { ...HEADERS, 'content-length': body.length });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
