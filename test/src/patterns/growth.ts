import { parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { CountingMatcher, TooManySteps } from './backtracking.js';
import { type Pump, pumped, pumpsOf } from './pumped-inputs.js';

const FIRST = 64;
const SHORT = 256;
const LONG = 1_024;
/** Linear work takes four times as many steps for four times as much. */
const MAX_TIMES = 5.5;
/** Steps for a character of the short text, compared with the first. More begin to grow. */
const MAX_STEADY = 1.3;
/** Fewer steps for a character are not measured: fixed costs outweigh them. */
const MIN_PER_CHARACTER = 12;
/** More steps for a character are too many, whatever the growth. */
const MAX_PER_CHARACTER = 200;
/** A part that is repeated at most so often cannot grow. */
const SMALL_COUNT = 8;

export interface Growth {
  readonly pump: Pump;
  readonly short: number;
  readonly long: number;
}

/** The first grown text for which an expression takes more than linear time. */
export function superlinear(pattern: string, flags: string): Growth | undefined {
  const literal = parseRegExpLiteral(new RegExp(pattern, flags));
  let canGrow = false;
  visitRegExpAST(literal, {
    onQuantifierEnter: ({ max }) => {
      canGrow ||= max > SMALL_COUNT;
    },
  });
  if (!canGrow) return undefined;
  const matcher = new CountingMatcher(literal);
  const seen = new Set<string>();
  for (const pump of pumpsOf(literal)) {
    const text = pumped(pump, SHORT);
    if (seen.has(text)) continue;
    seen.add(text);
    const short = count(matcher, text);
    const perShort = short / text.length;
    if (perShort < MIN_PER_CHARACTER / 2) continue;
    const first = pumped(pump, FIRST);
    const isSteady = perShort < MAX_STEADY * (count(matcher, first) / first.length);
    if (isSteady && perShort < MAX_PER_CHARACTER / 2) continue;
    const longText = pumped(pump, LONG);
    const long = count(matcher, longText);
    const perCharacter = long / longText.length;
    const times = (long / short) * ((4 * text.length) / longText.length);
    if (perCharacter > MAX_PER_CHARACTER || (perCharacter > MIN_PER_CHARACTER && times > MAX_TIMES))
      return { pump, short, long };
  }
  return undefined;
}

/** At most what is too many. */
function count(matcher: CountingMatcher, text: string): number {
  const limit = (MAX_PER_CHARACTER + 1) * text.length;
  try {
    return matcher.steps(text, limit);
  } catch (thrown) {
    if (thrown instanceof TooManySteps) return limit;
    throw thrown;
  }
}
