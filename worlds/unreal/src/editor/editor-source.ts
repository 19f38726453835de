import type { Log } from '@worldwire/server';
import { BoundedCache, Emitter } from '@worldwire/server/kit';
import { unreadable } from '../files/unreadable.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { isInLevel, objectOf } from '../port/unreal-paths.js';
import type { CallOptions, Gate, SourceEvent, SourceState, UnrealSource } from '../port/unreal-source.js';
import { SerialQueue } from '../work/serial-queue.js';
import { Connection } from './connection/connection.js';
import type { EditorProbe } from './connection/probe.js';
import { ActorClasses } from './operations/actor-classes.js';
import type { Editor, Operation } from './operations/editor.js';
import { OPERATIONS } from './operations/index.js';
import { readTransform } from './operations/transforms.js';
import { Python } from './python/python.js';
import { EditorCalls } from './remote/editor-calls.js';
import { EditorFunctions } from './remote/editor-functions.js';
import type { EditorIntervals, EditorLimits } from './remote/editor-settings.js';
import { type Job, runJob } from './remote/job.js';
import { Refused } from './remote/refusal.js';
import { RemoteControl } from './remote/remote-control.js';
import { WatchPoller } from './watch-poller.js';

export interface EditorSourceOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly passphrase?: string | undefined;
  readonly projectFolder?: string | undefined;
  readonly log: Log;
  readonly limits: EditorLimits;
  readonly intervals: EditorIntervals;
}

/** Time for an editor that does not answer when the source is closed. */
const CLOSING_MS = 2_000;
/** Long enough to read the next page, short enough that a list is not outdated. The newest list may have any length. */
const LIST_CACHE = { maxEntries: 4, maxSize: 100_000, ttlMs: 15_000, keepsNewest: true };

/** A running editor, through its Remote Control API. */
export class EditorSource implements UnrealSource {
  readonly provenance = 'live';
  readonly #connection: Connection;
  readonly #editor: Editor;
  readonly #watches: WatchPoller;
  readonly #events = new Emitter<SourceEvent>();
  readonly #running = new Map<Job, Promise<unknown>>();
  readonly #log: Log;
  #closed: Promise<void> | undefined;
  #drained = false;

  constructor(options: EditorSourceOptions) {
    const { now, log, limits, intervals } = options;
    this.#log = log;
    const remote = new RemoteControl({
      ...options,
      onNoAnswer: (reason, certain) => this.#connection.onNoAnswer(reason, certain),
    });
    this.#connection = new Connection({
      url: remote.base,
      calls: gateTracker => new EditorCalls(remote, gateTracker, intervals.retry),
      now,
      log,
      limits,
      intervals,
      busy: () => this.#running.size > 0,
      onState: state => this.#connectionOnState(state),
    });
    const { calls } = this.#connection;
    this.#editor = {
      calls,
      functions: new EditorFunctions(calls),
      python: new Python(calls, limits.slowMs),
      connection: this.#connection,
      assetLists: new BoundedCache(LIST_CACHE),
      actorLists: new BoundedCache(LIST_CACHE),
      actorClasses: new ActorClasses(),
      listing: new SerialQueue('list actors'),
      projectFolder: options.projectFolder,
      sameHost: options.projectFolder !== undefined || isLoopback(remote.base),
      limits,
      intervals,
      log,
      runDetached: (name, work) => this.#runDetached(name, work),
    };
    this.#watches = new WatchPoller({
      look: path => this.#runDetached('a check of a watched object', job => this.#look(path, job)),
      usable: () => ['ready', 'throttled'].includes(this.state.status),
      onChange: path => this.#events.emit({ kind: isInLevel(path) ? 'actor' : 'asset', path }),
      everyMs: intervals.watch,
      concurrency: limits.concurrency,
      log,
    });
  }

  get state(): SourceState {
    return this.#connection.state;
  }

  get gates(): readonly Gate[] | undefined {
    return this.#connection.probe?.gates;
  }

  get probe(): EditorProbe | undefined {
    return this.#connection.probe;
  }

  /** Number of watched paths. */
  get watched(): number {
    return this.#watches.size;
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>> {
    if (!Object.hasOwn(OPERATIONS, name)) {
      throw new UnrealError('unsupported', `There is no operation "${String(name).slice(0, 100)}".`);
    }
    const operation = OPERATIONS[name] as Operation<ParamsOf<Name>, ResultOf<Name>>;
    return runJob(name, options, this.#running, async job => {
      await this.#connection.usable();
      if (job.signal.aborted) throw job.signal.reason;
      return operation(this.#editor, params, job).catch(thrown => {
        throw unreadable('A file of the project', thrown) ?? thrown;
      });
    });
  }

  listen(listener: (event: SourceEvent) => void): () => void {
    return this.#events.subscribe(event => {
      try {
        listener(event);
      } catch (thrown) {
        this.#log.error({ err: thrown, kind: event.kind }, 'a listener failed');
      }
    });
  }

  watch(path: string): () => void {
    return this.#watches.add(path);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#watches.close();
    this.#connection.close();
    for (const job of this.#running.keys()) job.stop('gone', 'The source was closed.');
    // Stopped operations may still remove temporary files in the editor.
    await Promise.all(this.#running.values());
    this.#drained = true;
    this.#events.clear();
  }

  #runDetached<Result>(name: string, work: (job: Job) => Promise<Result>): Promise<Result> {
    if (this.#drained) return Promise.reject(new UnrealError('gone', 'The source was closed.'));
    const { signal } = new AbortController();
    const { callMs } = this.#editor.limits;
    const deadline = this.#closed === undefined ? callMs : Math.min(callMs, CLOSING_MS);
    return runJob(name, { signal, deadline }, this.#running, work);
  }

  /** The transform of an actor is a property of its root component. */
  async #look(path: string, job: Job): Promise<string> {
    if (!isInLevel(path)) return JSON.stringify(await this.#editor.calls.read(job, objectOf(path)));
    const properties = await this.#editor.calls.read(job, path);
    try {
      return JSON.stringify([properties, await readTransform(this.#editor, path, job)]);
    } catch (thrown) {
      if (thrown instanceof Refused && thrown.why !== 'object') return JSON.stringify([properties]);
      throw thrown;
    }
  }

  #connectionOnState(state: SourceState): void {
    if (state.status === 'back') this.#editor.functions.forget();
    if (state.status === 'back' || state.status === 'gone') {
      this.#editor.assetLists.clear();
      this.#editor.actorLists.clear();
    }
    this.#events.emit({ kind: 'state', state });
  }
}

function isLoopback(base: string): boolean {
  const { hostname } = new URL(base);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
