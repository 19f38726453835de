import { write } from 'node:fs';

/** Characters in the queue. Further lines are dropped. */
const MAX_WAITING = 1024 * 1024;
/** Characters of one write. */
const MAX_CHUNK = 64 * 1024;
/** Pauses after a write to a full pipe, and after a failed one. */
const FULL_PAUSE_MS = 50;
const FAILED_PAUSE_MS = 1_000;
/** A write that takes longer counts as stuck. */
const STUCK_MS = 200;

export interface Dropped {
  readonly lines: number;
  /** When the first of them was dropped. */
  readonly since: string;
}

/**
 * Writes lines to a descriptor in the background. It never blocks, never throws and retries forever. Up to MAX_WAITING is queued; further
 * lines are dropped and counted. One write runs at a time, so that a blocked one holds one thread of the pool.
 */
export class LogWriter {
  /** Called when lines are accepted again after some were dropped. */
  onRecovered: (dropped: Dropped) => void = () => {};
  readonly #descriptor: number;
  readonly #queue: string[] = [];
  /** The length of the text in the queue. */
  #waiting = 0;
  /** The rest of the chunk that is being written. */
  #chunk: Buffer | undefined;
  /** When the current write began, on a monotonic clock. */
  #writingSince: number | undefined;
  #pause: NodeJS.Timeout | undefined;
  #failing = false;
  #dropped = 0;
  #droppedSince = '';
  #idle: (() => void)[] = [];

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Whether the current write does not return. Node then cannot exit by itself. */
  get stuck(): boolean {
    return this.#writingSince !== undefined && performance.now() - this.#writingSince >= STUCK_MS;
  }

  /** Queues text that ends with a line break. */
  write(text: string): void {
    if (this.#waiting + text.length > MAX_WAITING) {
      if (this.#dropped === 0) this.#droppedSince = new Date().toISOString();
      this.#dropped++;
      return;
    }
    this.#queue.push(text);
    this.#waiting += text.length;
    this.#continue();
  }

  /** Resolves when everything is written, when the descriptor fails, or after `ms`. */
  flush(ms: number): Promise<void> {
    if (this.#chunk === undefined && this.#queue.length === 0) return Promise.resolve();
    if (this.#failing) return Promise.resolve();
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #continue(): void {
    if (this.#writingSince !== undefined || this.#pause !== undefined) return;
    this.#chunk ??= this.#nextChunk();
    if (this.#chunk === undefined) return this.#settle();
    this.#writingSince = performance.now();
    write(this.#descriptor, this.#chunk, (error, written) => this.#writeOnEnd(error, written));
  }

  #nextChunk(): Buffer | undefined {
    let count = 0;
    let length = 0;
    while (count < this.#queue.length && (count === 0 || length < MAX_CHUNK)) {
      length += (this.#queue[count++] as string).length;
    }
    if (count === 0) return undefined;
    this.#waiting -= length;
    return Buffer.from(this.#queue.splice(0, count).join(''));
  }

  #writeOnEnd(error: NodeJS.ErrnoException | null, written: number): void {
    this.#writingSince = undefined;
    if (error !== null) return this.#retryLater(error);
    this.#failing = false;
    const { length } = this.#chunk as Buffer;
    this.#chunk = written < length ? this.#chunk?.subarray(written) : undefined;
    if (this.#dropped > 0 && this.#waiting <= MAX_WAITING / 2) this.#recover();
    this.#continue();
  }

  #retryLater(error: NodeJS.ErrnoException): void {
    this.#failing = error.code !== 'EAGAIN';
    if (this.#failing) this.#settle();
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined;
        this.#continue();
      },
      this.#failing ? FAILED_PAUSE_MS : FULL_PAUSE_MS,
    );
    this.#pause.unref();
  }

  #recover(): void {
    const dropped = { lines: this.#dropped, since: this.#droppedSince };
    this.#dropped = 0;
    this.onRecovered(dropped);
  }

  #settle(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }
}
