import type { Journal } from '@worldwire/journal';
import { type Finding, fail, ok } from './finding.js';

const CHECK = 'journal';

/** Verifies every checksum of a journal. This takes seconds for a large store. */
export async function checkJournal(journal: Pick<Journal, 'verify'>): Promise<readonly Finding[]> {
  const damage = await journal.verify();
  if (damage.length === 0) return [ok(CHECK, 'every checksum matches')];
  return merged(damage).map(sentence =>
    fail(
      CHECK,
      sentence,
      'docs/universe.md describes under "Damage" what can still be read and how to restore.',
    ),
  );
}

/** Counts repeated sentences: every check that reads a damaged page reports it. */
function merged(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} times)`));
}
