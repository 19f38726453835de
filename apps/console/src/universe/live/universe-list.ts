import { type ReadonlySignal, signal } from '@preact/signals';
import { getJson } from '../../api/http.js';
import type { AuditRecord } from '../../api/operator.js';
import { onRecords } from '../../state/audit-feed.js';

export interface UniverseHead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

const PAGE = 500;
/** The address reaches more. */
export const MAX_HEADS = 2_000;
/** Commands that change the list of universes. */
const LISTING = new Set<unknown>(['create', 'createUniverse', 'rename', 'replace', 'remove']);

/** The universes of a world, in the order of their ids, read again when a record of the audit is about the list. */
export class UniverseList {
  readonly #world: string;
  readonly #heads = signal<readonly UniverseHead[] | undefined>(undefined);
  readonly #end: () => void;
  #reading: Promise<void> | undefined;
  #again = false;

  constructor(world: string) {
    this.#world = world;
    this.#end = onRecords(records => {
      if (records.some(record => this.#concerns(record))) void this.read().catch(() => undefined);
    });
  }

  /** Undefined before the first answer. */
  get heads(): ReadonlySignal<readonly UniverseHead[] | undefined> {
    return this.#heads;
  }

  /** Reads the list, once more if it may have changed meanwhile. */
  read(): Promise<void> {
    if (this.#reading !== undefined) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  close(): void {
    this.#end();
  }

  async #readAll(): Promise<void> {
    do {
      this.#again = false;
      const heads: UniverseHead[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined && heads.length < MAX_HEADS; ) {
        const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: { items: readonly UniverseHead[]; nextCursor?: string } = await getJson(
          `${encodeURIComponent(this.#world)}/universes?limit=${PAGE}${after}`,
        );
        heads.push(...page.items);
        cursor = page.nextCursor;
      }
      this.#heads.value = heads;
    } while (this.#again);
  }

  #concerns({ world, outcome, about, dryRun }: AuditRecord): boolean {
    if (world !== this.#world || outcome !== 'done' || dryRun === true) return false;
    const { universe, command } = about ?? {};
    const isKnown = this.#heads.peek()?.some(({ id }) => id === universe) === true;
    return LISTING.has(command) || (universe !== undefined && !isKnown);
  }
}
