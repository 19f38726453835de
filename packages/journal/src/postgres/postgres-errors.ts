import { DatabaseError } from 'pg';
import { JournalConflict, JournalDamaged, JournalUnavailable } from '../contract/errors.js';

const UNIQUE_VIOLATION = '23505';

/** By SQLSTATE, or by its class (the first two characters). */
const ADVICE: Readonly<Record<string, string>> = {
  '08': 'The connection to PostgreSQL was lost. Check that the server runs; the journal reconnects by itself.',
  '25006': 'PostgreSQL accepts no writes. Connect to the primary server.',
  '28': 'PostgreSQL refused the user. Check the name and the password.',
  '3D': 'The database does not exist. Create it first.',
  '40': 'PostgreSQL could not finish the write because of another one. Try again.',
  '42501':
    'The user may not do this. Grant it the right to create and write tables in the schema of the journal.',
  '53': 'PostgreSQL has no resources left. Free disk space, memory or connections; the journal then continues by itself.',
  '53100': 'The disk of PostgreSQL is full. Free some space; the journal then continues by itself.',
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or use fewer.',
  '55': 'PostgreSQL holds a lock for another client. Try again.',
  '57': 'PostgreSQL ended the query. Check that the server runs; the journal reconnects by itself.',
  '57014': 'The query timed out. Try again, or look for a lock that is held.',
  '58': 'PostgreSQL had a system error. Check its log and its disk.',
};

/** By SQLSTATE. */
const DAMAGE: Readonly<Record<string, string>> = {
  '3F000': 'The schema of the journal is missing in the database.',
  '42P01': 'A table of the journal is missing in the database.',
  '42703': 'A column of a table of the journal is missing in the database.',
  XX001: 'PostgreSQL found damaged data.',
  XX002: 'PostgreSQL found a damaged index.',
};

const UNREACHABLE = 'PostgreSQL cannot be reached. Check the address and that the server runs.';
const TIMED_OUT_MESSAGE =
  'PostgreSQL did not answer in time. Check that the server runs and is not overloaded.';
/** In the driver's message after its own timeout. */
const TIMED_OUT = /timeout/i;

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** Whether the server answered with an error, so that the connection is still usable. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** The original error may contain users and addresses, so it is only the cause. */
export function asJournalError(error: unknown): Error {
  if (
    error instanceof JournalConflict ||
    error instanceof JournalUnavailable ||
    error instanceof RangeError
  ) {
    return error;
  }
  if (!(error instanceof DatabaseError)) return connectionError(error);
  const { code = '' } = error;
  const damage = DAMAGE[code];
  if (damage !== undefined) return new JournalDamaged(`${damage} (${code})`, { cause: error });
  const advice = ADVICE[code] ?? ADVICE[code.slice(0, 2)] ?? 'PostgreSQL refused the query.';
  return new JournalUnavailable(`${advice} (${code})`, { cause: error });
}

/** The error of a host with several addresses has no message of its own; its first error has. */
function connectionError(error: unknown): JournalUnavailable {
  const cause = error instanceof AggregateError && error.message === '' ? (error.errors[0] ?? error) : error;
  const timedOut = cause instanceof Error && TIMED_OUT.test(cause.message);
  const { code } = cause as { readonly code?: unknown };
  const suffix = typeof code === 'string' ? ` (${code})` : '';
  return new JournalUnavailable(`${timedOut ? TIMED_OUT_MESSAGE : UNREACHABLE}${suffix}`, { cause });
}
