import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Change, UniverseState } from '@worldwire/universe/sky';
import { getJson, RequestFailed } from '../../api/http.js';
import { openStream, type Stream, type StreamState } from '../../api/stream.js';
import { type Touched, UniverseCopy } from '../model/universe-copy.js';

interface Whole {
  readonly id: string;
  readonly name: string;
  readonly state: UniverseState;
  readonly revision: number;
}

interface ChangePage {
  readonly revision: number;
  readonly items: readonly { readonly revision: number; readonly changes: readonly Change[] }[];
  readonly nextSince?: number;
}

export interface Step {
  readonly copy: UniverseCopy;
  /** Undefined for another state: show all of it. */
  readonly touched: Touched | undefined;
}

/** A universe that is kept up to date: its state once, then the changes that the event stream announces. */
export class FollowedUniverse {
  readonly path: string;
  readonly name = signal('');
  readonly newest: Signal<number> = signal(0);
  readonly state: Signal<StreamState> = signal<StreamState>('connecting');
  readonly problem = signal<string | undefined>(undefined);
  /** Counts up with every change of the copy. */
  readonly version = signal(0);
  copy: UniverseCopy | undefined;
  readonly #listeners = new Set<(step: Step) => void>();
  readonly #stop = new AbortController();
  #stream: Stream | undefined;
  #pulling: Promise<void> | undefined;
  #again = false;

  constructor(
    world: string,
    readonly id: string,
  ) {
    this.path = `${encodeURIComponent(world)}/universes/${encodeURIComponent(id)}`;
    void this.#open();
  }

  onStep(listener: (step: Step) => void): () => void {
    this.#listeners.add(listener);
    if (this.copy !== undefined) listener({ copy: this.copy, touched: undefined });
    return () => this.#listeners.delete(listener);
  }

  /** The state at an earlier revision. */
  async at(revision: number, stop?: AbortSignal): Promise<UniverseCopy> {
    const whole = await getJson<Whole>(`${this.path}?revision=${revision}`, stop);
    return UniverseCopy.of(whole.state, whole.revision);
  }

  /** The changes of the revisions after `since`, up to `until`. */
  async changesTo(since: number, until: number, stop?: AbortSignal): Promise<ChangePage['items']> {
    const path = `${this.path}/changes?since=${since}&limit=${until - since}`;
    const { items } = await getJson<ChangePage>(path, stop);
    return items.filter(({ revision }) => revision <= until);
  }

  /** Reads what is new. Called for each event, and after a write of this page. */
  pull(): Promise<void> {
    if (this.#pulling !== undefined) {
      this.#again = true;
      return this.#pulling;
    }
    this.#pulling = this.#pullAll().finally(() => {
      this.#pulling = undefined;
    });
    return this.#pulling;
  }

  close(): void {
    this.#stop.abort();
    this.#stream?.close();
    this.#listeners.clear();
  }

  async #open(): Promise<void> {
    try {
      await this.#load();
    } catch (thrown) {
      if (this.#stop.signal.aborted) return;
      this.problem.value =
        thrown instanceof RequestFailed ? `${thrown.message} ${thrown.hint ?? ''}` : String(thrown);
      if (thrown instanceof RequestFailed && thrown.status === 404) return;
    }
    if (this.#stop.signal.aborted) return;
    this.#stream = openStream({
      path: () => `${this.path}/events`,
      lastId: () => (this.copy === undefined ? undefined : String(this.copy.revision)),
      onOpen: () => this.pull(),
      onEvent: () => void this.pull().catch(() => undefined),
    });
    this.#stop.signal.addEventListener(
      'abort',
      this.#stream.state.subscribe(state => {
        this.state.value = state;
      }),
    );
  }

  async #load(): Promise<void> {
    const whole = await getJson<Whole>(this.path, this.#stop.signal);
    this.copy = UniverseCopy.of(whole.state, whole.revision);
    this.problem.value = undefined;
    this.name.value = whole.name;
    this.#tell({ copy: this.copy, touched: undefined });
  }

  async #pullAll(): Promise<void> {
    do {
      this.#again = false;
      if (this.copy === undefined) {
        await this.#load();
        continue;
      }
      try {
        await this.#pullPages(this.copy);
      } catch (thrown) {
        // The universe was replaced by one with fewer revisions, or entries are not readable: the state is.
        if (!(thrown instanceof RequestFailed) || thrown.status === 0 || thrown.status >= 500) throw thrown;
        await this.#load();
      }
    } while (this.#again && !this.#stop.signal.aborted);
  }

  async #pullPages(copy: UniverseCopy): Promise<void> {
    for (let more = true; more; ) {
      const page = await getJson<ChangePage>(
        `${this.path}/changes?since=${copy.revision}`,
        this.#stop.signal,
      );
      for (const { revision, changes } of page.items) {
        if (revision !== copy.revision + 1) continue;
        this.#tell({ copy, touched: copy.apply(changes, revision) });
      }
      more = page.nextSince !== undefined;
    }
  }

  #tell(step: Step): void {
    batch(() => {
      this.newest.value = step.copy.revision;
      this.version.value++;
    });
    for (const listener of this.#listeners) listener(step);
  }
}

export type Following = ReadonlySignal<FollowedUniverse | undefined>;
