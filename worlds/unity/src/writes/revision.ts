import { WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { type Journal, type KeptEntry, writerOf } from './journal.js';

const MAX_CHANGES = 10;
const MAX_SUBJECT = 120;

/** Throws if the journal has newer changes than the caller expects. The error lists them. */
export function requireRevision(journal: Journal, expected: number | undefined): void {
  const { revision } = journal;
  if (expected === undefined || expected === revision) return;
  if (expected > revision) {
    throw new WorldError(
      'Conflict',
      `ifRevision is ${expected}, and the newest revision is ${revision}. Revisions begin at 0 when the server starts.`,
      `Read the scene again, and send ifRevision: ${revision}.`,
    );
  }
  const changes = journal.after(expected).filter(({ changed }) => changed);
  const listed = changes.slice(0, MAX_CHANGES).map(changeOf);
  const more = changes.length - listed.length;
  const texts = listed.map(({ id, tool, subject }) => `${id} ${tool} ${subject}`.trim());
  throw new WorldError(
    'Conflict',
    `ifRevision is ${expected}, and the scene is at revision ${revision}. Changed since: ${texts.join('; ')}` +
      `${more > 0 ? `; and ${more} more` : ''}. Nothing was changed.`,
    `Read what these writes changed (ListJournal {"since":${expected}}), and send ifRevision: ${revision}.`,
    { revision, changes: listed, total: changes.length },
  );
}

function changeOf(entry: KeptEntry) {
  const { id, tool } = entry;
  return { id, tool, principal: writerOf(entry), subject: cutText(subjectOf(entry), MAX_SUBJECT) };
}

/** What an entry changed: in words if they are known, otherwise its arguments. */
export function subjectOf({ changes, args }: KeptEntry): string {
  const [only, ...more] = changes;
  return (more.length === 0 ? only?.reversal.what : undefined) ?? JSON.stringify(args) ?? '';
}
