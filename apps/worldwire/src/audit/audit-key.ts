import { readFileSync } from 'node:fs';
import { Problem, reasonOf } from '../errors/problem.js';
import type { AuditKey } from './chained-line.js';

const MIN_BYTES = 16;

/** Reads the key of the operator for the hashes. White space around it does not belong to it. */
export function readAuditKey(path: string | undefined): AuditKey {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'latin1').trim();
  } catch (thrown) {
    throw Problem.refusal(
      'audit',
      `The key of the audit cannot be read: ${reasonOf(thrown)}. ${MAKE_ONE}`,
      thrown,
    );
  }
  if (text.length >= MIN_BYTES) return Buffer.from(text, 'latin1');
  throw Problem.refusal(
    'audit',
    `The key of the audit in ${path} has less than ${MIN_BYTES} bytes. ${MAKE_ONE}`,
  );
}

const MAKE_ONE = 'Make one with: openssl rand -base64 32';
