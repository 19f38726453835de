import { WorldError } from '@worldwire/server';
import type { WriteLog } from '@worldwire/writes';

/** The revision of the writes. Undefined where the journal cannot be read: reads continue without it. */
export async function revisionOf(log: Pick<WriteLog, 'revision'>): Promise<number | undefined> {
  try {
    return await log.revision();
  } catch (thrown) {
    if (thrown instanceof WorldError) return undefined;
    throw thrown;
  }
}
