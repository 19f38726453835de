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

/** For requests, in which unknown fields are refused. */
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
  401: 'The token is missing or wrong.',
  403: 'The server is read-only, or the caller is not allowed.',
  404: 'The universe does not exist.',
  409: 'The universe is not the expected one, later changes conflict, or the key was used for another operation.',
  413: 'The body is too large.',
  415: 'The body is not application/json, or is compressed.',
  422: 'The command is refused. Nothing was changed; the message gives the reason.',
  429: 'Too many requests. Nothing was changed; retry after Retry-After.',
  500: 'The server failed. Its log has the details.',
  503: 'The store cannot be reached or is full. The outcome is unknown; retry with the same key.',
} as const;

export type FailureStatus = keyof typeof FAILURES;

/** Of every route. */
const ANYWHERE = [400, 401, 403, 429, 500] as const;

export function failed(
  ...statuses: readonly FailureStatus[]
): Readonly<Record<string, Json & { readonly description: string }>> {
  return Object.fromEntries(
    [...ANYWHERE, ...statuses].map(status => [status, answer(FAILURES[status], ref('Failure'))]),
  );
}
