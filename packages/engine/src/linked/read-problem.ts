import type { Problem } from '../port/engine.js';
import { legible } from '../text/legible.js';

const KINDS: readonly unknown[] = [
  'script',
  'compile',
  'shader',
  'import',
  'engine',
] satisfies Problem['kind'][];
/** Characters of the name of a file. */
export const MAX_FILE = 500;
const MAX_FRAMES = 32;
const MAX_FRAME = 500;

/** The problem of a log line. A field that is not valid is left out, because the line itself matters more. */
export function readProblem(value: unknown): Problem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { kind, file, line, column, stack } = value as Readonly<Record<string, unknown>>;
  const frames = Array.isArray(stack) ? stack.filter(frame => typeof frame === 'string') : [];
  return {
    kind: KINDS.includes(kind) ? (kind as Problem['kind']) : 'engine',
    ...(typeof file === 'string' && file !== '' && { file: legible(file, MAX_FILE) }),
    ...(isPlace(line) && { line }),
    ...(isPlace(column) && { column }),
    ...(frames.length > 0 && { stack: frames.slice(0, MAX_FRAMES).map(frame => legible(frame, MAX_FRAME)) }),
  };
}

/** Counted from 1. */
function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
