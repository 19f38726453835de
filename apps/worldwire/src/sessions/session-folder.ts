import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/problem.js';

const DIGEST_LENGTH = 32;
const NAME_BYTES = 6;
/** Files of sessions that have ended. Above this, sessions without a file that were opened before are refused in their place. */
const MAX_ENDED = 10_000;
/** A file is rewritten when its size passes a power of two from here on. */
const MIN_REWRITE_BYTES = 64 * 1024;
const SWEEP_MS = 60_000;
/** What a sweep removes at once: a folder of ended sessions that one time has replaced. */
const LEFT = /^ended\.[0-9a-f]+$/;
/** The time of a file may be older than the last use of its session. */
const IDLE_TIMES = 2;

export interface SessionFolderOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** How long an unused session is kept. */
  readonly idleMs: number;
  /** How long an ended session is kept: its id is valid for no longer. */
  readonly endedMs: number;
}

/** What is stored of a session that has not ended. */
export interface StoredSession {
  /** Milliseconds since 1970. Undefined for a session without a file. */
  readonly usedAt: number | undefined;
  readonly changes: readonly unknown[];
}

/**
 * One file for each session with changes, and an empty one for each that has ended, by the digest of its id. The time of a file is
 * that of its last use. Several processes may use the folder.
 */
export class SessionFolder {
  readonly #options: SessionFolderOptions;
  readonly #open: string;
  readonly #ended: string;
  readonly #endedBefore: string;
  #endedCount: number | undefined;
  #sweptAt: number;

  constructor(options: SessionFolderOptions) {
    this.#options = options;
    this.#open = join(options.path, 'open');
    this.#ended = join(options.path, 'ended');
    this.#endedBefore = join(options.path, 'ended-before');
    this.#sweptAt = options.date();
  }

  /** Undefined for a session that has ended. Throws for a file that cannot be read completely. */
  load(id: string, issuedAt: number): StoredSession | undefined {
    const name = digestOf(id);
    if (exists(join(this.#ended, name))) return undefined;
    const file = join(this.#open, name);
    try {
      return { usedAt: statSync(file).mtimeMs, changes: parsed(readFileSync(file, 'utf8')) };
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    }
    return issuedAt <= this.#allEndedBefore() ? undefined : { usedAt: undefined, changes: [] };
  }

  /** Adds a change. `compact` makes fewer changes of all. */
  change(id: string, change: unknown, compact: (changes: readonly unknown[]) => readonly unknown[]): void {
    const file = join(this.#open, digestOf(id));
    const text = lineOf(change);
    this.#within(this.#open, () => appendFileSync(file, text, { mode: 0o600 }));
    const { size } = statSync(file);
    if (size < MIN_REWRITE_BYTES || Math.clz32(size) === Math.clz32(size - Buffer.byteLength(text))) return;
    replace(
      file,
      compact(parsed(readFileSync(file, 'utf8')))
        .map(lineOf)
        .join(''),
    );
  }

  use(id: string, at: number): void {
    const name = digestOf(id);
    const file = join(this.#open, name);
    const known = statSync(file, { throwIfNoEntry: false });
    // Another process may have served the session since.
    if (known !== undefined && known.mtimeMs >= at) return;
    if (known === undefined) {
      if (exists(join(this.#ended, name))) return;
      this.#within(this.#open, () => closeSync(openSync(file, 'a', 0o600)));
    }
    utimesSync(file, new Date(at), new Date(at));
  }

  end(id: string): void {
    const name = digestOf(id);
    this.#within(this.#ended, () => closeSync(openSync(join(this.#ended, name), 'a', 0o600)));
    rmSync(join(this.#open, name), { force: true });
    this.#endedCount = this.#endedCount === undefined ? namesIn(this.#ended).length : this.#endedCount + 1;
    if (this.#endedCount > MAX_ENDED) this.#forgetEnded();
  }

  hasEnded(id: string): boolean {
    return exists(join(this.#ended, digestOf(id)));
  }

  /** When a session last ended, in any process. */
  get lastEnd(): number {
    return statSync(this.#ended, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  /** Removes files that have no effect any more, once a minute. */
  async sweep(): Promise<void> {
    const { date, idleMs, endedMs } = this.#options;
    if (date() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = date();
    await removeBefore(this.#open, date() - IDLE_TIMES * idleMs);
    this.#endedCount = await removeBefore(this.#ended, date() - endedMs);
    for (const name of await readdir(this.#options.path))
      if (LEFT.test(name)) await rm(join(this.#options.path, name), { recursive: true, force: true });
  }

  /** Every session without a file counts as ended from now on, and those that have ended have none. `sweep` removes the folder. */
  #forgetEnded(): void {
    replace(this.#endedBefore, `${this.#options.date()}\n`);
    renameSync(this.#ended, `${this.#ended}.${randomName()}`);
    this.#endedCount = 0;
  }

  #allEndedBefore(): number {
    try {
      return Number(readFileSync(this.#endedBefore, 'utf8'));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return Number.NEGATIVE_INFINITY;
      throw thrown;
    }
  }

  #within(folder: string, write: () => void): void {
    try {
      write();
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      write();
    }
  }
}

/** Unlike existsSync it throws where that cannot be known. */
function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, DIGEST_LENGTH);
}

/** A line of its own also after one that was written in part. */
function lineOf(change: unknown): string {
  return `\n${JSON.stringify(change)}\n`;
}

/** Throws for a line that is not JSON: a change is missing then. */
function parsed(text: string): readonly unknown[] {
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

function replace(file: string, text: string): void {
  const aside = `${file}.${randomName()}`;
  writeFileSync(aside, text, { mode: 0o600, flag: 'wx' });
  renameSync(aside, file);
}

function randomName(): string {
  return randomBytes(NAME_BYTES).toString('hex');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

/** Returns the number of files that remain. */
async function removeBefore(folder: string, before: number): Promise<number> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  });
  let kept = 0;
  for (const name of names) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) continue;
    if (found.mtimeMs <= before) await rm(file, { force: true });
    else kept++;
  }
  return kept;
}
