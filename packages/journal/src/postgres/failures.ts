import { DatabaseError } from 'pg';
import { JournalConflict, JournalUnavailable } from '../errors.js';

const UNIQUE_VIOLATION = '23505';

/** By class of SQLSTATE (its first two characters) or by whole code, which goes first. */
const ADVICE: Readonly<Record<string, string>> = {
  '08': 'The connection to PostgreSQL was lost. Check that the server runs; the journal connects again by itself.',
  '25006': 'PostgreSQL accepts no writes. Connect to the primary server.',
  '28': 'PostgreSQL refused the user. Check the name and the password.',
  '3D': 'The database does not exist. Create it first.',
  '40': 'PostgreSQL could not finish the write beside another one. Try again.',
  '42501':
    'The user may not do this. Grant it the right to create and write tables in the schema of the journal.',
  '53': 'PostgreSQL has no room left. Free disk space, memory or connections; the journal goes on by itself.',
  '53100': 'The disk of PostgreSQL is full. Free some space; the journal goes on by itself.',
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or use fewer.',
  '55': 'PostgreSQL keeps a lock for somebody else. Try again.',
  '57': 'PostgreSQL ended the query. Check that the server runs; the journal connects again by itself.',
  '57014': 'PostgreSQL took too long and was stopped. Try again, or look for a lock that is held.',
  '58': 'PostgreSQL had a failure of its system. Check its log and its disk.',
};

const UNREACHABLE = 'PostgreSQL cannot be reached. Check the address and that the server runs.';

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** Whether the connection is as good as before: the server has answered, and only refused. */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** What a caller of the journal sees. */
export function asJournalError(error: unknown): Error {
  if (
    error instanceof JournalConflict ||
    error instanceof JournalUnavailable ||
    error instanceof RangeError
  ) {
    return error;
  }
  if (!(error instanceof DatabaseError)) {
    return new JournalUnavailable(`${UNREACHABLE} (${reason(error)})`, { cause: error });
  }
  const { code = '', message } = error;
  const advice = ADVICE[code] ?? ADVICE[code.slice(0, 2)] ?? 'PostgreSQL refused.';
  return new JournalUnavailable(`${advice} (${code}: ${message})`, { cause: error });
}

/** A refused connection to a name with several addresses has no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
