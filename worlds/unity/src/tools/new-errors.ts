import { fitItems, resultBytesOf } from '@worldwire/server/kit';
import type { ProblemBook, ProblemDto } from '../state/problem-book.js';

const MAX_ERRORS = 5;
const MAX_MESSAGE = 300;
const MAX_STACK = 3;
/** Bytes of the list in an answer that leaves no room for more. */
const MIN_BYTES = 2_048;
const ENVELOPE_BYTES = 1_024;

/** The problems of the project that appeared while a write ran. Nothing if there are none. */
export function newErrors(
  problems: ProblemBook,
  since: number,
  { answer, maxBytes }: { readonly answer: object; readonly maxBytes: number },
): { readonly errors?: readonly object[]; readonly errorsMore?: string } {
  if (problems.last === since) return {};
  const { Items, Total } = problems.list({ since, limit: MAX_ERRORS }, Number.POSITIVE_INFINITY);
  const left = maxBytes - resultBytesOf(answer) - ENVELOPE_BYTES;
  const errors = fitItems(Items.map(brief), {
    max: Math.max(left, MIN_BYTES),
    min: 1,
    sizeOf: resultBytesOf,
  });
  return {
    errors,
    ...(errors.length < Total && {
      errorsMore: `${Total - errors.length} more: GetErrors {"since":${Items[errors.length - 1]?.N}}`,
    }),
  };
}

function brief({ Level, Kind, Message, File, Line, Stack, Count }: ProblemDto): object {
  return {
    Level,
    Kind,
    Message: Message.length > MAX_MESSAGE ? `${Message.slice(0, MAX_MESSAGE)}…` : Message,
    ...(File !== undefined && { File }),
    ...(Line !== undefined && { Line }),
    ...(Stack !== undefined && { Stack: Stack.slice(0, MAX_STACK) }),
    ...(Count !== undefined && { Count }),
  };
}
