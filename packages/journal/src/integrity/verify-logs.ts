import { JournalDamaged } from '../contract/errors.js';
import type { Head, Journal } from '../contract/journal.js';

const LOGS = 500;
const ENTRIES = 1_000;
const MAX_FINDINGS = 20;

/** Collects what is damaged, and says how much of it is left out. */
export class Findings {
  readonly #sentences: string[] = [];
  #more = 0;

  add(sentence: string): void {
    if (this.#sentences.length < MAX_FINDINGS) this.#sentences.push(sentence);
    else this.#more += 1;
  }

  /** Does something, and adds the damage that it meets. */
  check(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#addDamage(error);
    }
  }

  async checkAsync(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#addDamage(error);
    }
  }

  get all(): readonly string[] {
    return this.#more === 0 ? this.#sentences : [...this.#sentences, `There are ${this.#more} more.`];
  }

  #addDamage(error: unknown): void {
    if (!(error instanceof JournalDamaged)) throw error;
    this.add(error.message);
  }
}

/** Reads every log as others do, so that the journal itself finds what is damaged. */
export async function verifyLogs(journal: Journal, findings: Findings): Promise<void> {
  for await (const head of listed(journal, findings)) await verifyLog(journal, head, findings);
}

/** All heads but those that are damaged, which are added to the findings. */
async function* listed(journal: Journal, findings: Findings): AsyncGenerator<Head> {
  const damaged = new Set<string>();
  let singly = 0;
  for (let after: string | undefined; ; ) {
    const limit = singly > 0 ? 1 : LOGS;
    singly -= 1;
    try {
      const heads = await journal.list({ limit, ...(after !== undefined && { after }) });
      yield* heads;
      if (heads.length < limit) return;
      after = heads.at(-1)!.id;
    } catch (error) {
      // A damaged id that no log can have: nothing can be listed behind it.
      if (error instanceof RangeError && after !== undefined && damaged.has(after)) return;
      if (!(error instanceof JournalDamaged)) throw error;
      if (limit > 1) {
        singly = LOGS;
        continue;
      }
      findings.add(error.message);
      // Where an index is damaged, the list may lead to the same head again.
      if (error.headOf === undefined || damaged.has(error.headOf)) return;
      damaged.add(error.headOf);
      after = error.headOf;
    }
  }
}

async function verifyLog(
  journal: Journal,
  { id, incarnation, revision }: Head,
  findings: Findings,
): Promise<void> {
  await findings.checkAsync(() => journal.snapshot(id, incarnation));
  await findings.checkAsync(() => journal.origin(id, incarnation));
  let singlyUntil = 0;
  for (let after = 0; after < revision; ) {
    const limit = after < singlyUntil ? 1 : ENTRIES;
    try {
      const { length } = await journal.read(id, after, limit, incarnation);
      // The log was removed meanwhile.
      if (length === 0) return;
      after += length;
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      if (limit === 1) {
        findings.add(error.message);
        after += 1;
      } else singlyUntil = after + ENTRIES;
    }
  }
}
