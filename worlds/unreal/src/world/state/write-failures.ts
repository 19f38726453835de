import type { JsonValue } from '@worldwire/protocol';
import type { WorldError } from '@worldwire/server';
import { ReadBackDiffers } from '@worldwire/server/kit';
import { UnrealError } from '../../port/unreal-error.js';
import type { Provenance } from '../../port/unreal-source.js';
import { worldError } from '../sources/source-errors.js';
import { fitValue } from './fit-values.js';
import type { WriteOutcome } from './log-entry.js';

/** Characters of a value before or after a write in the journal. */
export const MAX_VALUE = 16_000;

/** A write that timed out may have been done. */
export function doubted(error: UnrealError): UnrealError {
  const { kind, message, enable, unsure } = error;
  return kind === 'timeout' && !unsure ? new UnrealError(kind, message, enable, true) : error;
}

/** The outcome that the journal keeps of a write that failed. */
export function failureOf(thrown: unknown, provenance: Provenance): WriteOutcome {
  if (thrown instanceof ReadBackDiffers) {
    const [before, after] = [thrown.values.before, thrown.values.after].map(value =>
      fitValue(value as JsonValue, MAX_VALUE),
    ) as [JsonValue, JsonValue];
    return { outcome: 'failed', provenance, before, after, error: errorOf(thrown) };
  }
  const nothing = { provenance, before: null, after: null };
  if (thrown instanceof UnrealError) {
    return { ...nothing, outcome: thrown.unsure ? 'unsure' : 'failed', error: errorOf(worldError(thrown)) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { ...nothing, outcome: 'unsure', error: { kind: 'Internal', message } };
}

function errorOf({ kind, message, hint }: WorldError): NonNullable<WriteOutcome['error']> {
  return { kind, message, ...(hint !== undefined && { hint }) };
}
