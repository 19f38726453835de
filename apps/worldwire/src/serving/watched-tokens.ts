import { readFile, stat } from 'node:fs/promises';
import type { Log } from '@worldwire/server';
import { type TokenChanges, TokenStore } from '@worldwire/transports/http';
import { Problem, reasonOf } from '../errors/problem.js';
import { warnOfTokens } from './token-warnings.js';

const POLL_MS = 500;
/** Times of files have steps of up to two seconds: a second change within the step leaves the same stamp. */
const STEP_MS = 2_000n;

export interface TokenWatch {
  readonly log: Log;
  /** The served worlds, by the names that rights use. */
  readonly worlds: readonly string[];
  /** Called when the changes are in force. */
  onChanged(changes: TokenChanges): void;
}

/** What is compared to see whether a file has changed. */
interface Stamp {
  readonly text: string;
  /** Whether the file may change and keep its stamp. */
  readonly isFresh: boolean;
}

/**
 * The tokens of a file, which is read again when it changes. A file with a wrong line leaves the tokens as they are. The
 * file is polled, because editors replace it, and not every file system sends events: its identity, size and times are compared.
 */
export class WatchedTokens {
  readonly store: TokenStore;
  readonly #path: string;
  #stamp: Stamp;
  #text: string;
  #watch: TokenWatch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();

  private constructor(path: string, stamp: Stamp, text: string) {
    this.store = TokenStore.parse(text);
    this.#path = path;
    this.#stamp = stamp;
    this.#text = text;
  }

  static async open(path: string): Promise<WatchedTokens> {
    try {
      // The stamp is older than the text, so that a change in between is found by the first poll.
      const stamp = await stampOf(path);
      return new WatchedTokens(path, stamp, await readFile(path, 'utf8'));
    } catch (thrown) {
      throw Problem.refusal('token file', `The token file ${path} cannot be used: ${reasonOf(thrown)}`);
    }
  }

  /** Warns of tokens that cannot be used, and watches the file from now on. */
  begin(watch: TokenWatch): void {
    this.#watch = watch;
    this.#warn();
    this.#timer = setInterval(() => void this.#queue(() => this.#poll()), POLL_MS).unref();
  }

  /** Reads the file now. Resolves when its tokens are in force, or refused in the log. */
  reload(): Promise<void> {
    return this.#queue(() => this.#read(true));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watch = undefined;
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#reading = this.#reading.then(work);
    return this.#reading;
  }

  async #poll(): Promise<void> {
    const before = this.#stamp;
    this.#stamp = await stampOf(this.#path).catch(thrown => ({ text: reasonOf(thrown), isFresh: false }));
    const isSame = this.#stamp.text === before.text;
    if (!isSame || before.isFresh) await this.#read(!isSame);
  }

  /** `isAsked`: the log says also that nothing was changed. */
  async #read(isAsked: boolean): Promise<void> {
    const { log } = this.#watch ?? {};
    if (log === undefined) return;
    const file = this.#path;
    try {
      const text = await readFile(file, 'utf8');
      if (text === this.#text) {
        if (isAsked) log.info({ file }, 'the token file is unchanged');
        return;
      }
      // A text that is refused is refused once.
      this.#text = text;
      const changes = this.store.reload(text);
      log.info({ file, ...changes }, 'the token file was read again');
      this.#watch?.onChanged(changes);
      this.#warn();
    } catch (thrown) {
      log.error(
        { file, reason: reasonOf(thrown) },
        'the token file was refused: the tokens stay as they were',
      );
    }
  }

  #warn(): void {
    if (this.#watch !== undefined) warnOfTokens(this.store.principals, this.#watch, this.store.date());
  }
}

async function stampOf(path: string): Promise<Stamp> {
  const now = BigInt(Date.now());
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(path, { bigint: true });
  return { text: [dev, ino, size, mtimeNs, ctimeNs].join(' '), isFresh: now - ctimeMs < STEP_MS };
}
