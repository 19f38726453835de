import type { Head, Journal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import { listHeads } from './list-heads.js';

/** With more universes, changes of other processes are detected only in those in memory. */
const MAX_HEADS = 5_000;
/** Every commit of another process sends a notification. */
const DEBOUNCE_MS = 100;

/** Detects universes that other processes changed, created, renamed or removed. */
export class HeadWatcher {
  #known: ReadonlyMap<string, Head> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    readonly host: { readonly journal: Pick<Journal, 'list'>; readonly log: Log },
    readonly listener: { changed(id: string): void; listed(): void },
  ) {}

  /** Compares the heads soon. The first comparison reports every universe as changed. */
  check(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#compare().catch(thrown => this.host.log.warn({ err: thrown }, 'cannot list the universes'));
    }, DEBOUNCE_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #compare(): Promise<void> {
    const heads = new Map<string, Head>();
    for await (const head of listHeads(this.host.journal, MAX_HEADS)) heads.set(head.id, head);
    const before = this.#known;
    this.#known = heads;
    if (this.#closed) return;
    for (const { id, incarnation, revision } of heads.values()) {
      const known = before?.get(id);
      if (known?.revision !== revision || known.incarnation !== incarnation) this.listener.changed(id);
    }
    if (before === undefined || names(before) !== names(heads)) this.listener.listed();
  }
}

function names(heads: ReadonlyMap<string, Head>): string {
  return JSON.stringify([...heads.values()].map(({ id, name, incarnation }) => [id, name, incarnation]));
}
