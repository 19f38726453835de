import { z } from 'zod';
import type { CommonArgument } from '../api/common-arguments.js';
import { legible } from '../api/legible.js';
import { cutText } from './cut-text.js';
import { didYouMean } from './near-matches.js';

/** Unknown arguments that are named, and characters of each. A request may have tens of thousands. */
const MAX_UNKNOWN = 5;
const MAX_SHOWN = 128;
/** Wrong arguments that are named, and characters of the value of each. */
const MAX_WRONG = 10;
const MAX_VALUE = 60;
/** The message of a union without one of its own. */
const UNION_MESSAGE = 'Invalid input';

type Issue = z.core.$ZodIssue;

/**
 * The problems of invalid arguments as text: unknown ones with the nearest known name and all known names, others with what was
 * expected and the value that came.
 *
 *     argumentProblems(parsed.error, input, given, ['dryRun']); // ✖ Unknown argument "limt". Did you mean limit?\nKnown: limit, cursor, dryRun.
 */
export function argumentProblems(
  error: z.ZodError,
  input: z.ZodObject,
  given: unknown,
  common: readonly CommonArgument[] = [],
): string {
  const lines: string[] = [];
  const others: Issue[] = [];
  for (const issue of error.issues) {
    const known = issue.code === 'unrecognized_keys' ? namesAt(input, issue.path) : undefined;
    if (issue.code !== 'unrecognized_keys' || known === undefined) {
      others.push(issue);
      continue;
    }
    const names = issue.path.length === 0 ? [...known, ...common] : known;
    for (const key of issue.keys.slice(0, MAX_UNKNOWN)) {
      const shown = cutText([...issue.path, key].join('.'), MAX_SHOWN);
      lines.push(`✖ Unknown argument "${legible(shown)}".${didYouMean(key, names)}`);
    }
    const more = issue.keys.length - MAX_UNKNOWN;
    if (more > 0) lines.push(`✖ ${more} more unknown arguments.`);
    lines.push(names.length === 0 ? 'There are no arguments.' : `Known: ${names.join(', ')}.`);
  }
  for (const issue of others.slice(0, MAX_WRONG)) lines.push(`✖ ${wrongArgument(issue, given)}`);
  if (others.length > MAX_WRONG) lines.push(`✖ ${others.length - MAX_WRONG} more are wrong.`);
  return lines.join('\n');
}

/** `Argument "limit": expected number. It is "many".` */
function wrongArgument(issue: Issue, given: unknown): string {
  const { path, expected } = expectation(issue);
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  const place =
    path.length === 0 ? 'The arguments' : `Argument "${legible(cutText(path.join('.'), MAX_SHOWN))}"`;
  const json: string | undefined = JSON.stringify(value);
  return `${place}: ${expected}. ${json === undefined ? 'It is missing' : `It is ${legible(cutText(json, MAX_VALUE))}`}.`;
}

/** What would be right. Of a union: the types of all its branches, or the problem of the branch that matched best. */
function expectation(issue: Issue): { readonly path: readonly PropertyKey[]; readonly expected: string } {
  const { path } = issue;
  if (issue.code !== 'invalid_union') {
    // The value follows.
    const expected = issue.message
      .replace(/^Invalid (?:input|option): /, '')
      .replace(/, received [^"]*$/, '');
    return { path, expected };
  }
  // The union has a text of its own for all its forms.
  if (issue.message !== UNION_MESSAGE) return { path, expected: issue.message };
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [expectation(first)]));
  const inner = firsts.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (inner !== undefined && inner.path.length > 0)
    return { path: [...path, ...inner.path], expected: inner.expected };
  const types = firsts.map(({ expected }) => expected.replace(/^expected /, ''));
  return {
    path,
    expected: types.length === 0 ? 'unsuitable' : `expected ${[...new Set(types)].join(' or ')}`,
  };
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
