import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ChainFiles, chainPaths, listChains } from './audit-paths.js';
import { type AuditKey, CHAIN_START, type ChainHead, expectedHash, headOfLine } from './chained-line.js';
import { type FoundHead, readHead } from './head-file.js';

const LINE_BREAK = 0x0a;
/** Longer than any record. */
const MAX_LINE_BYTES = 1024 * 1024;
const MAX_ATTEMPTS = 5;
const NO_FILES = { full: [], hasCurrent: false, hasHead: false };
const INCIDENT = '{"kind":"audit",';

/** The first wrong record of a chain. */
export interface AuditDamage {
  readonly chain: string;
  /** The name of the file. */
  readonly segment: string;
  /** From 1. Undefined for a head, and for a file that is missing. */
  readonly line?: number;
  /** The number of the record that should be there. */
  readonly seq: number;
  readonly problem: string;
}

export interface VerifiedChain {
  readonly chain: string;
  readonly segments: number;
  readonly records: number;
  readonly first: number;
  readonly last: number;
  /** The hashes need the key of the operator, which was given. */
  readonly keyed: boolean;
  /** Bytes of an unfinished last line: the next start cuts it off and records that. */
  readonly torn: number;
}

export interface VerifiedAudit {
  readonly records: number;
  readonly chains: readonly VerifiedChain[];
  readonly problems: readonly AuditDamage[];
  /** What the servers recorded about the audit itself, such as lines that a crash cut. */
  readonly incidents: readonly { readonly chain: string; readonly seq: number; readonly what: string }[];
}

export interface VerifyOptions {
  readonly key?: AuditKey;
  /** The first record that must be there, where older segments were moved to an archive. */
  readonly from?: number;
}

/** Checks every record of every chain of a data folder, line by line. */
export async function verifyAudit(data: string, options: VerifyOptions = {}): Promise<VerifiedAudit> {
  const checks: ChainCheck[] = [];
  for (const { name } of listChains(data)) checks.push(await checkChain(data, name, options));
  const broken = checks.flatMap(({ damage }) => damage ?? []);
  return {
    records: checks.reduce((sum, { summary }) => sum + summary.records, 0),
    chains: checks.map(({ summary }) => summary),
    problems: broken.length > 0 ? broken : missingChains(checks),
    incidents: checks.flatMap(({ incidents }) => incidents),
  };
}

/** A server may begin a new segment meanwhile: then the chain is checked again. */
async function checkChain(data: string, name: string, options: VerifyOptions): Promise<ChainCheck> {
  const list = () => listChains(data).find(chain => chain.name === name) ?? { ...NO_FILES, name };
  for (let attempt = 1; ; attempt++) {
    const check = new ChainCheck(data, list(), options);
    await check.run();
    const changed = list().full.length !== check.files.full.length;
    if (check.damage === undefined || !changed || attempt === MAX_ATTEMPTS) return check;
  }
}

/** Chains that another one has mentioned, and that are gone or shorter. */
function missingChains(checks: readonly ChainCheck[]): readonly AuditDamage[] {
  return checks.flatMap(({ mentioned, files }) =>
    [...mentioned].flatMap(([chain, { seq, by }]) => {
      const last = checks.find(check => check.files.name === chain)?.summary.last ?? 0;
      if (last >= seq) return [];
      const problem = `records up to ${seq} are missing, which record ${by} of ${files.name} mentions`;
      return [{ chain, segment: `${chain}.jsonl`, seq: last + 1, problem }];
    }),
  );
}

class ChainCheck {
  readonly incidents: { chain: string; seq: number; what: string }[] = [];
  /** The largest number of another chain that a record of this one has. */
  readonly mentioned = new Map<string, { readonly seq: number; readonly by: number }>();
  damage: AuditDamage | undefined;
  readonly #head: FoundHead | undefined;
  readonly #key: AuditKey;
  readonly #from: number;
  #previous: ChainHead = CHAIN_START;
  #records = 0;
  #torn = 0;

  constructor(
    readonly data: string,
    readonly files: ChainFiles,
    { key, from = 1 }: VerifyOptions,
  ) {
    this.#head = readHead(chainPaths(data, files.name).head, key);
    this.#key = key;
    this.#from = from;
  }

  get summary(): VerifiedChain {
    const { seq: last } = this.#previous;
    return {
      chain: this.files.name,
      segments: this.#segments.length,
      records: this.#records,
      first: this.#records === 0 ? 0 : last - this.#records + 1,
      last,
      keyed: this.#key !== undefined,
      torn: this.#torn,
    };
  }

