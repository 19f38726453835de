import { createHash } from 'node:crypto';
import type { Head } from '@worldwire/journal';
import { isObject, type JsonObject } from '@worldwire/protocol';
import { type WebRequest, WorldError } from '@worldwire/server';
import type { Precondition, WriteOptions } from '../service/operation.js';

export const PAGE = 50;
export const MAX_PER_PAGE = 500;
export const KEY = /^[\x21-\x7e]{1,255}$/;
export const IF_MATCH = /^(?:\*|(?:W\/)?"?(\d{1,15})(?:\.([\w-]+))?"?)$/;

export function invalid(message: string, hint?: string): WorldError {
  return new WorldError('InvalidArgument', message, hint);
}

export function objectBody({ body }: WebRequest, fields: readonly string[]): JsonObject {
  if (!isObject(body)) throw invalid('Send a JSON object as the body.', `Its fields: ${fields.join(', ')}.`);
  const unknown = Object.keys(body).find(name => !fields.includes(name));
  if (unknown === undefined) return body;
  throw invalid(`There is no field "${unknown.slice(0, 64)}" here.`, `Fields: ${fields.join(', ')}.`);
}

/** Who asks, with the headers that make a write safe to repeat and safe against others. */
export function writeOptions(request: WebRequest): WriteOptions {
  const key = request.header('idempotency-key');
  if (key !== undefined && !KEY.test(key)) {
    throw invalid('Idempotency-Key is 1 to 255 visible characters without blanks.');
  }
  return {
    principal: request.principal,
    heavy: steps => request.heavy(steps),
    key,
    ...readIfMatch(request.header('if-match')),
  };
}

/** For a write that leaves no entry, and so nothing that a retry could be known by. */
export function unkeyedWriteOptions(request: WebRequest): WriteOptions {
  const { key, ...rest } = writeOptions(request);
  if (key === undefined) return rest;
  throw invalid(
    'Idempotency-Key is for commands and states: a name alone, or a removal, is not recorded.',
    'Leave the header out; If-Match protects against others.',
  );
}

/** An entity tag as we write them, or its revision alone; `*` asks for nothing but existence. */
function readIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return {};
  const match = IF_MATCH.exec(header.trim());
  if (match === null) throw invalid('If-Match names a revision, as in: If-Match: "42".');
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
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${name} is a whole number, 0 or greater.`);
  return Number(text);
}

export function finiteNumber(request: WebRequest, name: string): number | undefined {
  const text = request.query.get(name);
  if (text === null) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw invalid(`${name} is a number.`);
  return value;
}

export function pageLimit(request: WebRequest): number {
  const limit = wholeNumber(request, 'limit') ?? PAGE;
  if (limit < 1 || limit > MAX_PER_PAGE) throw invalid(`limit is 1 to ${MAX_PER_PAGE}.`);
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
  if (choice === undefined) throw invalid(`${name} is one of: ${choices.join(', ')}.`);
  return choice;
}

export function entityTag(revision: number): Readonly<Record<string, string>> {
  return { etag: `"${revision}"` };
}

/** Of what shows the head too. It also differs between universes that had the same id one after the other. */
export function documentTag(head: Head, revision: number): { readonly etag: string } {
  return { etag: `"${revision}.${headDigest(head)}"` };
}

/** Names come and go without a revision, so a tag has more in it than that. */
function headDigest({ incarnation, name, updatedAt }: Head): string {
  const digest = createHash('sha256').update(JSON.stringify([incarnation, name, updatedAt]));
  return digest.digest('base64url').slice(0, 8);
}

/** Whether the caller has a copy with this tag. https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match */
export function hasCopy(request: WebRequest, { etag }: { readonly etag: string }): boolean {
  const copies = (request.header('if-none-match') ?? '').split(',').map(copy => copy.trim());
  return copies.some(copy => copy === '*' || copy.replace(/^W\//, '') === etag);
}
