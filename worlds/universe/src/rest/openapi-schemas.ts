export type Json = Readonly<Record<string, unknown>>;

export const text: Json = { type: 'string' };
export const number: Json = { type: 'number' };
export const whole: Json = { type: 'integer', minimum: 0 };
export const revision: Json = { ...whole, maximum: 999_999_999_999_999 };

export function list(items: Json): Json {
  return { type: 'array', items };
}

export function object(properties: Json, required: readonly string[] = Object.keys(properties)): Json {
  return { type: 'object', properties, required };
}

/** What we take, unlike what we give, has no field that is not known. */
export function strict(properties: Json, required: readonly string[]): Json {
  return { ...object(properties, required), additionalProperties: false };
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function content(schema: Json, type = 'application/json'): Json {
  return { content: { [type]: { schema } } };
}

export function answer(
  description: string,
  schema: Json,
  type?: string,
): Json & { readonly description: string } {
  return { description, ...content(schema, type) };
}

export function parameter(place: 'query' | 'header', name: string, schema: Json, description: string): Json {
  return { name, in: place, schema, description };
}

const FAILURES = {
  400: 'The request is malformed.',
  401: 'The server asks for a token, and this is none.',
  403: 'The server is read-only, or this caller may not come in.',
  404: 'There is no such universe.',
  409: 'The universe is not as expected, later changes stand in the way, or the key means another operation.',
  413: 'The body is larger than the server takes.',
  415: 'The body is not application/json, or is compressed.',
  422: 'The command cannot apply. Nothing has changed; the message says why.',
  429: 'Too much is asked at once. Nothing is done; Retry-After says when to come back.',
  500: 'The server failed. Its log has the details.',
  503: 'The store cannot be reached or is full. Nothing is confirmed: retry with the same key.',
} as const;

export type FailureStatus = keyof typeof FAILURES;

/** Before any route is writeOptions, or because it failed. */
const ANYWHERE = [400, 401, 403, 429, 500] as const;

export function failed(
  ...statuses: readonly FailureStatus[]
): Readonly<Record<string, Json & { readonly description: string }>> {
  return Object.fromEntries(
    [...ANYWHERE, ...statuses].map(status => [status, answer(FAILURES[status], ref('Failure'))]),
  );
}
