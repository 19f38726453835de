import { z } from 'zod';
import type { CommonArgument } from '../api/common-arguments.js';
import { didYouMean } from './near-matches.js';

/**
 * The problems of invalid arguments as text: unknown ones with the nearest known name and all known names, others as zod
 * says them.
 *
 *     argumentProblems(parsed.error, input, ['dryRun']); // Unknown argument "limt". Did you mean limit? Known: limit, cursor, dryRun.
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
    for (const key of issue.keys) lines.push(unknownArgument([...issue.path, key].join('.'), key, names));
  }
  if (others.length > 0) lines.push(z.prettifyError(new z.ZodError(others)));
  return lines.join('\n');
}

function unknownArgument(shown: string, key: string, known: readonly string[]): string {
  const all = known.length === 0 ? 'There are no arguments.' : `Known: ${known.join(', ')}.`;
  return `✖ Unknown argument "${shown}".${didYouMean(key, known)} ${all}`;
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
