import { DEADLINE_MS, fingerprint, lostCall, UNTIL_READY, within } from '../calls/call-errors.js';
import { OperationKeys } from '../calls/operation-keys.js';
import type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from '../port/engine.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import type { CallMessage, FromScene, FromSceneItem, Start } from './messages.js';
import { SceneProcess } from './scene-process.js';

const MAX_KEYS = 1000;
const CHECK_MS = 500;
/** Failed starts in a row after which the scene is not started again. */
const MAX_FAILED_STARTS = 3;
/** One long script causes one late heartbeat. */
const MAX_LATE_BEATS = 3;

export interface EmbeddedEngineOptions {
  readonly start: Omit<Start, 'lastNumber'>;
  readonly firstId: number;
  readonly memoryMb: number;
  /** Milliseconds without a heartbeat after which a scene is killed: when it runs, and while it starts. */
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  /** Milliseconds that code may run. */
  readonly scriptMs: number;
  readonly now: () => Date;
}

interface Pending {
  readonly name: OperationName;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: EngineError) => void;
}

/** A scene in its own process, which is started again when it ends. */
export class EmbeddedEngine implements Engine {
  readonly #options: EmbeddedEngineOptions;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #pending = new Map<number, Pending>();
  readonly #keys = new OperationKeys(MAX_KEYS);
  readonly #outbox: CallMessage[] = [];
  #state: EngineState;
  #scene: SceneProcess | undefined;
  #process = 0;
  #lastNumber: number;
  #lastCall = 0;
  #failedStarts = 0;
  #lateBeats = 0;
  /** Checks since the last message. Counted, not timed, so that a pause of this process does not count as silence of the scene. */
  #silence = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Why this engine killed the scene. */
  #killReason: string | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    this.#lastNumber = options.firstId - 1;
    this.#state = this.#stateNow('loading');
  }

  get state(): EngineState {
    return this.#state;
  }

  get process(): number {
    return this.#process;
  }

  /** Resolves when the scene runs. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.listen(event => {
        if (event.kind !== 'state' || event.state.status === 'loading') return;
        if (event.state.status === 'gone' && this.#scene !== undefined) return;
        stop();
        if (event.state.status !== 'gone') resolve();
        else
          reject(
            new EngineError(
              'not-ready',
              event.state.reason ?? 'the scene did not start',
              'check the free memory, and start the server again',
            ),
          );
      });
      this.#watch = setInterval(() => this.#checkHeartbeat(), CHECK_MS);
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
    if (this.#state.status !== 'gone') this.#setState('gone', 'the engine was closed');
    this.#listeners.clear();
  }

  #begin(): void {
    this.#process++;
    this.#silence = 0;
    this.#killReason = undefined;
    const scene: SceneProcess = new SceneProcess(this.#options.memoryMb, {
      onMessage: message => this.#sceneOnMessage(message),
      onEnd: reason => this.#sceneOnEnd(reason),
    });
    this.#scene = scene;
    scene.send({ start: { ...this.#options.start, lastNumber: this.#lastNumber } });
  }

  #end(reason: string): void {
    this.#killReason ??= reason;
    this.#scene?.kill();
  }

  #checkHeartbeat(): void {
    const { timeoutMs, startTimeoutMs } = this.#options;
    const timeout = this.#state.status === 'loading' ? startTimeoutMs : timeoutMs;
    if (++this.#silence * CHECK_MS >= timeout) this.#end(`the scene sent nothing for ${timeout} ms`);
  }

  #send(name: OperationName, params: unknown, deadline: number): Promise<unknown> {
    const { status, reason } = this.#state;
    if (status === 'loading' || status === 'gone') {
      const about = this.#closed === undefined ? (reason ?? 'the scene is loading') : 'the engine was closed';
      return Promise.reject(new EngineError('not-ready', about, UNTIL_READY));
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastCall;
      this.#pending.set(id, { name, resolve, reject });
      const budget =
        name === 'code.run' ? Math.max(1, Math.min(this.#options.scriptMs, deadline)) : undefined;
      this.#outbox.push({ id, name, params, ...(budget === undefined ? {} : { budget }) });
      // After this turn of the event loop, so that calls that arrive together are sent together.
      if (this.#outbox.length === 1) setImmediate(() => this.#post(this.#outbox.splice(0)));
    });
  }

  #post(calls: readonly CallMessage[]): void {
    try {
      this.#scene?.send({ calls });
    } catch (unsendable) {
      // One of the calls is not JSON: sent one by one, only that one fails.
      if (calls.length > 1) for (const call of calls) this.#post([call]);
      else this.#refuse(calls, String(unsendable));
    }
  }

  #refuse(calls: readonly CallMessage[], why: string): void {
    for (const { id } of calls) {
      this.#pending
        .get(id)
        ?.reject(new EngineError('invalid', `the parameters are not JSON: ${why}`, 'send only JSON values'));
      this.#pending.delete(id);
    }
  }

  #sceneOnMessage({ items, lastNumber }: FromScene): void {
    this.#silence = 0;
    this.#lastNumber = Math.max(this.#lastNumber, lastNumber);
    if (this.#killReason !== undefined) return;
    for (const item of items) this.#receive(item);
  }

  #receive(item: FromSceneItem): void {
    if ('id' in item) {
      const pending = this.#pending.get(item.id);
      this.#pending.delete(item.id);
      if ('error' in item) {
        const { kind, message, hint } = item.error;
        pending?.reject(new EngineError(kind, message, hint));
      } else pending?.resolve(item.result);
    } else if ('event' in item) {
      this.#emit(item.event.kind === 'log' ? { ...item.event, at: this.#at() } : item.event);
    } else if ('ready' in item) {
      this.#failedStarts = 0;
      this.#setState('ready');
    } else this.#noteBeat(item.beat.late);
  }

  #noteBeat(late: boolean): void {
    this.#lateBeats = late ? this.#lateBeats + 1 : 0;
    const { status } = this.#state;
    if (this.#lateBeats >= MAX_LATE_BEATS && status === 'ready')
      this.#setState('throttled', 'the frame loop is late');
    else if (!late && status === 'throttled') this.#setState('ready');
  }

  #sceneOnEnd(reason: string): void {
    const why = this.#killReason ?? reason;
    this.#outbox.length = 0;
    this.#scene = undefined;
    const again = this.#closed === undefined && ++this.#failedStarts <= MAX_FAILED_STARTS;
    if (again) this.#begin();
    this.#setState('gone', why);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { name, reject } of lost) reject(lostCall(name, why));
    if (again) this.#setState('loading', `started again: ${why}`);
  }

  #setState(status: EngineStatus, reason?: string): void {
    this.#state = this.#stateNow(status, reason);
    this.#emit({ kind: 'state', state: this.#state });
  }

  #stateNow(status: EngineStatus, reason?: string): EngineState {
    return { status, since: this.#at(), ...(reason === undefined ? {} : { reason }) };
  }

  #at(): string {
    return this.#options.now().toISOString();
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
