import { z } from 'zod';
import type { CommonArgument } from '../api/common-arguments.js';
import { cutText } from './cut-text.js';
import { didYouMean } from './near-matches.js';

/** Unknown arguments that are named, and characters of each. A request may have tens of thousands. */
const MAX_UNKNOWN = 5;
const MAX_SHOWN = 128;

/**
 * The problems of invalid arguments as text: unknown ones with the nearest known name and all known names, others as zod
 * says them.
 *
 *     argumentProblems(parsed.error, input, ['dryRun']); // ✖ Unknown argument "limt". Did you mean limit?\nKnown: limit, cursor, dryRun.
 */
export function argumentProblems(
  error: z.ZodError,
  input: z.ZodObject,
  common: readonly CommonArgument[] = [],
): string {
  const lines: string[] = [];
  const others: z.core.$ZodIssue[] = [];
  for (const issue of error.issues) {
    const known = issue.code === 'unrecognized_keys' ? namesAt(input, issue.path) : undefined;
    if (issue.code !== 'unrecognized_keys' || known === undefined) {
      others.push(issue);
      continue;
    }
    const names = issue.path.length === 0 ? [...known, ...common] : known;
    for (const key of issue.keys.slice(0, MAX_UNKNOWN)) {
      const shown = cutText([...issue.path, key].join('.'), MAX_SHOWN);
      lines.push(`✖ Unknown argument "${shown}".${didYouMean(key, names)}`);
    }
    const more = issue.keys.length - MAX_UNKNOWN;
    if (more > 0) lines.push(`✖ ${more} more unknown arguments.`);
    lines.push(names.length === 0 ? 'There are no arguments.' : `Known: ${names.join(', ')}.`);
  }
  if (others.length > 0) lines.push(z.prettifyError(new z.ZodError(others)));
  return lines.join('\n');
}

/** The names of an object inside a schema, or undefined where the schema has none at that path. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
  let found: z.ZodType | undefined = unwrapped(schema);
  for (const key of path) {
    if (found instanceof z.ZodObject) {
      found = unwrapped((found.shape[key as string] ?? found.def.catchall) as z.ZodType | undefined);
    } else if (found instanceof z.ZodArray) found = unwrapped(found.element as z.ZodType);
    else return undefined;
  }
  if (found instanceof z.ZodUnion) {
    const options = (found.options as z.ZodType[]).filter(option => option instanceof z.ZodObject);
    return options.length === 0 ? undefined : options.flatMap(option => Object.keys(option.shape));
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : undefined;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}
