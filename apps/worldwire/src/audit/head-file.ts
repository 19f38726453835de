import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { codeOf } from '../errors/problem.js';
import { type AuditKey, type ChainHead, digestOf } from './chained-line.js';

/** A fixed size, so that a head replaces the one before it by a single write. */
const HEAD_BYTES = 160;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Writes the head of a chain: the number and the hash of its last record. */
export function writeHead(path: string, head: ChainHead, key: AuditKey): void {
  const fd = openSync(path, FLAGS, 0o600);
  try {
    writeSync(fd, headText(head, key), 0);
  } finally {
    closeSync(fd);
  }
}

export interface FoundHead extends ChainHead {
  /** The hashes of the chain need the key of the operator. */
  readonly keyed: boolean;
  /** False where the file is not exactly what a server writes for these values. Without the key it is not known, then true. */
  readonly valid: boolean;
}

/** Reads the head of a chain. Undefined where there is no file. */
export function readHead(path: string, key: AuditKey): FoundHead | undefined {
  try {
    return parseHead(readFileSync(path, 'latin1'), key);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function parseHead(text: string, key: AuditKey): FoundHead {
  const [, seq, hash, mac] =
    /^\{"seq":(0|[1-9]\d{0,14}),"hash":"([\w-]{43})"(?:,"mac":"([\w-]{43})")?\} *\n$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) return { seq: 0, hash: '', keyed: false, valid: false };
  const head = { seq: Number(seq), hash };
  const keyed = mac !== undefined;
  const known = !keyed || key !== undefined;
  const written = known ? headText(head, keyed ? key : undefined) : undefined;
  return { ...head, keyed, valid: written === undefined ? text.length === HEAD_BYTES : text === written };
}

function headText({ seq, hash }: ChainHead, key: AuditKey): string {
  const mac = key === undefined ? '' : `,"mac":"${digestOf(`head ${seq} ${hash}`, key)}"`;
  return `${`{"seq":${seq},"hash":"${hash}"${mac}}`.padEnd(HEAD_BYTES - 1)}\n`;
}
