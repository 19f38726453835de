import { callerName } from '@worldwire/protocol';
import { type Context, clientOf, legible, WorldError } from '@worldwire/server';
import { Places } from '@worldwire/server/kit';
import type { EngineBench } from './engine-bench.js';

/** As many as may be linked. */
const MAX_LEASES = 16;
const MAX_PRINCIPAL = 60;

/** Where a session exists it holds the engine, else the principal. */
type Holder = object | string;

export interface HoldOptions {
  readonly seconds: number;
  readonly reason?: string | undefined;
}

interface Lease extends HoldOptions {
  readonly holder: Holder;
  /** For people. */
  readonly who: string;
  /** The time of day. */
  readonly since: number;
  /** By the monotonic clock. */
  until: number;
  /** Ends the watches of the session and the credential, and gives the place back. */
  forget: () => void;
}

/** What others get to know of a lease. */
export interface LeaseFacts {
  readonly holder: string;
  readonly since: string;
  readonly until: string;
  readonly reason?: string;
}

/**
 * Leases of engines. While one agent holds an engine, writes of others are refused. Each write of the holder renews the lease; it ends
 * after its time, with the session or the credential, by ReleaseEngine, or by the operator.
 */
export class Leases {
  readonly #leases = new Map<EngineBench, Lease>();
  readonly #now: () => number;
  readonly #date: () => number;
  readonly #places: Places;

  constructor(options: {
    readonly now: () => number;
    readonly date: () => number;
    readonly percent: number;
  }) {
    this.#now = options.now;
    this.#date = options.date;
    this.#places = new Places({
      ...{ limit: 'engineLeases', total: MAX_LEASES, percent: options.percent, of: 'this server' },
      ...{
        things: 'engines',
        state: 'are held',
        next: 'Release one with ReleaseEngine, or write without holding it.',
      },
    });
  }

  of(bench: EngineBench): LeaseFacts | undefined {
    const lease = this.#current(bench);
    return lease === undefined ? undefined : this.#facts(lease);
  }

  isHeldBy(bench: EngineBench, context: Context): boolean {
    return this.#current(bench)?.holder === holderOf(context);
  }

  /** Holds an engine, or holds it for another time. Throws if another agent holds it. */
  hold(bench: EngineBench, options: HoldOptions, context: Context): LeaseFacts {
    this.requireFree(bench, context);
    // A call may go on after its session has ended, and its lease would last although no agent can use it.
    if (context.session?.closed === true)
      throw new WorldError(
        'Conflict',
        'The session has ended, so it cannot hold an engine.',
        'Open a session.',
      );
    const before = this.#current(bench);
    before?.forget();
    const release = this.#place(context.principal);
    const lease: Lease = {
      ...options,
      holder: holderOf(context),
      who: whoOf(context),
      since: before?.since ?? this.#date(),
      until: this.#now() + options.seconds * 1000,
      forget: release,
    };
    this.#leases.set(bench, lease);
    const end = () => this.#endIf(bench, lease);
    const ofSession = context.session?.onClose(end);
    lease.forget = () => {
      ofSession?.();
      release();
    };
    // At once, where it has ended.
    const ofCredential = context.onCredentialEnd?.(end);
    const { forget } = lease;
    lease.forget = () => {
      ofCredential?.();
      forget();
    };
    return this.#facts(lease);
  }

  /** False if it was not held. Throws if another agent holds it. */
  release(bench: EngineBench, context: Context): boolean {
    const lease = this.#current(bench);
    if (lease === undefined) return false;
    if (lease.holder !== holderOf(context)) throw this.#held(bench, lease);
    return this.end(bench);
  }

  /** Ends the lease of any holder: for the operator, and for an engine that is removed. */
  end(bench: EngineBench): boolean {
    this.#leases.get(bench)?.forget();
    return this.#leases.delete(bench);
  }

  /** Throws if another agent holds the engine. Renews the lease of the caller. */
  requireFree(bench: EngineBench, context: Context): void {
    // Before the holder is known: most engines are not held.
    const lease = this.#leases.size === 0 ? undefined : this.#current(bench);
    if (lease === undefined) return;
    if (lease.holder !== holderOf(context)) throw this.#held(bench, lease);
    lease.until = this.#now() + lease.seconds * 1000;
  }

  /** Leases that are over may still have places: their end is noticed when their engine is used. */
  #place(principal: string): () => void {
    if (this.#places.full(principal) !== undefined)
      for (const bench of [...this.#leases.keys()]) this.#current(bench);
    return this.#places.take(principal);
  }

  #current(bench: EngineBench): Lease | undefined {
    const lease = this.#leases.get(bench);
    if (lease === undefined || this.#now() < lease.until) return lease;
    this.end(bench);
    return undefined;
  }

  #endIf(bench: EngineBench, lease: Lease): void {
    if (this.#leases.get(bench) === lease) this.end(bench);
  }

  #facts({ who, since, until, reason }: Lease): LeaseFacts {
    return {
      holder: who,
      since: new Date(since).toISOString(),
      until: new Date(this.#date() + until - this.#now()).toISOString(),
      ...(reason !== undefined && { reason }),
    };
  }

  #held({ entry }: EngineBench, lease: Lease): WorldError {
    const { holder, since, until, reason } = this.#facts(lease);
    const why = reason === undefined ? '' : ` (${reason})`;
    const seconds = Math.max(1, Math.ceil((lease.until - this.#now()) / 1000));
    return new WorldError(
      'Conflict',
      `The engine ${entry.name} is held by ${holder}${why} since ${since}, until ${until} or longer: it takes writes of the holder alone.`,
      `Try again in ${seconds} s; reads and dry runs work now. ListEngines shows who holds it; the operator can end the lease.`,
      { holder, since, until, retryAfterSeconds: seconds },
    );
  }
}

function holderOf({ session, principal }: Context): Holder {
  return session ?? principal;
}

function whoOf(context: Context): string {
  const { principal, session } = context;
  const client = session === undefined ? undefined : (clientOf(context) ?? 'client');
  return callerName({ principal: legible(principal, MAX_PRINCIPAL), client });
}
