import { type ReadonlySignal, signal } from '@preact/signals';
import { RequestFailed } from '../../api/http.js';
import { type Difference, difference, type UniverseCopy } from '../model/universe-copy.js';
import type { FollowedUniverse, Step } from './followed-universe.js';

const MAX_KEPT = 4;
/** So many revisions forward are read as changes; further away the whole state is. */
const MAX_STEPS = 50;

export interface Shown {
  readonly copy: UniverseCopy;
  readonly following: boolean;
}

/** The state that the time cursor names: the newest while it follows, otherwise one of an earlier revision. */
export class ShownUniverse {
  readonly shown = signal<Shown | undefined>(undefined);
  /** Counts up when the shown state changes in place. */
  readonly version = signal(0);
  /** A revision that is being read. */
  readonly waiting = signal<number | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  readonly compared = signal<{ readonly with: UniverseCopy; readonly difference: Difference } | undefined>(
    undefined,
  );
  readonly #kept = new Map<number, UniverseCopy>();
  readonly #end: () => void;
  readonly #closed = new AbortController();
  #reading: Promise<void> | undefined;
  #comparing: AbortController | undefined;
  #revision: number | undefined;
  #onStep: ((step: Step) => void) | undefined;

  constructor(
    readonly universe: FollowedUniverse,
    revision: ReadonlySignal<number | undefined>,
    against: ReadonlySignal<number | undefined>,
  ) {
    const ends = [
      universe.onStep(step => {
        if (this.#revision !== undefined) return;
        this.#show(step.copy, true, step);
      }),
      revision.subscribe(value => this.#move(value)),
      against.subscribe(value => void this.#compare(value)),
    ];
    this.#end = () => {
      for (const end of ends) end();
    };
  }

  /** Called with what changed in the picture. */
  onStep(listener: (step: Step) => void): () => void {
    this.#onStep = listener;
    const copy = this.shown.peek()?.copy;
    if (copy !== undefined) listener({ copy, touched: undefined });
    return () => {
      this.#onStep = undefined;
    };
  }

  close(): void {
    this.#end();
    this.#closed.abort();
    this.#comparing?.abort();
  }

  #move(revision: number | undefined): void {
    this.#revision = revision;
    this.problem.value = undefined;
    this.waiting.value = revision;
    if (revision !== undefined) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      return;
    }
    const { copy } = this.universe;
    if (copy !== undefined && this.shown.peek()?.copy !== copy) this.#show(copy, true);
    else if (copy !== undefined) this.shown.value = { copy, following: true };
  }

  /** One state at a time, and always the newest wanted one: a slider that moves quickly passes over the others. */
  async #read(): Promise<void> {
    for (let done: number | undefined; this.#revision !== undefined && this.#revision !== done; ) {
      done = this.#revision;
      try {
        await this.#showAt(done);
      } catch (thrown) {
        if (this.#closed.signal.aborted) return;
        if (this.#revision !== done) continue;
        this.problem.value = thrown instanceof RequestFailed ? thrown.message : String(thrown);
      }
      if (this.#revision === done) this.waiting.value = undefined;
    }
  }

  async #showAt(revision: number): Promise<void> {
    const { copy, following = true } = this.shown.peek() ?? {};
    const steps = copy === undefined ? 0 : revision - copy.revision;
    const near = !following && copy !== this.#other && steps > 0 && steps <= MAX_STEPS;
    if (copy !== undefined && near && !this.#kept.has(revision)) {
      // Entries that cannot be read are no problem: the state can be.
      const items = await this.universe
        .changesTo(copy.revision, revision, this.#closed.signal)
        .catch(() => []);
      if (this.#revision !== undefined && items.length === steps && copy !== this.#other) {
        this.#kept.delete(copy.revision);
        for (const { revision: next, changes } of items)
          this.#show(copy, false, { copy, touched: copy.apply(changes, next) });
        this.#keep(copy);
        return;
      }
    }
    const read = await this.#at(revision, this.#closed.signal);
    if (this.#revision !== undefined) this.#show(read, false);
  }

  async #compare(revision: number | undefined): Promise<void> {
    this.#comparing?.abort();
    this.compared.value = undefined;
    this.#other = undefined;
    if (revision === undefined) return;
    const comparing = new AbortController();
    this.#comparing = comparing;
    const other = await this.#at(revision, comparing.signal).catch(() => undefined);
    if (other === undefined || comparing.signal.aborted) return;
    this.compared.value = undefined;
    this.#other = other;
    this.#difference();
  }

  #other: UniverseCopy | undefined;

  #difference(): void {
    const shown = this.shown.peek();
    if (this.#other === undefined || shown === undefined || this.#comparing?.signal.aborted) return;
    const [before, after] =
      this.#other.revision <= shown.copy.revision ? [this.#other, shown.copy] : [shown.copy, this.#other];
    this.compared.value = { with: this.#other, difference: difference(before, after) };
  }

  async #at(revision: number, stop: AbortSignal): Promise<UniverseCopy> {
    const known = this.#kept.get(revision);
    if (known !== undefined) return known;
    const copy = await this.universe.at(revision, stop);
    this.#keep(copy);
    return copy;
  }

  #keep(copy: UniverseCopy): void {
    this.#kept.set(copy.revision, copy);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  #show(copy: UniverseCopy, following: boolean, step: Step = { copy, touched: undefined }): void {
    const { copy: old, following: was } = this.shown.peek() ?? {};
    if (old !== copy || was !== following || !following) this.shown.value = { copy, following };
    this.version.value++;
    this.#onStep?.(step);
    if (this.compared.peek() !== undefined) this.#difference();
  }
}