  get #segments(): readonly string[] {
    const current = `${this.files.name}.jsonl`;
    return [...this.files.full.map(({ file }) => file), ...(this.files.hasCurrent ? [current] : [])];
  }

  async run(): Promise<void> {
    const head = basename(chainPaths(this.data, this.files.name).head);
    if (this.#head === undefined) this.#fail(head, undefined, 'the head is missing', 1);
    else if (this.#head.valid && !this.#head.keyed && this.#key !== undefined)
      this.#fail(head, undefined, 'the chain was written without the key, so it proves less', 1);
    else if (!this.#head.valid)
      this.#fail(head, undefined, 'the head was changed, or the key is not its key', 1);
    else if (this.#head.keyed && this.#key === undefined)
      this.#fail(head, undefined, 'the chain can only be checked with its key: --audit-key FILE', 1);
    if (isUnchained(this.damage, this.files, this.data)) this.damage = undefined;
    for (const segment of this.#segments) {
      if (this.damage !== undefined) return;
      await this.#checkSegment(segment);
    }
    if (this.damage !== undefined || this.#head === undefined) return;
    const missing = this.#head.seq - this.#previous.seq;
    const problem = `${missing === 1 ? 'one record is' : `${missing} records are`} missing at the end`;
    if (missing > 0) this.#fail(this.#segments.at(-1) ?? `${this.files.name}.jsonl`, undefined, problem);
  }

  async #checkSegment(segment: string): Promise<void> {
    const named = this.files.full.find(({ file }) => file === segment)?.first;
    let line = 0;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(join(this.data, segment)) as AsyncIterable<Buffer>) {
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK)) {
        line++;
        this.#checkLine(segment, line, bytes.subarray(0, end), line === 1 ? named : undefined);
        if (this.damage !== undefined) return;
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > MAX_LINE_BYTES) return this.#fail(segment, line + 1, 'the line is too long');
      rest = bytes;
    }
    if (line === 0 && named !== undefined) return this.#fail(segment, undefined, 'the segment is empty');
    if (rest.length === 0) return;
    if (named !== undefined) return this.#fail(segment, line + 1, 'the line has no end');
    this.#torn = rest.length;
  }

  #checkLine(segment: string, line: number, bytes: Buffer, named: number | undefined): void {
    const own = headOfLine(bytes);
    if (own === undefined) return this.#fail(segment, line, 'the line is not a record of the audit');
    const first = this.#records === 0;
    const expected = first ? this.#from : this.#previous.seq + 1;
    const isLater = first && this.#from > 1 && own.seq <= this.#from;
    if (own.seq !== expected && !isLater) {
      const missing = own.seq - expected;
      const what =
        missing > 0 ? `${missing} records before it are missing` : 'it is repeated or out of order';
      return this.#fail(segment, line, `record ${own.seq} stands here: ${what}`);
    }
    if (named !== undefined && named !== own.seq)
      return this.#fail(segment, line, `the name of the segment says that record ${named} is the first`);
    // The record before the first one of an archive is not there.
    const follows =
      (first && own.seq > 1) || expectedHash(this.#previous.hash, bytes, this.#key) === own.hash;
    if (!follows) return this.#fail(segment, line, 'its hash does not fit its text and the record before it');
    if (own.seq === this.#head?.seq && own.hash !== this.#head.hash)
      return this.#fail(segment, line, 'the head has another hash for this record');
    this.#previous = own;
    this.#records++;
    this.#mention(own.seq, bytes);
  }

  #mention(seq: number, bytes: Buffer): void {
    const at = bytes.indexOf(',') + 1;
    if (bytes.toString('latin1', at, at + INCIDENT.length - 1) !== INCIDENT.slice(1)) return;
    const { what, details } = JSON.parse(bytes.toString()) as Incident;
    if (what !== 'other chains') this.incidents.push({ chain: this.files.name, seq, what });
    for (const [chain, head] of Object.entries(details.chains ?? {}))
      this.mentioned.set(chain, { seq: head.seq, by: seq });
  }

  #fail(segment: string, line: number | undefined, problem: string, seq = this.#previous.seq + 1): void {
    this.damage ??= { chain: this.files.name, segment, ...(line !== undefined && { line }), seq, problem };
  }
}

interface Incident {
  readonly what: string;
  readonly details: { readonly chains?: Readonly<Record<string, ChainHead>> };
}

/** An empty file without a head: the process ended before its first record. */
function isUnchained(damage: AuditDamage | undefined, files: ChainFiles, data: string): boolean {
  if (damage === undefined || files.hasHead || files.full.length > 0) return false;
  const { current } = chainPaths(data, files.name);
  return existsSync(current) && statSync(current).size === 0;
}
