import { DEADLINE_MS, fingerprint, lostCall, within } from '../calls/call-errors.js';
import { OperationKeys } from '../calls/operation-keys.js';
import type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from '../port/engine.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import type { CallMessage, FromScene, FromSceneItem, Start } from './messages.js';
import { SceneProcess } from './scene-process.js';

const MAX_KEYS = 1000;
const LISTEN_MS = 500;
/** Ends in a row without a scene in between, after which nobody tries again. */
const MAX_FAILED_STARTS = 3;
/** One long script makes one of them. */
const MAX_LATE_BEATS = 3;

export interface EmbeddedEngineOptions {
  readonly start: Omit<Start, 'lastNumber'>;
  readonly memoryMb: number;
  /** Milliseconds without a sign of life after which a scene is ended: at work, and while it is made. */
  readonly patienceMs: number;
  readonly startPatienceMs: number;
  /** Milliseconds that code may run. */
  readonly scriptMs: number;
  readonly now: () => Date;
}

interface Pending {
  readonly name: OperationName;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: EngineError) => void;
}

/** A scene in a process of its own, started again when it dies. */
export class EmbeddedEngine implements Engine {
  readonly #options: EmbeddedEngineOptions;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #pending = new Map<number, Pending>();
  readonly #keys = new OperationKeys(MAX_KEYS);
  readonly #outbox: CallMessage[] = [];
  #state: EngineState;
  #scene: SceneProcess | undefined;
  #process = 0;
  #lastNumber = 0;
  #lastCall = 0;
  #failedStarts = 0;
  #lateBeats = 0;
  /** Checks since the last sign of life. Counted, not timed: a pause of our own process is not the scene's silence. */
  #silence = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Why we ended the scene, where it was us. */
  #verdict: string | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    this.#state = this.#stateNow('loading');
  }

  get state(): EngineState {
    return this.#state;
  }

  get process(): number {
    return this.#process;
  }

  /** Resolves when the first scene is there. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.listen(event => {
        if (event.kind !== 'state' || event.state.status === 'loading') return;
        if (event.state.status === 'gone' && this.#scene !== undefined) return;
        stop();
        if (event.state.status !== 'gone') resolve();
        else reject(new EngineError('not-ready', event.state.reason ?? 'the scene did not start'));
      });
      this.#watch = setInterval(() => this.#listenForLife(), LISTEN_MS);
      this.#begin();
    });
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    { deadline = DEADLINE_MS, key, owner }: CallOptions = {},
  ): Promise<ResultOf<Name>> {
    const send = () => this.#send(name, params, deadline);
    const answer =
      key === undefined || !isWrite(name)
        ? send()
        : this.#keys.once(key, fingerprint(name, params), send, owner);
    return (await within(deadline, name, answer)) as ResultOf<Name>;
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearInterval(this.#watch);
    const scene = this.#scene;
    this.#end('the engine was closed');
    await scene?.ended;
    if (this.#state.status !== 'gone') this.#become('gone', 'the engine was closed');
    this.#listeners.clear();
  }

  #begin(): void {
    this.#process++;
    this.#silence = 0;
    this.#verdict = undefined;
    const scene: SceneProcess = new SceneProcess(this.#options.memoryMb, {
      onMessage: message => this.#sceneOnMessage(message),
      onEnd: reason => this.#sceneOnEnd(reason),
    });
    this.#scene = scene;
    scene.send({ start: { ...this.#options.start, lastNumber: this.#lastNumber } });
  }

  #end(verdict: string): void {
    this.#verdict ??= verdict;
    this.#scene?.kill();
  }

  #listenForLife(): void {
    const { patienceMs, startPatienceMs } = this.#options;
    const patience = this.#state.status === 'loading' ? startPatienceMs : patienceMs;
    if (++this.#silence * LISTEN_MS >= patience) this.#end(`the scene did not answer for ${patience} ms`);
  }

  #send(name: OperationName, params: unknown, deadline: number): Promise<unknown> {
    const { status, reason } = this.#state;
    if (status === 'loading' || status === 'gone') {
      const about = this.#closed === undefined ? (reason ?? 'the scene is loading') : 'the engine was closed';
      return Promise.reject(new EngineError('not-ready', about, 'try again when the state is ready'));
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastCall;
      this.#pending.set(id, { name, resolve, reject });
      const budget =
        name === 'code.run' ? Math.max(1, Math.min(this.#options.scriptMs, deadline)) : undefined;
      this.#outbox.push({ id, name, params, ...(budget === undefined ? {} : { budget }) });
      // Behind this turn of the event loop, so that what arrives together is sent together.
      if (this.#outbox.length === 1) setImmediate(() => this.#post(this.#outbox.splice(0)));
    });
  }

  #post(calls: readonly CallMessage[]): void {
    try {
      this.#scene?.send({ calls });
    } catch (unsendable) {
      // One of them is not JSON. Alone it fails alone.
      if (calls.length > 1) for (const call of calls) this.#post([call]);
      else this.#refuse(calls, String(unsendable));
    }
  }

  #refuse(calls: readonly CallMessage[], why: string): void {
    for (const { id } of calls) {
      this.#pending.get(id)?.reject(new EngineError('invalid', `the parameters are not JSON: ${why}`));
      this.#pending.delete(id);
    }
  }

  #sceneOnMessage({ items, lastNumber }: FromScene): void {
    this.#silence = 0;
    this.#lastNumber = Math.max(this.#lastNumber, lastNumber);
    if (this.#verdict !== undefined) return;
    for (const item of items) this.#take(item);
  }

  #take(item: FromSceneItem): void {
    if ('id' in item) {
      const pending = this.#pending.get(item.id);
      this.#pending.delete(item.id);
      if ('error' in item) {
        const { kind, message, hint } = item.error;
        pending?.reject(new EngineError(kind, message, hint));
      } else pending?.resolve(item.result);
    } else if ('event' in item) {
      this.#tell(item.event.kind === 'log' ? { ...item.event, at: this.#at() } : item.event);
    } else if ('ready' in item) {
      this.#failedStarts = 0;
      this.#become('ready');
    } else this.#pace(item.beat.late);
  }

  #pace(late: boolean): void {
    this.#lateBeats = late ? this.#lateBeats + 1 : 0;
    const { status } = this.#state;
    if (this.#lateBeats >= MAX_LATE_BEATS && status === 'ready')
      this.#become('throttled', 'the loop is behind its pace');
    else if (!late && status === 'throttled') this.#become('ready');
  }

  #sceneOnEnd(reason: string): void {
    const why = this.#verdict ?? reason;
    this.#outbox.length = 0;
    this.#scene = undefined;
    const again = this.#closed === undefined && ++this.#failedStarts <= MAX_FAILED_STARTS;
    if (again) this.#begin();
    this.#become('gone', why);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { name, reject } of lost) reject(lostCall(name, why));
    if (again) this.#become('loading', `started again: ${why}`);
  }

  #become(status: EngineStatus, reason?: string): void {
    this.#state = this.#stateNow(status, reason);
    this.#tell({ kind: 'state', state: this.#state });
  }

  #stateNow(status: EngineStatus, reason?: string): EngineState {
    return { status, since: this.#at(), ...(reason === undefined ? {} : { reason }) };
  }

  #at(): string {
    return this.#options.now().toISOString();
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
