import { REVISIONS } from '@worldwire/protocol';
import type { WebRoute } from '@worldwire/server';
import type { FinishedCall, Meter } from '@worldwire/server/internal';
import { Histogram } from './histogram.js';

/** Label values that exist at most. Further ones are counted as `other`, because each makes new time series. */
const MAX_TOOLS = 1_000;
const MAX_KINDS = 64;
const OTHER = 'other';
/** A subscription ends when its client disconnects, which is no error. */
const LASTING = 'subscriptions/listen';

/** Every method of a revision. A client may send others. */
export const METHODS: ReadonlySet<string> = new Set(REVISIONS.flatMap(({ methods }) => [...methods]));

interface RouteCounts {
  readonly durations: Histogram;
  readonly statuses: Map<number, number>;
}

/** Counts and times the requests of one world. Those of the console are only counted, apart from those of clients. */
export class WorldMeter implements Meter {
  readonly methods = new Map<string, Histogram>();
  readonly tools = new Map<string, Histogram>();
  readonly errors = new Map<string, number>();
  readonly routes = new Map<Pick<WebRoute, 'method' | 'path'>, RouteCounts>();
  /** Requests of the console, over MCP and the routes of the world. */
  ofConsole = 0;

  now(): number {
    return performance.now();
  }

  finished(call: FinishedCall, began: number): void {
    if (call.isOfConsole) {
      this.ofConsole++;
      return;
    }
    const { method } = call.request;
    const { tool, failure } = call;
    const ms = Math.max(0, this.now() - began - call.waitedMs);
    (this.methods.get(method) ?? this.#newMethod(method)).observe(ms);
    if (tool !== undefined) (this.tools.get(tool) ?? kept(this.tools, tool, MAX_TOOLS)).observe(ms);
    if (failure !== undefined) this.#failed(method, failure);
  }

  opened(failure: string | undefined, began: number): void {
    kept(this.methods, 'initialize', METHODS.size + 1).observe(this.now() - began);
    if (failure !== undefined) this.#failed('initialize', failure);
  }

  answered(
    route: Pick<WebRoute, 'method' | 'path'>,
    _arrival: unknown,
    status: number,
    began: number,
    isOfConsole: boolean,
  ): void {
    if (isOfConsole) {
      this.ofConsole++;
      return;
    }
    let counts = this.routes.get(route);
    if (counts === undefined) {
      counts = { durations: new Histogram(), statuses: new Map() };
      this.routes.set(route, counts);
    }
    counts.durations.observe(this.now() - began);
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
  }

  #newMethod(method: string): Histogram {
    return kept(this.methods, METHODS.has(method) ? method : OTHER, METHODS.size + 1);
  }

  #failed(method: string, failure: string): void {
    if (failure === 'Cancelled' && method === LASTING) return;
    const kind = this.errors.has(failure) || this.errors.size < MAX_KINDS ? failure : OTHER;
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + 1);
  }
}

/** The histogram of a name, or that of `other` when there are too many names. */
function kept(histograms: Map<string, Histogram>, name: string, max: number): Histogram {
  const key = histograms.has(name) || histograms.size < max ? name : OTHER;
  const known = histograms.get(key) ?? new Histogram();
  histograms.set(key, known);
  return known;
}
