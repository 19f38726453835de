import type { z } from 'zod';
import { KINDS, type Kind } from '../model/state.js';
import { chunksOf, type Steps } from '../model/steps.js';
import { Problems, problemsIn } from './schema-problems.js';
import { snapshotSchema } from './state-schema.js';

type Snapshot = z.output<typeof snapshotSchema>;
type Read = { readonly snapshot: Snapshot } | { readonly problems: readonly string[] };

/**
 * Validates a snapshot in steps. The result and the order of problems are those of `snapshotSchema.safeParse`, which runs
 * at once.
 */
export function* readSnapshot(value: unknown, above: readonly PropertyKey[] = []): Steps<Read> {
  if (!isObject(value)) return outcome(snapshotSchema.safeParse(value), above);
  const problems = new Problems();
  const snapshot: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<z.ZodType>(snapshotSchema.shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = value[name];
    const place = [...above, name];
    if (isKind(name) && isObject(given)) {
      snapshot[name] = yield* readRecord(schema, given, place, problems);
      continue;
    }
    const parsed = schema.safeParse(given);
    if (parsed.success) snapshot[name] = parsed.data;
    else problems.add(parsed.error, place);
    yield;
  }
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(snapshotSchema.shape, name));
  const rest = snapshotSchema.safeParse(Object.fromEntries(unknown.map(name => [name, null])));
  if (!rest.success) problems.add(rest.error, above);
  const { sentences } = problems;
  return sentences.length > 0 ? { problems: sentences } : { snapshot: snapshot as Snapshot };
}

function* readRecord(
  schema: z.ZodType,
  given: Readonly<Record<string, unknown>>,
  place: readonly PropertyKey[],
  problems: Problems,
): Steps<Record<string, unknown>> {
  const read: [string, unknown][] = [];
  for (const ids of chunksOf(Object.keys(given))) {
    const parsed = schema.safeParse(Object.fromEntries(ids.map(id => [id, given[id]])));
    if (parsed.success) for (const entry of Object.entries(parsed.data as object)) read.push(entry);
    else problems.add(parsed.error, place);
    yield;
  }
  return Object.fromEntries(read);
}

function outcome(parsed: z.ZodSafeParseResult<Snapshot>, above: readonly PropertyKey[]): Read {
  return parsed.success ? { snapshot: parsed.data } : { problems: problemsIn(parsed.error, above) };
}

function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
