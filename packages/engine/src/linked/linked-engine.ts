import { DEADLINE_MS, fingerprint, lateCall, within } from '../calls/call-errors.js';
import { OperationKeys } from '../calls/operation-keys.js';
import type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from '../port/engine.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import { FirstIds, type IdLedger } from './first-ids.js';
import { LifeWatch, type LifeWatchOptions } from './heartbeat.js';
import type { LinkChannel } from './link-channel.js';
import { type LinkHello, readHello } from './link-hello.js';
import { describeEngine, type LinkInfo, type LinkStatus } from './link-info.js';
import { readLinkMessage } from './link-message.js';
import { type PendingCall, PendingCalls } from './pending-calls.js';

const MAX_KEYS = 1000;
const MAX_PENDING = 1024;
const PING = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'engine.ping', params: {} });

export interface LinkedEngineOptions {
  readonly now: () => Date;
  /** A text nobody else has, for the keys of writes that came without one. */
  readonly mint: () => string;
  /** Calls that wait while the engine is busy or just lost. */
  readonly parked?: number;
  /** Milliseconds in which a lost engine may come back before its calls are given up. */
  readonly graceMs?: number;
  /** Milliseconds without a word after which it is asked for one, while it owes an answer and while it does not. */
  readonly askMs?: LifeWatchOptions['askMs'];
  /** Milliseconds without a word after which it is lost; longer while it is busy, or may take longer for a call. */
  readonly silentMs?: LifeWatchOptions['silentMs'];
  /** Where the ids of the next process begin, from one server to the next. */
  readonly ids?: IdLedger;
}

