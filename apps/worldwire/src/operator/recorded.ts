import { WorldError } from '@worldwire/server';
import type { Operated, OperatorNote } from './operated.js';

/**
 * Records an action before it takes effect. An action that opens something is refused while nothing can be recorded; one that
 * closes something is not, because it may be needed most then.
 */
export async function recorded(
  { audit, log }: Pick<Operated, 'audit' | 'log'>,
  note: OperatorNote,
  opens = false,
): Promise<void> {
  log.info({ ...note }, 'operator');
  await audit.note?.(note);
  if (!opens || audit.refusal === undefined) return;
  throw new WorldError(
    'NotReady',
    `Nothing is opened, because ${audit.refusal}.`,
    'Make room for the audit first: the log of the server names its file.',
  );
}
