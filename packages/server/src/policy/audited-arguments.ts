import { hash } from 'node:crypto';
import { legible } from '../api/legible.js';
import type { AuditIntent } from './audit.js';

/** Characters of the arguments in the audit. */
export const MAX_AUDITED_ARGUMENTS = 512;
const DIGEST_DIGITS = 16;

/** Members whose values are secrets by their names. The text may end within the value. */
const SECRET =
  /("(?=[^"]*(?:passw|passphrase|secret|token|credential|authorization|api_?-?key|private_?-?key|cookie))[^"]*"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\]]+)/gi;

/** Part of every text that has such a member. The search takes a third of the time of the replacement. */
const MAY_BE_SECRET = /pass|secret|token|credential|auth|key|cookie/i;

/** Texts without hidden characters, which most are. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The arguments of a call for the audit: the beginning of their text without secrets, and a digest of all. */
export function auditedArguments(given: unknown): Pick<AuditIntent, 'argumentsDigest' | 'arguments'> {
  if (given === undefined) return {};
  const text = JSON.stringify(given);
  const shown = text.length > MAX_AUDITED_ARGUMENTS ? text.slice(0, 2 * MAX_AUDITED_ARGUMENTS) : text;
  const safe = MAY_BE_SECRET.test(shown) ? shown.replace(SECRET, '$1"***"') : shown;
  return {
    argumentsDigest: hash('sha256', text, 'hex').slice(0, DIGEST_DIGITS),
    arguments:
      safe.length <= MAX_AUDITED_ARGUMENTS && PLAIN.test(safe) ? safe : legible(safe, MAX_AUDITED_ARGUMENTS),
  };
}