/** A scene in a real engine, which dials in, may be lost, and comes back: the same process, or another. */
export class LinkedEngine implements Engine {
  readonly #options: Required<LinkedEngineOptions>;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #keys = new OperationKeys(MAX_KEYS);
  readonly #calls = new PendingCalls();
  readonly #firstIds: FirstIds;
  readonly #life: LifeWatch;
  #link: LinkInfo;
  #state: EngineState;
  #hello: LinkHello | undefined;
  #channel: LinkChannel | undefined;
  #greeted = false;
  #process = 0;
  #grace: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LinkedEngineOptions) {
    this.#options = {
      parked: 64,
      graceMs: 5000,
      askMs: { owing: 2000, idle: 5000 },
      silentMs: { owing: 6000, idle: 15_000, busy: 60_000 },
      ids: { next: 1, keep: () => {} },
      ...options,
    };
    const { askMs, silentMs, ids } = this.#options;
    this.#firstIds = new FirstIds(ids);
    this.#life = new LifeWatch({
      askMs,
      silentMs,
      heard: () => this.#channel?.heard ?? 0,
      busy: () => this.#link.status === 'busy',
      ask: () => this.#channel?.send(PING),
      lost: reason => this.#lose(reason),
    });
    const reason = 'no engine has linked yet: start the game with its bridge';
    this.#link = { status: 'waiting', since: this.#at(), reason };
    this.#state = { status: 'gone', since: this.#at(), reason };
  }

  get state(): EngineState {
    return this.#state;
  }

  get process(): number {
    return this.#process;
  }

  get link(): LinkInfo {
    return this.#link;
  }

  /** Calls that were sent and not answered yet. */
  get owing(): number {
    return this.#life.owing;
  }

  /** Takes in a bridge that dials; throws where it is not welcome. Says where the numbers of its objects begin. */
  join(engine: unknown, channel: LinkChannel): { readonly firstId: number } {
    if (this.#closed) throw new EngineError('not-ready', 'the server is closing');
    const hello = readHello(engine, this.#options.mint);
    const same = hello.instance === this.#hello?.instance;
    if (!same && this.#channel !== undefined) {
      const { name, project } = this.#hello as LinkHello;
      throw new EngineError('not-ready', `${name} (${project}) is linked already; there is place for one`);
    }
    const first = this.#hello === undefined;
    const firstId = this.#firstIds.of(hello);
    const before = this.#channel;
    this.#hello = hello;
    this.#channel = channel;
    this.#greeted = false;
    this.#endGrace();
    before?.close('the same engine has dialled again');
    channel.onMessage(message => this.#channelOnMessage(channel, message));
    channel.onClose((reason, broken) => this.#channelOnClose(channel, reason, broken));
    this.#life.begin();
    if (!same) {
      this.#process++;
      this.#calls.giveUpSent('the engine was started anew');
    }
    if (first) this.#become('linked', 'ready');
    else
      this.#become(
        'back',
        'ready',
        same ? 'the same process has dialled again' : 'a new process: ids of the old one are gone',
      );
    // The answer to its hello must be the first thing it hears.
    setImmediate(() => this.#greet(channel));
    return { firstId };
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    { deadline = DEADLINE_MS, key, owner, signal }: CallOptions = {},
  ): Promise<ResultOf<Name>> {
    const known = key !== undefined && isWrite(name);
    const send = () => this.#send(name, params, deadline, known ? key : undefined, signal);
    const answer = known ? this.#keys.once(key, fingerprint(name, params), send, owner) : send();
    return (await within(deadline, name, answer)) as ResultOf<Name>;
  }

  /** Says why no engine is there. Nothing where one is. */
  explain(reason: string): void {
    if (!this.#closed && this.#channel === undefined) this.#become(this.#link.status, 'gone', reason);
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#life.end();
    this.#endGrace();
    const channel = this.#channel;
    this.#channel = undefined;
    this.#become('lost', 'gone', 'the engine was closed');
    this.#giveUp('the engine was closed');
    channel?.close('the server is closing');
    this.#listeners.clear();
  }

  #greet(channel: LinkChannel): void {
    if (channel !== this.#channel) return;
    this.#greeted = true;
    if (this.#ready) this.#deliver();
  }

  async #send(
    name: OperationName,
    params: unknown,
    deadline: number,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const refusal = this.#refusal(signal);
    if (refusal !== undefined) throw refusal;
    const once = isWrite(name) ? (key ?? this.#options.mint()) : undefined;
    const call = { name, params, deadline, key: once, lasting: key !== undefined };
    return new Promise((resolve, reject) => {
      const pending = this.#calls.add(call, { resolve, reject, late: each => this.#callOnLate(each) });
      if (pending === undefined) return reject(this.#notReady('those that wait for it already are too long'));
      if (this.#ready) this.#post(pending);
      // One with a key may have another caller by then.
      if (pending.sent === undefined && key === undefined) this.#heed(signal, pending);
    });
  }

  /** A call that never left is not made once its caller has gone. */
  #heed(signal: AbortSignal | undefined, pending: PendingCall): void {
    signal?.addEventListener('abort', () => pending.sent === undefined && pending.reject(cancelled()), {
      once: true,
    });
  }

  /** Why a call is not even taken. */
  #refusal(signal: AbortSignal | undefined): EngineError | undefined {
    if (signal?.aborted) return cancelled();
    const { status } = this.#link;
    // While the timer of its grace runs, it may come back.
    const mayReturn = !this.#closed && this.#grace !== undefined;
    const away = status === 'waiting' || (status === 'lost' && !mayReturn);
    const most = this.#ready ? MAX_PENDING : this.#options.parked;
    if (away) return this.#notReady();
    return this.#calls.size >= most ? this.#notReady(`${most} calls wait for it already`) : undefined;
  }

  /** One that never left must not be done later; one with a key is waited for, because a retry wants its outcome. */
  #callOnLate({ name, deadline, sent, lasting, reject }: PendingCall): void {
    if (sent === undefined) return reject(this.#notReady());
    if (!lasting) reject(lateCall(name, deadline));
    // Whether it is only slow will show.
    this.#life.ask();
  }

  /** What another connection was given is given to this one again: reads cost little, and writes have keys. */
  #deliver(): void {
    for (const pending of this.#calls.notGiven(this.#channel)) this.#post(pending);
  }

  #post(pending: PendingCall): void {
    if (this.#channel?.send(pending.text) !== true) return;
    pending.sent = this.#channel;
    this.#life.gave(pending.id, pending.deadline);
  }

  #channelOnMessage(channel: LinkChannel, value: unknown): void {
    if (channel !== this.#channel) return;
    const message = readLinkMessage(value, this.#options.now);
    if (message?.kind === 'answer' || message?.kind === 'refusal') this.#life.answered(message.id);
    switch (message?.kind) {
      case 'answer':
        return this.#calls.owed(channel, message.id)?.resolve(message.result);
      case 'refusal':
        return this.#calls.owed(channel, message.id)?.reject(message.error);
      case 'event':
        return this.#tell(message.event);
      case 'state':
        return this.#engineOnState(message.status, message.reason);
    }
  }

  #engineOnState(status: 'loading' | 'ready' | 'throttled', reason: string | undefined): void {
    if (status === this.#state.status && reason === this.#state.reason) return;
    if (status === 'loading') return this.#become('busy', 'loading', reason);
    const wasBusy = this.#link.status === 'busy';
    this.#become(wasBusy ? 'linked' : this.#link.status, status, reason);
    if (wasBusy && this.#ready) this.#deliver();
  }

  #channelOnClose(channel: LinkChannel, told: string, broken = false): void {
    if (channel !== this.#channel) return;
    const reason = told.replace(/\.$/, '');
    this.#channel = undefined;
    this.#life.end();
    this.#become('lost', 'gone', reason);
    // One of the answers cannot be read: asked for again, it would break the next connection as well.
    if (broken) this.#calls.giveUpBroken(reason);
    this.#beginGrace(`${reason}, and it did not come back within ${this.#options.graceMs} ms`);
  }

  /** It hangs: what it was given is what it hangs in, and must not be given to it again. */
  #lose(reason: string): void {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#life.end();
    this.#become('lost', 'gone', reason);
    channel?.close(reason);
    this.#calls.giveUpSent(reason);
    this.#beginGrace(reason);
  }

  #beginGrace(why: string): void {
    this.#grace = setTimeout(() => {
      this.#grace = undefined;
      this.#giveUp(why);
    }, this.#options.graceMs);
  }

  #endGrace(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }

  #giveUp(why: string): void {
    this.#calls.giveUp(why, this.#notReady());
  }

  get #ready(): boolean {
    return this.#channel !== undefined && this.#greeted && this.#link.status !== 'busy';
  }

  #notReady(more?: string): EngineError {
    const { status, reason, since } = this.#link;
    const why = [reason, more].filter(each => each !== undefined).join('; ');
    const about = `the engine is ${status} since ${since}${why === '' ? '' : `: ${why}`}`;
    return new EngineError('not-ready', about, 'try again when the state is ready');
  }

  #become(link: LinkStatus, status: EngineStatus, reason?: string): void {
    const more = reason === undefined ? {} : { reason };
    const hello = this.#hello;
    const remote = this.#channel?.remote;
    this.#link = {
      status: link,
      since: this.#at(),
      ...more,
      ...(hello !== undefined && { engine: describeEngine(hello) }),
      ...(remote !== undefined && { remote }),
    };
    this.#state = { status, since: this.#link.since, ...more };
    this.#tell({ kind: 'state', state: this.#state });
  }

  #at(): string {
    return this.#options.now().toISOString();
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function cancelled(): EngineError {
  return new EngineError('not-ready', 'the caller went before the call was made');
}
