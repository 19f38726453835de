import {
  encodeNotification,
  type JsonObject,
  META_SUBSCRIPTION,
  type NotificationNames,
  type RequestId,
} from '@worldwire/protocol';
import type { WorldEvent } from '../api/world-events.js';
import type { Allowance } from '../limits/allowance.js';
import { ByPrincipal } from '../limits/by-principal.js';
import { textBytes } from '../limits/heap-bytes.js';
import { memoryExceeded } from '../limits/memory-exceeded.js';
import type { Principal } from '../policy/principal.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import type { Watches } from './watches.js';

/** The notifications that a listener subscribed to. */
export interface ListenFilter {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  readonly uris: readonly string[];
  readonly taskIds: readonly string[];
}

export interface Listener {
  readonly id: RequestId;
  readonly principal: string;
  readonly filter: ListenFilter;
  readonly names: NotificationNames | undefined;
  /** Memory of its request. */
  readonly bytes: number;
  send(message: string): void;
  /** Ends the subscription with a reply. */
  end(): void;
}

const LIST_CHANGED = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
} as const;
const UPDATED = 'notifications/resources/updated';
/** Overhead of a watched URI: entries in the maps of the kernel and the world. */
const WATCH_BYTES = 1_024;
/** Copies of the URI: of the kernel, and of a world that stores its own spelling and its parts. */
const WATCH_COPIES = 4;
/** Overhead of a listener without its request. */
const LISTENER_BYTES = 1_536;
const REMEDY = 'Unsubscribe from resources, or end sessions and streams that you do not need.';

/**
 * Sends notifications to subscribers. Subscribers of a resource are indexed by URI, so that an update visits only them.
 */
export class Hub {
  readonly #listeners = new ByPrincipal<Listener>();
  readonly #listenersByUri = new Map<string, Set<Listener>>();
  readonly #sessionsByUri = new Map<string, Set<Session>>();
  #closed = false;

