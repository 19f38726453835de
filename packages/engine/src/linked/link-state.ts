import { UNTIL_READY } from '../calls/call-errors.js';
import type { EngineEvent, EngineState, EngineStatus } from '../port/engine.js';
import { EngineError } from '../port/engine-error.js';
import type { EngineRole, LinkHello } from './link-hello.js';

export type LinkStatus = 'waiting' | 'linked' | 'busy' | 'lost' | 'back';

export interface LinkInfo {
  /** Of the engine, in a server that may have several. */
  readonly name?: string;
  /** Counts the processes of the engine. */
  readonly process?: number;
  readonly status: LinkStatus;
  /** ISO 8601. */
  readonly since: string;
  readonly reason?: string;
  /** The engine that is linked, or was. */
  readonly engine?: {
    readonly name: string;
    readonly version: string;
    readonly project: string;
    readonly role: EngineRole;
    /** Names the process. */
    readonly instance: string;
    /** How many operations it answers. */
    readonly operations: number;
  };
  readonly remote?: string;
}

/** The state of the link and of its engine. Listeners get each change, and the engine's other events. */
export class LinkState {
  readonly #now: () => Date;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  link: LinkInfo;
  engine: EngineState;

  constructor(now: () => Date, reason: string) {
    this.#now = now;
    const since = now().toISOString();
    this.link = { status: 'waiting', since, reason };
    this.engine = { status: 'gone', since, reason };
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  set(link: LinkStatus, status: EngineStatus, reason?: string, hello?: LinkHello, remote?: string): void {
    const since = this.#now().toISOString();
    const more = reason === undefined ? {} : { reason };
    this.link = {
      status: link,
      since,
      ...more,
      ...(hello !== undefined && { engine: engineOf(hello) }),
      ...(remote !== undefined && { remote }),
    };
    this.engine = { status, since, ...more };
    this.emit({ kind: 'state', state: this.engine });
  }

  /** The error of a call that cannot be sent now. */
  notReady(detail?: string): EngineError {
    const { status, reason, since } = this.link;
    const why = [reason, detail].filter(each => each !== undefined).join('; ');
    const about = `the engine is ${status} since ${since}${why === '' ? '' : `: ${why}`}`;
    return new EngineError('not-ready', about, UNTIL_READY);
  }

  close(): void {
    this.#listeners.clear();
  }
}

function engineOf(hello: LinkHello): NonNullable<LinkInfo['engine']> {
  const { name, version, project, role, instance, operations } = hello;
  return { name, version, project, role, instance, operations };
}
