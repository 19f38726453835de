import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';
import { z } from 'zod';

/** Left out of tools/list, because nearly every argument would repeat them. An error says them when they matter. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'exclusiveMinimum'],
]);
const MAX_NUMBER = 10_000;
const USUAL_MINIMUMS: readonly number[] = [0, 1];
/** What an argument that is left out means in any case. */
const USUAL_DEFAULTS: readonly unknown[] = [false, 0];

/** The schema of arguments, as short as tools/list shows it. The tool itself validates by the whole schema. */
export function listedSchema(input: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return shortened(schema as JsonValue) as JsonObject;
}

function shortened(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shortened);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, item]) =>
      !LEFT_OUT.has(name) &&
      !(name === 'maximum' && (item as number) > MAX_NUMBER) &&
      !(name === 'default' && USUAL_DEFAULTS.includes(item)) &&
      !(name === 'minimum' && USUAL_MINIMUMS.includes(item as number)),
  );
  return Object.fromEntries(kept.map(([name, item]) => [name, shortened(item as JsonValue)]));
}
