import { isObject, type JsonValue } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';

/** The body of a request, which must be an object. */
export function objectOf(body: JsonValue | undefined, example: string): Readonly<Record<string, JsonValue>> {
  if (isObject(body)) return body;
  throw new WorldError(
    'InvalidArgument',
    'The body must be a JSON object.',
    `Send a body such as ${example}, with Content-Type: application/json.`,
  );
}
