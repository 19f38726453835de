import type { WorldEvents } from '@worldwire/server';
import { Places } from '@worldwire/server/kit';
import type { WriteObserver } from '@worldwire/writes';
import { UnrealError } from '../port/unreal-error.js';
import type { SourceEvent, UnrealSource } from '../port/unreal-source.js';
import { ASSETS, EDITOR_STATE, JOURNAL, LOG, PROJECT, subjectOf, urisOf } from './resources/uris.js';
import { DEFAULT_PERCENT } from './sources/sources.js';

/** Watched resources. An editor is polled about each of them. */
const MAX_WATCHED = 10_000;

/** Passes the events of the sources to the watchers of resources, under the URIs that they watch. */
export class ResourceChanges implements WriteObserver {
  readonly #sources: readonly UnrealSource[];
  readonly #events: WorldEvents;
  /** Watched URIs by resource: one resource has several spellings. */
  readonly #watched = new Map<string, Map<string, number>>();
  readonly #places: Places;
  readonly #unsubscribe: (() => void)[];
  /** URIs to report in the next microtask: several events about one change are reported once. */
  readonly #changed = new Set<string>();
  #listChanged = false;
  #flushing = false;
  /** URIs that were reported since the running write started, in lower case. */
  #since: Set<string> | undefined;

  /** `percent` is the limit `principalPercent`. */
  constructor(sources: readonly UnrealSource[], events: WorldEvents, percent = DEFAULT_PERCENT) {
    this.#sources = sources;
    this.#events = events;
    this.#places = new Places({
      ...{ limit: 'unrealWatches', total: MAX_WATCHED, percent, of: 'this world' },
      ...{ things: 'resources', state: 'are watched' },
      next: 'Watch unreal://assets or a level instead of each of its objects, or unsubscribe from resources that you do not need.',
    });
    this.#unsubscribe = sources.map(source => source.listen(event => this.#sourceOnEvent(event)));
  }

  /** Throws where the principal may watch no further resource. */
  requirePlace(principal: string): void {
    if (this.#places.full(principal) !== undefined) throw this.#places.refusal(principal);
  }

  /** Returns the function that ends the watch. A resource counts for each principal that watches it, and for each spelling. */
  watch(uri: string, principal: string): () => void {
    this.requirePlace(principal);
    const { uri: subject, path } = subjectOf(uri);
    const key = subject.toLowerCase();
    const spellings = this.#watched.get(key) ?? new Map<string, number>();
    this.#watched.set(key, spellings);
    spellings.set(uri, (spellings.get(uri) ?? 0) + 1);
    const file = subject === LOG ? 'log' : subject === PROJECT ? 'project' : undefined;
    const stops = file === undefined ? this.#watchPath(path) : this.#watchFile(file);
    const release = this.#places.take(principal);
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      release();
      for (const stop of stops) stop();
      const left = (spellings.get(uri) ?? 0) - 1;
      if (left > 0) spellings.set(uri, left);
      else spellings.delete(uri);
      if (spellings.size === 0 && this.#watched.get(key) === spellings) this.#watched.delete(key);
    };
  }

  writeStarted(): void {
    this.#since = new Set();
  }

  /** Changes that the source reported itself are not reported again. */
  writeEnded(touched: readonly string[]): void {
    const reported = this.#since;
    this.#since = undefined;
    for (const uri of touched) if (reported?.has(uri.toLowerCase()) !== true) this.#updated(uri);
    // Both contain the revision, which grew with the outcome.
    this.#updated(JOURNAL);
    this.#updated(EDITOR_STATE);
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#changed.clear();
    this.#listChanged = false;
  }

  #watchPath(path: string | undefined): readonly (() => void)[] {
    if (path === undefined) return [];
    return this.#sources.flatMap(source => {
      try {
        return [source.watch(path)];
      } catch (thrown) {
        // An object that cannot exist does not change.
        if (!(thrown instanceof UnrealError)) throw thrown;
        return [];
      }
    });
  }

  /** Only the source of files has to poll them. */
  #watchFile(what: 'log' | 'project'): readonly (() => void)[] {
    return this.#sources.filter(({ provenance }) => provenance === 'disk').map(source => source.watch(what));
  }

  #updated(uri: string): void {
    const subject = uri.toLowerCase();
    this.#since?.add(subject);
    this.#changed.add(uri);
    for (const spelling of this.#watched.get(subject)?.keys() ?? []) this.#changed.add(spelling);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const [uris, listChanged] = [[...this.#changed], this.#listChanged];
    this.#changed.clear();
    this.#listChanged = false;
    this.#flushing = false;
    for (const uri of uris) this.#events.resourceUpdated(uri);
    if (listChanged) this.#events.resourcesChanged();
  }

  #sourceOnEvent(event: SourceEvent): void {
    if (event.kind === 'log') this.#updated(LOG);
    else if (event.kind === 'project') this.#updated(PROJECT);
    else if (event.kind === 'assets') this.#assetsChanged();
    else if (event.kind === 'state') this.#stateChanged(event.state.status);
    else {
      for (const uri of urisOf(event.path)) this.#updated(uri);
      if (event.kind === 'asset') this.#updated(ASSETS);
    }
  }

  #assetsChanged(): void {
    this.#updated(ASSETS);
    this.#listChanged = true;
  }

  /** When an editor goes or comes back, another source answers, and changes in between were not reported. */
  #stateChanged(status: string): void {
    this.#updated(EDITOR_STATE);
    if (status !== 'gone' && status !== 'back') return;
    this.#updated(PROJECT);
    this.#assetsChanged();
    for (const [subject, spellings] of this.#watched) {
      if ([EDITOR_STATE, PROJECT, ASSETS, JOURNAL].includes(subject)) continue;
      for (const spelling of spellings.keys()) this.#changed.add(spelling);
    }
  }
}