  constructor(
    readonly sessions: Sessions,
    readonly watches: Watches,
    readonly memory: Allowance,
    readonly mayRead: (who: Principal) => boolean = () => true,
  ) {
    memory.addReclaimer(principal => this.#giveWay(principal));
  }

  /** Makes room for one more listener of `principal`. When all `max` are taken, the principal with most gives one up. */
  makeRoom(principal: string, max: number): 'free' | 'made' | 'none' {
    if (this.#listeners.size < max) return 'free';
    const [oldest] = this.#listeners.above(principal) ?? [];
    oldest?.end();
    return oldest === undefined ? 'none' : 'made';
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Returns the function that unsubscribes. Calls `acknowledge` before anything is sent. Throws where the memory limit is
   * exceeded, what `acknowledge` throws, and the refusal of the world to have one more resource watched.
   */
  listen(listener: Listener, acknowledge: () => void): () => void {
    const { uris } = listener.filter;
    const bytes = LISTENER_BYTES + listener.bytes + uris.reduce((sum, uri) => sum + watchBytes(uri), 0);
    this.#take(listener.principal, bytes);
    try {
      acknowledge();
    } catch (thrown) {
      this.memory.release(listener.principal, bytes);
      throw thrown;
    }
    this.#listeners.add(listener);
    let begun = 0;
    let over = false;
    const stop = () => {
      if (over) return;
      over = true;
      this.memory.release(listener.principal, bytes);
      this.#listeners.delete(listener);
      for (const uri of uris.slice(0, begun)) {
        leave(this.#listenersByUri, uri, listener);
        this.watches.end(uri, listener.principal);
      }
    };
    for (const uri of uris) {
      join(this.#listenersByUri, uri, listener);
      try {
        this.watches.begin(uri, listener.principal);
      } catch (thrown) {
        leave(this.#listenersByUri, uri, listener);
        stop();
        throw thrown;
      }
      begun++;
    }
    return stop;
  }

  /** Throws where the memory limit is exceeded, and the refusal of the world to have one more resource watched. */
  subscribe(session: Session, uri: string): void {
    if (session.watches(uri)) return;
    this.watch(session, uri);
    try {
      session.keeper?.change({ watch: uri });
    } catch (thrown) {
      session.unsubscribe(uri);
      this.#forget(session, uri);
      throw thrown;
    }
  }

  /** The same for a subscription that is stored already. */
  watch(session: Session, uri: string): void {
    this.#take(session.principal, watchBytes(uri));
    session.subscribe(uri);
    join(this.#sessionsByUri, uri, session);
    try {
      this.watches.begin(uri, session.principal);
    } catch (thrown) {
      session.unsubscribe(uri);
      this.#leave(session, uri);
      throw thrown;
    }
  }

  unsubscribe(session: Session, uri: string): void {
    if (!session.watches(uri)) return;
    session.keeper?.change({ leave: uri });
    session.unsubscribe(uri);
    this.#forget(session, uri);
  }

  forget(session: Session): void {
    for (const uri of session.subscriptions) this.#forget(session, uri);
  }

  /** What a session gets if everything has changed. */
  *news(session: Session, lists: readonly (keyof typeof LIST_CHANGED)[]): Iterable<string> {
    for (const kind of lists) yield encodeNotification(named(session, LIST_CHANGED[kind]));
    if (!this.mayRead(session.who)) return;
    for (const uri of session.subscriptions) yield encodeNotification(named(session, UPDATED), { uri });
  }

  publish(event: WorldEvent): void {
    if (event.kind === 'resource') this.#resourceUpdated(event.uri);
    else this.#listChanged(event.kind);
  }

  taskChanged(task: { readonly id: string; notification(meta: JsonObject): string }): void {
    for (const listener of this.#listeners) {
      if (listener.filter.taskIds.includes(task.id)) listener.send(task.notification(subscription(listener)));
    }
  }

  close(): void {
    this.#closed = true;
    for (const listener of [...this.#listeners]) listener.end();
  }

  #take(principal: string, bytes: number): void {
    if (!this.memory.takeFairly(principal, bytes))
      throw memoryExceeded('subscriptions', this.memory, principal, bytes, REMEDY);
  }

  /** Ends the oldest listener of a principal, or a session with subscriptions. Its client notices, and can subscribe again. */
  #giveWay(principal: string): boolean {
    const [oldest] = this.#listeners.of(principal);
    oldest?.end();
    return oldest !== undefined || this.sessions.evict(principal, session => session.watched > 0);
  }

  #forget(session: Session, uri: string): void {
    this.#leave(session, uri);
    this.watches.end(uri, session.principal);
  }

  #leave(session: Session, uri: string): void {
    this.memory.release(session.principal, watchBytes(uri));
    leave(this.#sessionsByUri, uri, session);
  }

  #listChanged(kind: keyof typeof LIST_CHANGED): void {
    const method = LIST_CHANGED[kind];
    for (const listener of this.#listeners) {
      if (!listener.filter[kind]) continue;
      listener.send(encodeNotification(named(listener, method), { _meta: subscription(listener) }));
    }
    const message = encodeNotification(method);
    for (const session of this.sessions) {
      session.post(session.names === undefined ? message : encodeNotification(named(session, method)));
    }
  }

  #resourceUpdated(uri: string): void {
    for (const listener of this.#listenersByUri.get(uri) ?? []) {
      listener.send(encodeNotification(named(listener, UPDATED), { _meta: subscription(listener), uri }));
    }
    const message = encodeNotification(UPDATED, { uri });
    for (const session of this.#sessionsByUri.get(uri) ?? []) {
      if (!this.mayRead(session.who)) continue;
      session.post(
        session.names === undefined ? message : encodeNotification(named(session, UPDATED), { uri }),
      );
    }
  }
}

export function subscription({ id }: Pick<Listener, 'id'>): JsonObject {
  return { [META_SUBSCRIPTION]: id };
}

function watchBytes(uri: string): number {
  return WATCH_BYTES + WATCH_COPIES * textBytes(uri);
}

/** The name of a notification in the subscriber's dialect. */
function named({ names }: Pick<Listener, 'names'>, method: string): string {
  return names?.[method] ?? method;
}

function join<Member>(index: Map<string, Set<Member>>, key: string, member: Member): void {
  const members = index.get(key) ?? new Set();
  index.set(key, members);
  members.add(member);
}

function leave<Member>(index: Map<string, Set<Member>>, key: string, member: Member): void {
  const members = index.get(key);
  members?.delete(member);
  if (members?.size === 0) index.delete(key);
}
