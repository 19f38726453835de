import { hash } from 'node:crypto';
import { legible } from '../api/legible.js';
import { MAY_NAME_SECRET } from '../kit/secret-names.js';
import type { AuditIntent } from './audit.js';
import { redacted } from './redacted.js';

/** Characters of the arguments in the audit. */
export const MAX_AUDITED_ARGUMENTS = 512;
const DIGEST_DIGITS = 16;

/** Part of every short text that has a secret: of a name, of a form, an escape, or a letter that is not ASCII. */
const MAY_BE_SECRET = new RegExp(
  String.raw`${MAY_NAME_SECRET}|basic|digest|negotiate|gh[pousr]_|gl(?:pat|dt|rt|ft)-|npm_|pypi-|hf_|[srp]k[-_]|A[KSBC][IC]A|xox|xapp|AIza|ya29|SG\.|dop_v1|shp|eyJ|:\/\/|[?&]|\\|[^ -~]`,
  'i',
);
/** Longer texts are walked without a search, which would take longer. */
const MAX_SEARCHED = 4_096;

/** Texts without hidden characters, which most are. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The arguments of a call for the audit: the beginning of their text without secrets, and a digest of all. The digest has a key, because
 * arguments with few possible values could be found by trying them.
 */
export function auditedArguments(
  given: unknown,
  key: string,
): Pick<AuditIntent, 'argumentsDigest' | 'arguments'> {
  if (given === undefined) return {};
  const text = JSON.stringify(given);
  const mayBeSecret = text.length > MAX_SEARCHED || MAY_BE_SECRET.test(text);
  const safe = mayBeSecret ? JSON.stringify(redacted(given, 2 * MAX_AUDITED_ARGUMENTS)) : text;
  return {
    argumentsDigest: keyedDigest(key, text).slice(0, DIGEST_DIGITS),
    arguments:
      safe.length <= MAX_AUDITED_ARGUMENTS && PLAIN.test(safe) ? safe : legible(safe, MAX_AUDITED_ARGUMENTS),
  };
}

/** Hashed twice with the key, as HMAC does. An Hmac object costs four times as much, for each write. */
function keyedDigest(key: string, text: string): string {
  return hash('sha256', key + hash('sha256', key + text));
}
