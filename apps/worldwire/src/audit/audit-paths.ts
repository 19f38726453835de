import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/problem.js';

const FIRST_CHAIN = 'audit';
const SEQ_DIGITS = 12;
const CURRENT = /^(audit(?:\.[1-9]\d*)?)\.jsonl$/;
const FULL = /^(audit(?:\.[1-9]\d*)?)-(\d{12,15})\.jsonl$/;
const HEAD = /^(audit(?:\.[1-9]\d*)?)\.head$/;

/** Where the current segment of the first chain is. */
export function auditPath(data: string): string {
  return chainPaths(data, FIRST_CHAIN).current;
}

/** The name of a chain: `audit`, `audit.2`, `audit.3`. Servers that share a folder at a time have different ones. */
export function chainName(number: number): string {
  return number === 1 ? FIRST_CHAIN : `${FIRST_CHAIN}.${number}`;
}

export interface ChainPaths {
  readonly name: string;
  /** The segment that is written. */
  readonly current: string;
  readonly head: string;
  readonly lock: string;
  /** A segment that reached its limit, named after its first record. */
  full(first: number): string;
}

export function chainPaths(data: string, name: string): ChainPaths {
  return {
    name,
    current: join(data, `${name}.jsonl`),
    head: join(data, `${name}.head`),
    lock: join(data, `${name}.lock`),
    full: first => join(data, `${name}-${String(first).padStart(SEQ_DIGITS, '0')}.jsonl`),
  };
}

export interface ChainFiles {
  readonly name: string;
  /** Names of full segments, oldest first, and the number of the first record by that name. */
  readonly full: readonly { readonly file: string; readonly first: number }[];
  readonly hasCurrent: boolean;
  readonly hasHead: boolean;
}

/** The chains of a data folder. A missing folder has none. */
export function listChains(data: string): readonly ChainFiles[] {
  const names = namesIn(data);
  const chains = [CURRENT, FULL, HEAD].flatMap(form => names.flatMap(name => form.exec(name)?.[1] ?? []));
  return [...new Set(chains)].sort(byNumber).map(chain => ({
    name: chain,
    full: names
      .flatMap(file => {
        const [, own, first] = FULL.exec(file) ?? [];
        return own === chain ? [{ file, first: Number(first) }] : [];
      })
      .sort((one, other) => one.first - other.first),
    hasCurrent: names.includes(`${chain}.jsonl`),
    hasHead: names.includes(`${chain}.head`),
  }));
}

/** Whether a file of a data folder belongs to the audit. */
export function isAuditFile(name: string): boolean {
  return CURRENT.test(name) || FULL.test(name) || HEAD.test(name);
}

function byNumber(one: string, other: string): number {
  return numberOf(one) - numberOf(other);
}

function numberOf(chain: string): number {
  return Number(chain.split('.')[1] ?? 1);
}

function namesIn(data: string): readonly string[] {
  try {
    return readdirSync(data);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return [];
    throw thrown;
  }
}
