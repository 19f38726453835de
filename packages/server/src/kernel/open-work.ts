import type { ClientInfo } from '@worldwire/protocol';
import { WireError } from '@worldwire/protocol';
import type { ActiveCalls } from '../calls/active-calls.js';
import type { Call, WaitsFor } from '../calls/call.js';
import type { Task } from '../calls/task.js';
import type { TaskStore } from '../calls/task-store.js';
import type { Principal } from '../policy/principal.js';
import type { Opening, Openings } from './openings.js';

const LISTEN = 'subscriptions/listen';
const ENDED_HINT = 'Ask the operator before you send it again.';

/** Something that is in flight or open for a client, as the operator sees it. */
export interface OpenWork {
  /** Within its world. It is given when the work is first listed. */
  readonly number: number;
  readonly kind: 'call' | 'subscription' | 'task' | Opening['kind'];
  readonly who: Principal;
  readonly client: ClientInfo | undefined;
  /** The method, or what was asked for beside MCP. */
  readonly method: string;
  readonly tool: string | undefined;
  /** Monotonic milliseconds. */
  readonly since: number;
  readonly waitsFor: WaitsFor;
  /** Ends it for its client, who gets the reason where the protocol has a place for it. */
  end(reason: string): void;
}

interface Unnumbered {
  /** What the number belongs to. */
  readonly subject: object;
  readonly work: Omit<OpenWork, 'number'>;
}

/**
 * All that is in flight or open in one world: calls, subscriptions, tasks, streams, feeds and connections. Engines are in another list. Nothing is numbered until
 * it is listed, so that a call costs nothing here.
 */
export class OpenWorkList {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  constructor(
    readonly active: ActiveCalls,
    readonly tasks: TaskStore,
    readonly openings: Openings,
  ) {}

  all(): readonly OpenWork[] {
    return this.#works.map(({ subject, work }) => ({ ...work, number: this.#numberOf(subject) }));
  }

  /** Work that was listed with this number, and has not ended. */
  find(number: number): OpenWork | undefined {
    const found = this.#works.find(({ subject }) => this.#numbers.get(subject) === number);
    return found && { ...found.work, number };
  }

  get #works(): readonly Unnumbered[] {
    return [
      ...[...this.active].map(call => ({ subject: call, work: this.#ofCall(call) })),
      ...this.tasks.running().map(task => ({ subject: task, work: ofTask(task) })),
      ...this.openings
        .all()
        .filter(([{ kind }]) => kind !== 'link')
        .map(([opening, since]) => ({ subject: opening, work: ofOpening(opening, since) })),
    ];
  }

  #ofCall(call: Call): Unnumbered['work'] {
    const { request, params, caller, since, waitsFor } = call;
    const name = request.method === 'tools/call' && typeof params.name === 'string' ? params.name : undefined;
    return {
      kind: request.method === LISTEN ? 'subscription' : 'call',
      who: caller.who,
      client: caller.client,
      method: request.method,
      tool: call.tool ?? name,
      since,
      waitsFor,
      end: reason => this.active.end(call, reason, refusedBy(reason)),
    };
  }

  #numberOf(work: object): number {
    const known = this.#numbers.get(work);
    if (known !== undefined) return known;
    this.#numbers.set(work, ++this.#last);
    return this.#last;
  }
}

function ofTask(task: Task): Unnumbered['work'] {
  const { who, client, need, began: since, waitsFor } = task;
  const end = (reason: string) => task.cancel(reason);
  return { kind: 'task', who, client, method: 'tools/call', tool: need?.tool, since, waitsFor, end };
}

function ofOpening(opening: Opening, since: number): Unnumbered['work'] {
  const { kind, who, client, what: method } = opening;
  const end = (reason: string) => opening.end(reason);
  return {
    kind,
    who,
    client,
    method,
    tool: undefined,
    since,
    waitsFor: kind === 'request' ? 'handler' : 'events',
    end,
  };
}

function refusedBy(reason: string): WireError {
  return WireError.of('InvalidRequest', reason, { kind: 'PermissionDenied', hint: ENDED_HINT });
}
