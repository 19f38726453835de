import type { WorldEvents } from '@worldwire/server';
import type { SourceEvent, UnrealSource } from './source/unreal-source.js';
import { ASSETS, EDITOR_STATE, JOURNAL, LOG, PROJECT, subjectOf, urisOf } from './uris.js';

/** Carries what the sources tell to those who watch, under the very addresses they watch. */
export class Hearing {
  readonly #sources: readonly UnrealSource[];
  readonly #events: WorldEvents;
  /** Watched addresses by what they are about: one thing has several spellings. */
  readonly #watched = new Map<string, Map<string, number>>();
  readonly #deaf: (() => void)[];

  constructor(sources: readonly UnrealSource[], events: WorldEvents) {
    this.#sources = sources;
    this.#events = events;
    this.#deaf = sources.map(source => source.listen(event => this.#heard(event)));
  }

  /** Somebody watches an address. Returns what is to be done when nobody does any more. */
  watch(uri: string): () => void {
    const { uri: subject, path } = subjectOf(uri);
    const key = subject.toLowerCase();
    const spellings = this.#watched.get(key) ?? new Map<string, number>();
    this.#watched.set(key, spellings);
    spellings.set(uri, (spellings.get(uri) ?? 0) + 1);
    const stops = path === undefined ? [] : this.#sources.map(source => source.watch(path));
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

  /** What is at the address has changed. */
  updated(uri: string): void {
    const spellings = this.#watched.get(uri.toLowerCase());
    if (spellings?.has(uri) !== true) this.#events.resourceUpdated(uri);
    for (const spelling of [...(spellings?.keys() ?? [])]) this.#events.resourceUpdated(spelling);
  }

  close(): void {
    for (const stop of this.#deaf) stop();
  }

  #heard(event: SourceEvent): void {
    if (event.kind === 'log') this.updated(LOG);
    else if (event.kind === 'assets') this.#assetsChanged();
    else if (event.kind === 'state') this.#stateChanged(event.state.status);
    else {
      for (const uri of urisOf(event.path)) this.updated(uri);
      if (event.kind === 'asset') this.updated(ASSETS);
    }
  }

  #assetsChanged(): void {
    this.updated(ASSETS);
    this.#events.resourcesChanged();
  }

  /** When an editor goes or comes back, everything is answered by somebody else, and nobody told what changed meanwhile. */
  #stateChanged(status: string): void {
    this.updated(EDITOR_STATE);
    if (status !== 'gone' && status !== 'back') return;
    this.updated(PROJECT);
    this.#assetsChanged();
    for (const [subject, spellings] of [...this.#watched]) {
      if ([EDITOR_STATE, PROJECT, ASSETS, JOURNAL].includes(subject)) continue;
      for (const spelling of [...spellings.keys()]) this.#events.resourceUpdated(spelling);
    }
  }
}
