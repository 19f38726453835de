import { type Journal, NO_SQLITE } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import { codeBehind } from '../errors/problem.js';
import { openStore } from '../storage/store.js';
import { writesFile } from './unity-files.js';

/** Has a log for each engine. Not in a database: the engines are those of this server. Undefined for one in memory. */
export async function openUnityJournal(
  { store }: { readonly store: string },
  folder: string,
  log: Log,
): Promise<Journal | undefined> {
  if (store === 'memory') return undefined;
  try {
    return await openStore('sqlite', writesFile(folder));
  } catch (thrown) {
    if (codeBehind(thrown) !== NO_SQLITE) throw thrown;
    // The world works without it, as long as the process lasts.
    log.warn({ err: thrown }, 'there is no SQLite: the journal of unity is in memory');
    return undefined;
  }
}
