import { JournalDamaged, JournalUnavailable } from '../contract/errors.js';
import { isSqliteError, resultOf } from './result-codes.js';

const OUT_OF_RANGE = /^Value is too large to be represented as a JavaScript number/;

export function isBusy(error: unknown): boolean {
  return resultOf(error)?.name === 'SQLITE_BUSY';
}

/** The journal writes only safe integers, so a row with another number is damaged. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && OUT_OF_RANGE.test(error.message);
}

/** Undefined if the error concerns a single call and not the store. */
export function asUnavailable(error: unknown): JournalUnavailable | undefined {
  if (error instanceof JournalUnavailable) return error;
  if (isOutOfRange(error)) {
    return new JournalDamaged('A number in the journal is out of range.', { cause: error });
  }
  const result = resultOf(error);
  if (result === undefined) return undefined;
  const { name: code, advice, damage } = result;
  const message = `${advice} (${code}${extendedCode(error)})`;
  return damage
    ? new JournalDamaged(message, { cause: error, code })
    : new JournalUnavailable(message, { cause: error, code });
}

/** A statement that cannot be prepared means that the tables do not match the schema version. */
export function asDamagedSchema(error: unknown): unknown {
  const unavailable = asUnavailable(error);
  if (unavailable !== undefined || !isSqliteError(error)) return unavailable ?? error;
  return new JournalDamaged(`The tables of the journal are damaged. (${error.message})`, { cause: error });
}

/** Tells, for example, which disk operation failed. */
function extendedCode(error: unknown): string {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return errcode > 0xff ? `, extended code ${errcode}` : '';
}
