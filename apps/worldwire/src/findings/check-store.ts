import { existsSync } from 'node:fs';
import { NO_SQLITE } from '@worldwire/journal';
import { codeBehind } from '../errors/problem.js';
import { openStore, universeFile } from '../storage/store.js';
import { type Finding, fail, ok, warn } from './finding.js';
import { checkJournal } from './journal.js';

const CHECK = 'store';
const LISTED = 'The findings of the journal name the damage and where to read about it.';

/** Whether the store of the universe can be opened and is not damaged. */
export async function checkStore({
  data,
  store,
}: {
  readonly data: string;
  readonly store: string;
}): Promise<readonly Finding[]> {
  if (store === 'memory') {
    const advice = 'Leave --store out to keep it.';
    return [warn(CHECK, 'The universe is kept in memory and lost at the end of the server.', advice)];
  }
  const file = universeFile(data);
  return checkOpened(CHECK, store, file);
}

/** The same for an SQLite file. A missing file is not created. */
export function checkFile(check: string, file: string): Promise<readonly Finding[]> {
  return checkOpened(check, 'sqlite', file);
}

async function checkOpened(check: string, store: string, file: string): Promise<readonly Finding[]> {
  try {
    if (store === 'sqlite' && !existsSync(file) && !existsSync(`${file}.id`)) {
      await (await import('@worldwire/journal/sqlite')).loadBinding();
      return [ok(check, `${file} will be made by the first start`)];
    }
    const journal = await openStore(store, file);
    try {
      const name = store === 'sqlite' ? file : 'the database';
      const kept = await checkJournal(journal);
      const isWhole = kept.every(({ state }) => state === 'ok');
      return [
        isWhole ? ok(check, `${name} can be used`) : fail(check, `${name} is damaged.`, LISTED),
        ...kept,
      ];
    } finally {
      await journal.close();
    }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const fix =
      store === 'sqlite'
        ? fixForFile(codeBehind(thrown))
        : 'Check the address, the rights and that the database is running.';
    return [fail(check, message, fix)];
  }
}

function fixForFile(code = ''): string {
  if (code === NO_SQLITE) {
    return 'Do what it says. The other worlds are served meanwhile, and the universe is with --store memory.';
  }
  if (/^SQLITE_(NOTADB|CORRUPT)$/.test(code)) {
    return 'Restore the file from a backup. To start with an empty one, move it away together with its .id file.';
  }
  if (/^(E[A-Z]+$|SQLITE_(READONLY|PERM|AUTH|CANTOPEN)$)/.test(code)) {
    return 'Give this user the right to write to it, or name another folder with --data DIR.';
  }
  return 'Do what it says, or name another folder with --data DIR.';
}
