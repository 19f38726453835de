import { createHash } from 'node:crypto';
import type { Head } from '@worldwire/journal';
import { isObject, type JsonObject } from '@worldwire/protocol';
import { type WebRequest, WorldError } from '@worldwire/server';
import type { Precondition, WriteOptions } from '../service/operation.js';

export const DEFAULT_PER_PAGE = 50;
export const MAX_PER_PAGE = 500;
export const KEY = /^[\x21-\x7e]{1,255}$/;
export const IF_MATCH = /^(?:\*|(?:W\/)?"?(\d{1,15})(?:\.([\w-]+))?"?)$/;

export function invalid(message: string, hint = 'GET /openapi.json describes every request.'): WorldError {
  return new WorldError('InvalidArgument', message, hint);
}

export function objectBody({ body }: WebRequest, fields: readonly string[]): JsonObject {
  if (!isObject(body)) throw invalid('The body must be a JSON object.', `Fields: ${fields.join(', ')}.`);
  const unknown = Object.keys(body).find(name => !fields.includes(name));
  if (unknown === undefined) return body;
  throw invalid(`The field "${unknown.slice(0, 64)}" is unknown.`, `Fields: ${fields.join(', ')}.`);
}

/** The principal, Idempotency-Key and If-Match of a request. */
export function writeOptions(request: WebRequest): WriteOptions {
  const key = request.header('idempotency-key');
  if (key !== undefined && !KEY.test(key)) {
    throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters without spaces.');
  }
  return {
    principal: request.principal,
    heavy: steps => request.heavy(steps),
    key,
    ...(request.beforeLoss !== undefined && { beforeLoss: request.beforeLoss }),
    ...readIfMatch(request.header('if-match')),
  };
}

/** For a write without an entry in the log, whose retries cannot be recognized. */
export function unkeyedWriteOptions(request: WebRequest): WriteOptions {
  const { key, ...rest } = writeOptions(request);
  if (key === undefined) return rest;
  throw invalid(
    'Idempotency-Key is not supported for a rename or a removal, which are not recorded.',
    'Leave the header out. If-Match protects against concurrent changes.',
  );
}

/** One of our entity tags, or a revision alone. `*` matches any existing universe. */
function readIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return {};
  const match = IF_MATCH.exec(header.trim());
  if (match === null) throw invalid('If-Match must be an ETag of the universe or a revision, such as "42".');
  const [, digits, which] = match;
  if (digits === undefined) return {};
  return {
    ifRevision: Number(digits),
    ...(which !== undefined && { ifHead: (head: Head) => headDigest(head) === which }),
  };
}

export function wholeNumber(request: WebRequest, name: string): number | undefined {
  const text = request.query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw invalid(`${name} must be an integer, 0 or greater, not "${text.slice(0, 64)}".`);
  return Number(text);
}

export function finiteNumber(request: WebRequest, name: string): number | undefined {
  const text = request.query.get(name);
  if (text === null) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw invalid(`${name} must be a number, not "${text.slice(0, 64)}".`);
  return value;
}

export function pageLimit(request: WebRequest): number {
  const limit = wholeNumber(request, 'limit') ?? DEFAULT_PER_PAGE;
  if (limit < 1 || limit > MAX_PER_PAGE) throw invalid(`limit must be 1 to ${MAX_PER_PAGE}, not ${limit}.`);
  return limit;
}

export function oneOf<Choice extends string>(
  request: WebRequest,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = request.query.get(name);
  if (text === null) return undefined;
  const choice = choices.find(candidate => candidate === text);
  if (choice === undefined)
    throw invalid(`${name} must be one of: ${choices.join(', ')}; not "${text.slice(0, 64)}".`);
  return choice;
}

export function entityTag(revision: number): Readonly<Record<string, string>> {
  return { etag: `"${revision}"` };
}

/** For documents that contain the head. It differs between universes that had the same id one after the other. */
export function documentTag(head: Head, revision: number): { readonly etag: string } {
  return { etag: `"${revision}.${headDigest(head)}"` };
}

/** A rename does not change the revision. */
function headDigest({ incarnation, name, updatedAt }: Head): string {
  const digest = createHash('sha256').update(JSON.stringify([incarnation, name, updatedAt]));
  return digest.digest('base64url').slice(0, 8);
}

/** Whether the caller has a copy with this tag. https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match */
export function hasCopy(request: WebRequest, { etag }: { readonly etag: string }): boolean {
  const copies = (request.header('if-none-match') ?? '').split(',').map(copy => copy.trim());
  return copies.some(copy => copy === '*' || copy.replace(/^W\//, '') === etag);
}
