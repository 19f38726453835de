import { JournalDamaged } from '../contract/errors.js';
import type { Head, Journal } from '../contract/journal.js';

const LOGS_PER_PAGE = 500;
const ENTRIES_PER_PAGE = 1_000;
const MAX_FINDINGS = 20;

/** Collects descriptions of damage, and the number of those it left out. */
export class Findings {
  readonly #sentences: string[] = [];
  readonly #ofLog = new Set<string>();
  #more = 0;

  /** Two reads of one log may find the same damage, which counts once. */
  beginLog(): void {
    this.#ofLog.clear();
  }

  add(sentence: string): void {
    if (this.#ofLog.has(sentence)) return;
    this.#ofLog.add(sentence);
    if (this.#sentences.length < MAX_FINDINGS) this.#sentences.push(sentence);
    else this.#more += 1;
  }

  /** Adds the damage that the work finds. */
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
    return this.#more === 0
      ? this.#sentences
      : [...this.#sentences, `${this.#more} more findings are not listed.`];
  }

  #addDamage(error: unknown): void {
    if (!(error instanceof JournalDamaged)) throw error;
    this.add(error.message);
  }
}

/** Reads every log through the journal, which compares the checksums. */
export async function verifyLogs(journal: Journal, findings: Findings): Promise<void> {
  for await (const head of undamagedHeads(journal, findings)) await verifyLog(journal, head, findings);
}

/** Adds damaged heads to the findings. The heads of a damaged page are read one by one. */
async function* undamagedHeads(journal: Journal, findings: Findings): AsyncGenerator<Head> {
  const damaged = new Set<string>();
  let single = 0;
  for (let after: string | undefined; ; ) {
    const limit = single > 0 ? 1 : LOGS_PER_PAGE;
    single -= 1;
    try {
      const heads = await journal.list({ limit, ...(after !== undefined && { after }) });
      yield* heads;
      if (heads.length < limit) return;
      after = heads.at(-1)!.id;
    } catch (error) {
      // The damaged id is not a valid id, so the list cannot continue after it.
      if (error instanceof RangeError && after !== undefined && damaged.has(after)) return;
      if (!(error instanceof JournalDamaged)) throw error;
      if (limit > 1) {
        single = LOGS_PER_PAGE;
        continue;
      }
      findings.add(error.message);
      // A damaged index may lead to the same head again.
      if (error.headOf === undefined || damaged.has(error.headOf)) return;
      damaged.add(error.headOf);
      after = error.headOf;
    }
  }
}

/** From the newest to the oldest. Damage ends the search, because its revision is not known. */
async function verifyKeptSnapshots(
  journal: Journal,
  { id, incarnation, revision }: Pick<Head, 'id' | 'incarnation' | 'revision'>,
  findings: Findings,
): Promise<void> {
  await findings.checkAsync(async () => {
    for (let last = revision; last >= 0; ) {
      const snapshot = await journal.snapshotAt(id, last, incarnation);
      if (snapshot === undefined) return;
      last = snapshot.revision - 1;
    }
  });
}

async function verifyLog(
  journal: Journal,
  { id, incarnation, revision }: Head,
  findings: Findings,
): Promise<void> {
  findings.beginLog();
  await findings.checkAsync(() => journal.snapshot(id, incarnation));
  await findings.checkAsync(() => journal.origin(id, incarnation));
  await findings.checkAsync(() => journal.bookmarks(id, incarnation));
  await verifyKeptSnapshots(journal, { id, incarnation, revision }, findings);
  let singleUntil = 0;
  for (let after = 0; after < revision; ) {
    const limit = after < singleUntil ? 1 : ENTRIES_PER_PAGE;
    try {
      const { length } = await journal.read(id, after, limit, incarnation);
      // The log was removed.
      if (length === 0) return;
      after += length;
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      if (limit === 1) {
        findings.add(error.message);
        after += 1;
      } else singleUntil = after + ENTRIES_PER_PAGE;
    }
  }
}
