import { type ReadonlySignal, signal } from '@preact/signals';
import { RequestFailed } from '../../api/http.js';
import { type Difference, difference, type UniverseCopy } from '../model/universe-copy.js';
import type { FollowedUniverse, Step } from './followed-universe.js';

const MAX_KEPT = 4;

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
  #reading: AbortController | undefined;
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
      revision.subscribe(value => void this.#move(value)),
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
    this.#reading?.abort();
    this.#comparing?.abort();
  }

  async #move(revision: number | undefined): Promise<void> {
    this.#reading?.abort();
    this.#revision = revision;
    this.problem.value = undefined;
    this.waiting.value = revision;
    if (revision === undefined) {
      const { copy } = this.universe;
      if (copy !== undefined && this.shown.peek()?.copy !== copy) this.#show(copy, true);
      else if (copy !== undefined) this.shown.value = { copy, following: true };
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const copy = await this.#at(revision, reading.signal);
      if (reading.signal.aborted) return;
      this.#show(copy, false);
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.problem.value = thrown instanceof RequestFailed ? thrown.message : String(thrown);
    }
    this.waiting.value = undefined;
  }

  async #compare(revision: number | undefined): Promise<void> {
    this.#comparing?.abort();
    this.compared.value = undefined;
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
    this.#kept.set(revision, copy);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return copy;
  }

  #show(copy: UniverseCopy, following: boolean, step: Step = { copy, touched: undefined }): void {
    if (this.shown.peek()?.copy !== copy || this.shown.peek()?.following !== following)
      this.shown.value = { copy, following };
    this.version.value++;
    this.#onStep?.(step);
    if (this.compared.peek() !== undefined) this.#difference();
  }
}
