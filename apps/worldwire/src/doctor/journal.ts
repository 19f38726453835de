import type { Journal } from '@worldwire/journal';
import { type Finding, fail, ok } from './finding.js';

const CHECK = 'journal';

/** Whether all that is kept is as it was written. Every entry is read, so this takes seconds for a large store. */
export async function checkJournal(journal: Pick<Journal, 'verify'>): Promise<readonly Finding[]> {
  const damage = await journal.verify();
  if (damage.length === 0) return [ok(CHECK, 'every checksum matches')];
  return damage.map(sentence =>
    fail(CHECK, sentence, 'docs/universe.md says under "Damage" what can still be read and how to restore.'),
  );
}
