import { isObject, type JsonObject } from '@worldwire/protocol';
import type { WebAnswer, WebFeed } from '../api/web.js';
import { META_REVISION } from '../kit/structured-answer.js';
import type { AuditResult } from './audit-trail.js';

const MAX_TEXT = 128;
const NUMBER_TAG = /^"(\d{1,15})"$/;

/** The revision and the plan in the result of a tool, for the audit. */
export function toolResult(result: JsonObject, expectDigest: unknown): AuditResult {
  const { _meta: meta, structuredContent: data } = result;
  const shown = isObject(data) ? data : {};
  const revision = short((isObject(meta) ? meta[META_REVISION] : undefined) ?? shown.revision);
  const planDigest = short(expectDigest ?? (shown.dryRun === true ? shown.digest : undefined));
  const known: { -readonly [Name in keyof AuditResult]: AuditResult[Name] } = {};
  if (revision !== undefined) known.revision = revision;
  if (typeof planDigest === 'string') known.planDigest = planDigest;
  return known;
}

/** The revision that a web answer has as its entity tag. */
export function webResult(answer: WebAnswer | WebFeed): AuditResult | undefined {
  const tag = 'status' in answer ? answer.headers?.etag : undefined;
  const revision = tag === undefined ? undefined : NUMBER_TAG.exec(tag)?.[1];
  return revision === undefined ? undefined : { revision: Number(revision) };
}

function short(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : undefined;
}
