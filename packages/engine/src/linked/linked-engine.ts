import { DEADLINE_MS, fingerprint, within } from '../calls/call-errors.js';
import { OperationKeys } from '../calls/operation-keys.js';
import { earlierId } from '../port/earlier-id.js';
import type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from '../port/engine.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import type { OwnOffers } from '../port/own-tools.js';
import { isWrite } from '../port/writes.js';
import { EventBudget, MAX_EVENTS } from './event-budget.js';
import { FirstIds, type IdStore } from './first-ids.js';
import { Heartbeat, type HeartbeatOptions } from './heartbeat.js';
import type { LinkChannel } from './link-channel.js';
import { type LinkHello, readHello } from './link-hello.js';
import { linkWarning, readLinkMessage } from './link-message.js';
import { type LinkInfo, LinkState, type LinkStatus } from './link-state.js';
import { OfferInbox } from './offer-inbox.js';
import { paramsFor } from './older-bridges.js';
import { NO_OFFERS, type ReadOffers } from './own-offers.js';
import { type PendingCall, PendingCalls } from './pending-calls.js';

const MAX_KEYS = 1000;
const MAX_PENDING = 1024;
const ID = /^obj:(\d{1,16})$/;
const PING = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'engine.ping', params: {} });

export interface LinkedEngineOptions {
  readonly now: () => Date;
  /** A unique text, for the keys of writes that came without one. */
  readonly mint: () => string;
  /** Calls that may wait while the engine is busy or has just been lost. */
  readonly maxParked?: number;
  /** Milliseconds in which a lost engine may dial again before its calls fail. */
  readonly graceMs?: number;
  readonly pingMs?: HeartbeatOptions['pingMs'];
  readonly timeoutMs?: HeartbeatOptions['timeoutMs'];
  /** Where the object ids of the next engine process begin, kept from one server to the next. */
  readonly ids?: IdStore;
  /** Shared by the engines of a server. Default: one of its own over `ids`. */
  readonly firstIds?: FirstIds;
}

