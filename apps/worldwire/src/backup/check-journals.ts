import { join } from 'node:path';
import { openSqlite, type SqliteJournal } from '@worldwire/journal/sqlite';
import { Problem, reasonOf } from '../errors/problem.js';

const PAGE = 500;

export interface JournalSummary {
  readonly path: string;
  readonly logs: readonly { readonly id: string; readonly revision: number }[];
}

/** Opens every journal of a folder and verifies its checksums. Throws when one is damaged. */
export async function checkJournals(
  folder: string,
  paths: readonly string[],
): Promise<readonly JournalSummary[]> {
  const summaries: JournalSummary[] = [];
  for (const path of paths) summaries.push({ path, logs: await checkJournal(join(folder, path), path) });
  return summaries;
}

async function checkJournal(file: string, path: string): Promise<JournalSummary['logs']> {
  let journal: SqliteJournal | undefined;
  try {
    journal = await openSqlite(file);
    const [damage] = await journal.verify();
    if (damage !== undefined) throw new Error(damage);
    return await logsOf(journal);
  } catch (thrown) {
    throw Problem.failure(`${path} in the backup is damaged. ${reasonOf(thrown)}`, thrown);
  } finally {
    await journal?.close();
  }
}

async function logsOf(journal: SqliteJournal): Promise<JournalSummary['logs']> {
  const logs: { id: string; revision: number }[] = [];
  for (;;) {
    const after = logs.at(-1)?.id;
    const heads = await journal.list({ limit: PAGE, ...(after !== undefined && { after }) });
    logs.push(...heads.map(({ id, revision }) => ({ id, revision })));
    if (heads.length < PAGE) return logs;
  }
}
