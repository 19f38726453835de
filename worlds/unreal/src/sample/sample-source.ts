import type { Engine, EngineEvent } from '@worldwire/engine';
import type { Log } from '@worldwire/server';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type {
  CallOptions,
  SourceEvent,
  SourceState,
  SourceStatus,
  UnrealSource,
} from '../port/unreal-source.js';
import type { Handlers } from './handlers.js';
import { within } from './patience.js';
import type { Stage } from './stage.js';
import type { Teller } from './teller.js';
import { Turns } from './turns.js';

/** These change something, and wait for each other. */
const WRITES: ReadonlySet<OperationName> = new Set([
  'level.open',
  'actor.spawn',
  'actor.destroy',
  'actor.transform',
  'property.write',
  'function.call',
  'selection.set',
  'console.run',
]);

export interface SampleParts {
  readonly engine: Engine;
  readonly stage: Stage;
  readonly teller: Teller;
  readonly handlers: Handlers;
  readonly log: Log;
  readonly now: () => number;
  /** Something was destroyed on the engine without us. */
  dropped(ids: readonly string[]): void;
  /** Makes the levels again. */
  rebuild(): Promise<void>;
}

/** A small Unreal project in memory, whose levels stand on an engine that belongs to somebody else. */
export class SampleSource implements UnrealSource {
  readonly provenance = 'sample';
  readonly #parts: SampleParts;
  readonly #turns = new Turns();
  readonly #deafen: () => void;
  #state: SourceState;
  #closed: Promise<void> | undefined;

  constructor(parts: SampleParts) {
    this.#parts = parts;
    this.#state = this.#stateNow('ready');
    this.#deafen = parts.engine.listen(event => this.#engineOnEvent(event));
  }

  get state(): SourceState {
    return this.#state;
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>> {
    options.signal.throwIfAborted();
    if (this.#closed !== undefined) {
      throw new UnrealError('gone', 'The sample was closed. Start the server again to use it.');
    }
    const { handlers } = this.#parts;
    if (!Object.hasOwn(handlers, name)) {
      throw new UnrealError('unsupported', `The sample has no operation ${name}. Use another one.`);
    }
    const writes = WRITES.has(name);
    const work = async () => {
      // Whoever gave up while others had their turn no longer wants it.
      options.signal.throwIfAborted();
      return handlers[name](params, options);
    };
    return within(name, writes ? this.#turns.run(work) : work(), options, writes);
  }

  listen(listener: (event: SourceEvent) => void): () => void {
    return this.#parts.teller.listen(listener);
  }

  /** Every change is told, whether somebody watches or not. */
  watch(_path: string): () => void {
    return () => {};
  }

  /** The engine stays open: whoever opened it closes it. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { stage, teller, log } = this.#parts;
    this.#deafen();
    try {
      await this.#turns.run(() => stage.clear());
    } catch (thrown) {
      // An engine that is gone has nothing of ours left.
      log.debug({ err: thrown }, 'the levels of the sample could not be taken off the engine');
    }
    teller.silence();
  }

  #engineOnEvent(event: EngineEvent): void {
    const { stage, dropped } = this.#parts;
    if (event.kind === 'destroyed') {
      if (event.ids.some(id => stage.isRoot(id))) this.#rebuild('the scene behind the sample was replaced');
      else dropped(event.ids);
    } else if (event.kind === 'state') {
      const { status, reason } = event.state;
      const before = this.#state.status;
      if (status === 'gone') this.#become('gone', reason);
      else if (status === 'loading') this.#become('connecting', reason);
      else if (status === 'throttled') this.#become('throttled', reason);
      else if (before === 'throttled') this.#become('ready');
      else this.#rebuild('the scene behind the sample was started again');
    }
  }

  /** What was on the engine is gone, and the levels are made again as they were in the beginning. */
  #rebuild(why: string): void {
    const { log, rebuild } = this.#parts;
    this.#turns.run(rebuild).then(
      () => {
        this.#become('back', `${why}; the levels are as they were in the beginning`);
        this.#become('ready');
      },
      (thrown: unknown) => {
        log.warn({ err: thrown }, 'the levels of the sample could not be made again');
        this.#become('gone', `${why}, and the levels could not be made again`);
      },
    );
  }

  #become(status: SourceStatus, reason?: string): void {
    this.#state = this.#stateNow(status, reason);
    this.#parts.teller.tell({ kind: 'state', state: this.#state });
  }

  #stateNow(status: SourceStatus, reason?: string): SourceState {
    const since = new Date(this.#parts.now()).toISOString();
    return { status, since, ...(reason === undefined ? {} : { reason }) };
  }
}
