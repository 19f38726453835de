import type { Head, Journal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';

const PAGE = 500;
/** Universes that are compared; with more of them, only those in memory hear of what others write. */
const MOST = 5_000;
/** Notices come with every commit of the others: what comes within this time is looked at once. */
const PAUSE_MS = 100;

/** Finds out which universes other processes have changed, made, renamed or removed. */
export class HeadWatcher {
  #known: ReadonlyMap<string, Head> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    readonly host: { readonly journal: Pick<Journal, 'list'>; readonly log: Log },
    readonly tell: { changed(id: string): void; listed(): void },
  ) {}

  /** Looks, soon. The first look has nothing to compare with, so it tells of everything it finds. */
  look(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#compare().catch(thrown =>
        this.host.log.warn({ err: thrown }, 'cannot look for what others wrote'),
      );
    }, PAUSE_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #compare(): Promise<void> {
    const heads = await this.#heads();
    const before = this.#known;
    this.#known = heads;
    if (this.#closed) return;
    for (const { id, incarnation, revision } of heads.values()) {
      const known = before?.get(id);
      if (known?.revision !== revision || known.incarnation !== incarnation) this.tell.changed(id);
    }
    if (before === undefined || names(before) !== names(heads)) this.tell.listed();
  }

  async #heads(): Promise<ReadonlyMap<string, Head>> {
    const heads = new Map<string, Head>();
    for (let after: string | undefined; heads.size < MOST; ) {
      const page = await this.host.journal.list({ limit: PAGE, ...(after !== undefined && { after }) });
      for (const head of page) heads.set(head.id, head);
      if (page.length < PAGE) break;
      after = page.at(-1)?.id;
    }
    return heads;
  }
}

function names(heads: ReadonlyMap<string, Head>): string {
  return JSON.stringify([...heads.values()].map(({ id, name, incarnation }) => [id, name, incarnation]));
}