/** A scene in a real engine, which dials in, may be lost, and dials again: the same process or a new one. */
export class LinkedEngine implements Engine {
  readonly #options: Required<Omit<LinkedEngineOptions, 'firstIds'>>;
  readonly #state: LinkState;
  readonly #keys = new OperationKeys(MAX_KEYS);
  readonly #calls = new PendingCalls();
  readonly #firstIds: FirstIds;
  readonly #heartbeat: Heartbeat;
  #hello: LinkHello | undefined;
  #channel: LinkChannel | undefined;
  /** Whether the channel has the answer to its hello, which must come before any call. */
  #greeted = false;
  #process = 0;
  #firstId: number | undefined;
  readonly #inbox = new OfferInbox(read => this.#engineOnOffers(read));
  readonly #budget = new EventBudget(count => this.#eventsOnDropped(count));
  #offers = NO_OFFERS;
  /** The warnings about the last offers. */
  #warned = '';
  #grace: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LinkedEngineOptions) {
    this.#options = {
      maxParked: 64,
      graceMs: 5000,
      pingMs: { pending: 2000, idle: 5000 },
      timeoutMs: { pending: 6000, idle: 15_000, busy: 60_000 },
      ids: { next: 1, keep: () => {} },
      ...options,
    };
    const { now, pingMs, timeoutMs, ids } = this.#options;
    this.#state = new LinkState(now, 'no engine has linked yet: start the game with its bridge');
    this.#firstIds = options.firstIds ?? new FirstIds(ids);
    this.#heartbeat = new Heartbeat({
      pingMs,
      timeoutMs,
      received: () => this.#channel?.received ?? 0,
      busy: () => this.link.status === 'busy',
      ping: () => this.#channel?.send(PING),
      lost: reason => this.#engineOnHang(reason),
    });
  }

  get state(): EngineState {
    return this.#state.engine;
  }

  get process(): number {
    return this.#process;
  }

  get link(): LinkInfo {
    return this.#state.link;
  }

  get connected(): boolean {
    return this.#channel !== undefined;
  }

  /** Whether it is connected, or was a moment ago and may dial again. */
  get present(): boolean {
    return this.connected || this.#grace !== undefined;
  }

  /** What the game registers. Empty once its link is lost and the grace period is over. */
  get offers(): OwnOffers {
    return this.#offers;
  }

  /** Calls that were sent and not answered yet. */
  get pending(): number {
    return this.#heartbeat.pending;
  }

  /** Links a bridge that dials in, or throws. Returns where the numbers of its objects begin. */
  join(engine: unknown, channel: LinkChannel): { readonly firstId: number } {
    if (this.#closed)
      throw new EngineError('not-ready', 'the server is closing', 'dial again when it has started again');
    return this.accept(readHello(engine, this.#options.mint), channel);
  }

  /** The same with a hello that was read. `copy`: another engine that is connected has the same instance text. */
  accept(hello: LinkHello, channel: LinkChannel, copy = false): { readonly firstId: number } {
    const same =
      hello.instance === this.#hello?.instance && (hello.firstId ?? this.#firstId) === this.#firstId;
    if (!same && this.#channel !== undefined) {
      const { name, project } = this.#hello as LinkHello;
      const about = `${name} (${project}) is linked already; one engine can be linked`;
      throw new EngineError('not-ready', about, 'close that engine first, or use another server');
    }
    const first = this.#hello === undefined;
    const firstId = this.#firstIds.of(hello, copy);
    const before = this.#channel;
    this.#hello = hello;
    this.#firstId = firstId;
    this.#channel = channel;
    this.#greeted = false;
    this.#endGrace();
    before?.close('the same engine has dialled again');
    channel.onMessage(message => this.#channelOnMessage(channel, message));
    channel.onClose((reason, broken) => this.#channelOnClose(channel, reason, broken));
    this.#heartbeat.start();
    if (!same) {
      this.#process++;
      this.#calls.rejectSent('the engine was restarted');
      this.#endOffers();
    }
    if (first) this.#set('linked', 'ready');
    else {
      const reason = same ? 'the same process has dialled again' : 'a new process: old ids are not valid';
      this.#set('back', 'ready', reason);
    }
    setImmediate(() => this.#greet(channel));
    return { firstId };
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions = {},
  ): Promise<ResultOf<Name>> {
    try {
      return await this.#call(name, params, options);
    } catch (thrown) {
      const isMissing = thrown instanceof EngineError && thrown.kind === 'not-found';
      throw (isMissing ? this.#earlier(params, thrown.message) : undefined) ?? thrown;
    }
  }

  async #call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    { deadline = DEADLINE_MS, key, owner, signal }: CallOptions,
  ): Promise<ResultOf<Name>> {
    if (key === undefined || !isWrite(name)) {
      return this.#send(name, params, deadline, undefined, signal).answer as Promise<ResultOf<Name>>;
    }
    let own = undefined as PendingCall | undefined;
    const send = async () => {
      own = this.#send(name, params, deadline, key, signal);
      return own.outcome;
    };
    const outcome = this.#keys.once(key, fingerprint(name, params), send, owner);
    // A retry that finds the first call under way has a deadline of its own.
    return (own?.answer ?? within(deadline, name, outcome)) as Promise<ResultOf<Name>>;
  }

  /** Sets the reason why no engine is linked. Ignored while one is. */
  explain(reason: string): void {
    if (!this.#closed && this.#channel === undefined) this.#set(this.link.status, 'gone', reason);
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    return this.#state.listen(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#heartbeat.stop();
    this.#endGrace();
    this.#budget.close();
    const channel = this.#channel;
    this.#channel = undefined;
    this.#set('lost', 'gone', 'the engine was closed');
    this.#calls.rejectAll('the engine was closed', this.#state.notReady());
    this.#endOffers();
    channel?.close('the server is closing');
    this.#state.close();
  }

  /** The error for a call that failed because it has the id of an object of an earlier process. */
  #earlier(params: object, message: string): EngineError | undefined {
    const first = this.#firstId;
    if (first === undefined) return undefined;
    for (const [name, value] of Object.entries(params)) {
      const number = typeof value === 'string' ? Number(ID.exec(value)?.[1] ?? Number.NaN) : Number.NaN;
      // A text of another member may look like an id without being one.
      const isMeant = name === 'id' || message.includes(value);
      if (number > 0 && number < first && isMeant) return earlierId(value, first);
    }
    return undefined;
  }

  #greet(channel: LinkChannel): void {
    if (channel !== this.#channel) return;
    this.#greeted = true;
    if (this.#ready) this.#deliver();
  }

  #send(
    name: OperationName,
    params: unknown,
    deadline: number,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): PendingCall {
    this.#requireRoom(signal);
    const known = this.#hello === undefined ? params : paramsFor(this.#hello, name, params);
    const sentKey = isWrite(name) ? (key ?? this.#options.mint()) : undefined;
    const call = { name, params: known, deadline, key: sentKey, retryable: key !== undefined };
    const pending = this.#calls.add(call, late => this.#callOnDeadline(late));
    if (pending === undefined) throw this.#state.notReady('the calls that wait for it are too long');
    if (this.#ready) this.#post(pending);
    // A call with a key may get another caller.
    if (pending.sent === undefined && key === undefined) cancelOnAbort(pending, signal);
    return pending;
  }

  /** Throws if a call cannot even wait. */
  #requireRoom(signal: AbortSignal | undefined): void {
    if (signal?.aborted) throw cancelled();
    const { status } = this.link;
    const mayReturn = !this.#closed && this.#grace !== undefined;
    if (status === 'waiting' || (status === 'lost' && !mayReturn)) throw this.#state.notReady();
    const max = this.#ready ? MAX_PENDING : this.#options.maxParked;
    if (this.#calls.size >= max) throw this.#state.notReady(`${max} calls wait for it already`);
  }

  /** A call that was not sent must not be made later. */
  #callOnDeadline(pending: PendingCall): void {
    if (pending.sent === undefined) return pending.reject(this.#state.notReady());
    pending.expire();
    this.#heartbeat.ping();
  }

  /** Calls of an earlier connection are sent again: reads cost little, and writes have keys. */
  #deliver(): void {
    for (const pending of this.#calls.notSentOn(this.#channel)) this.#post(pending);
  }

  #post(pending: PendingCall): void {
    if (this.#channel?.send(pending.text) !== true) return;
    pending.sent = this.#channel;
    this.#heartbeat.sent(pending.id, pending.call.deadline);
  }

  #channelOnMessage(channel: LinkChannel, value: unknown): void {
    if (channel !== this.#channel) return;
    const message = readLinkMessage(value, this.#options.now);
    switch (message?.kind) {
      case 'answer':
        this.#heartbeat.answered(message.id);
        return this.#calls.find(channel, message.id)?.resolve(message.result);
      case 'error':
        this.#heartbeat.answered(message.id);
        return this.#calls.find(channel, message.id)?.reject(message.error);
      case 'event':
        if (isLimited(message.event) && !this.#budget.admit()) return;
        return this.#state.emit(message.event);
      case 'offers':
        return this.#inbox.add(message.params);
      case 'state':
        return this.#engineOnState(message.status, message.reason);
    }
  }

  #eventsOnDropped(count: number): void {
    const message = `${count} log lines and events of the game were dropped: it sent more than ${MAX_EVENTS} in a second`;
    this.#state.emit(linkWarning(message, this.#options.now));
  }

  #engineOnState(status: 'loading' | 'ready' | 'throttled', reason: string | undefined): void {
    if (status === this.state.status && reason === this.state.reason) return;
    if (status === 'loading') return this.#set('busy', 'loading', reason);
    const wasBusy = this.link.status === 'busy';
    this.#set(wasBusy ? 'linked' : this.link.status, status, reason);
    if (wasBusy && this.#ready) this.#deliver();
  }

  #engineOnOffers({ offers, warnings }: ReadOffers): void {
    const said = warnings.join('\n');
    // A game may send the same list often.
    if (said !== this.#warned) {
      for (const warning of warnings) this.#state.emit(linkWarning(warning, this.#options.now));
    }
    this.#warned = said;
    this.#offers = offers;
    this.#state.emit({ kind: 'offers', offers });
  }

  #endOffers(): void {
    this.#inbox.clear();
    if (this.#offers === NO_OFFERS) return;
    this.#offers = NO_OFFERS;
    this.#state.emit({ kind: 'offers', offers: NO_OFFERS });
  }

  #channelOnClose(channel: LinkChannel, closeReason: string, broken = false): void {
    if (channel !== this.#channel) return;
    const reason = closeReason.replace(/\.$/, '');
    this.#lose(reason);
    if (broken) this.#calls.rejectUnreadable(reason);
    this.#beginGrace(`${reason}, and it did not come back within ${this.#options.graceMs} ms`);
  }

  /** Calls that were sent are not sent again, because one of them may be the reason. */
  #engineOnHang(reason: string): void {
    const channel = this.#channel;
    this.#lose(reason);
    channel?.close(reason);
    this.#calls.rejectSent(reason);
    this.#beginGrace(reason);
  }

  #lose(reason: string): void {
    this.#channel = undefined;
    this.#heartbeat.stop();
    this.#set('lost', 'gone', reason);
  }

  #beginGrace(why: string): void {
    this.#grace = setTimeout(() => {
      this.#grace = undefined;
      this.#calls.rejectAll(why, this.#state.notReady());
      this.#endOffers();
    }, this.#options.graceMs);
  }

  #endGrace(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }

  get #ready(): boolean {
    return this.#channel !== undefined && this.#greeted && this.link.status !== 'busy';
  }

  #set(link: LinkStatus, status: EngineStatus, reason?: string): void {
    this.#state.set(link, status, reason, this.#hello, this.#channel?.remote);
  }
}

/** Scenes and destroyed objects are state, which no listener may miss. */
function isLimited({ kind }: EngineEvent): boolean {
  return kind === 'log' || kind === 'own';
}

function cancelOnAbort(pending: PendingCall, signal: AbortSignal | undefined): void {
  signal?.addEventListener('abort', () => pending.sent === undefined && pending.reject(cancelled()), {
    once: true,
  });
}

function cancelled(): EngineError {
  return new EngineError('not-ready', 'the caller disconnected before the call was sent', 'call again');
}
