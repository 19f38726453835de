import type { WorldEvents } from '@worldwire/server';
import { UnrealError } from '../port/unreal-error.js';
import type { SourceEvent, UnrealSource } from '../port/unreal-source.js';
import { ASSETS, EDITOR_STATE, JOURNAL, LOG, PROJECT, subjectOf, urisOf } from './resources/uris.js';
import type { WriteObserver } from './state/writes.js';

/** Carries what the sources tell to those who watch, under the very addresses they watch. */
export class ResourceChanges implements WriteObserver {
  readonly #sources: readonly UnrealSource[];
  readonly #events: WorldEvents;
  /** Watched addresses by what they are about: one thing has several spellings. */
  readonly #watched = new Map<string, Map<string, number>>();
  readonly #deaf: (() => void)[];
  /** What has changed in this turn: one change may be heard of in several ways, and is told once. */
  readonly #changed = new Set<string>();
  #listChanged = false;
  #flushing = false;
  /** What was told since the write at work began, in small letters. */
  #since: Set<string> | undefined;

  constructor(sources: readonly UnrealSource[], events: WorldEvents) {
    this.#sources = sources;
    this.#events = events;
    this.#deaf = sources.map(source => source.listen(event => this.#heard(event)));
  }

  /** How many resources are watched. */
  get size(): number {
    return this.#watched.size;
  }

  /** Somebody watches an address. Returns what is to be done when nobody does any more. */
  watch(uri: string): () => void {
    const { uri: subject, path } = subjectOf(uri);
    const key = subject.toLowerCase();
    const spellings = this.#watched.get(key) ?? new Map<string, number>();
    this.#watched.set(key, spellings);
    spellings.set(uri, (spellings.get(uri) ?? 0) + 1);
    const file = subject === LOG ? 'log' : subject === PROJECT ? 'project' : undefined;
    const stops = file === undefined ? this.#watchPath(path) : this.#watchFile(file);
    let over = false;
    return () => {
      if (over) return;
      over = true;
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

  /** Where the source told of it already, that is not told again. */
  writeEnded(touched: readonly string[]): void {
    const told = this.#since;
    this.#since = undefined;
    for (const uri of touched) if (told?.has(uri.toLowerCase()) !== true) this.#updated(uri);
    // Both have the revision in them, which came with the outcome.
    this.#updated(JOURNAL);
    this.#updated(EDITOR_STATE);
  }

  close(): void {
    for (const stop of this.#deaf) stop();
    this.#changed.clear();
    this.#listChanged = false;
  }

  #watchPath(path: string | undefined): readonly (() => void)[] {
    if (path === undefined) return [];
    return this.#sources.flatMap(source => {
      try {
        return [source.watch(path)];
      } catch (thrown) {
        // What cannot be there does not change there.
        if (!(thrown instanceof UnrealError)) throw thrown;
        return [];
      }
    });
  }

  /** A file has to be looked at to see that it changed. */
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

  #heard(event: SourceEvent): void {
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

  /** When an editor goes or comes back, everything is answered by somebody else, and nobody told what changed meanwhile. */
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
