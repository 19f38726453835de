import type { Allowance, Memory } from '@worldwire/server';

/** How long a reader must have taken nothing before its connection gives way to another answer. */
const GIVES_WAY_MS = 1_000;
const TICK_MS = 500;
/** What waits for a reader of a byte stream that keeps up, and is not counted. */
export const UNCOUNTED_PENDING_BYTES = 16 * 1024;

/** Bytes that the reader of one connection has not taken yet. */
export interface PendingWriter {
  readonly principal: string;
  /** The same for all answers that leave on one connection. */
  readonly connection: object;
  /** Milliseconds since its reader took anything. */
  readonly stillMs: number;
  /** Called at intervals while bytes wait: counts again, and closes a connection that stands still for too long. */
  tick(): void;
  close(): void;
}

/**
 * The bytes that wait for readers, over all listeners that share a memory. Where an answer does not fit, connections
 * whose readers stand still give way: those of its own principal, or those of the principal that holds the most.
 */
export class PendingWrites {
  static readonly #known = new WeakMap<Allowance, PendingWrites>();
  readonly #allowance: Allowance;
  readonly #held = new Map<PendingWriter, number>();
  readonly #byConnection = new Map<object, number>();
  #timer: NodeJS.Timeout | undefined;

  private constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  static of({ waiting }: Pick<Memory, 'waiting'>): PendingWrites {
    const known = PendingWrites.#known.get(waiting) ?? new PendingWrites(waiting);
    PendingWrites.#known.set(waiting, known);
    return known;
  }

  /** The bytes counted for one reader. */
  held(unread: PendingWriter): number {
    return this.#held.get(unread) ?? 0;
  }

  /** The bytes counted for other answers on the same connection. */
  beside(unread: PendingWriter): number {
    return (this.#byConnection.get(unread.connection) ?? 0) - this.held(unread);
  }

  /** Whether an answer of this size is larger than one principal may ever have waiting. */
  isTooLarge(bytes: number): boolean {
    return bytes > this.#allowance.limits.perPrincipal;
  }

  /** Counts `bytes` for a reader instead of what was counted before. False, and nothing changed, where they do not fit. */
  set(unread: PendingWriter, bytes: number): boolean {
    const before = this.held(unread);
    if (bytes > before) {
      if (!this.#makeRoom(unread, bytes - before)) return false;
      this.#allowance.take(unread.principal, bytes - before);
    } else if (bytes < before) this.#allowance.release(unread.principal, before - bytes);
    const onConnection = this.beside(unread) + bytes;
    if (onConnection > 0) this.#byConnection.set(unread.connection, onConnection);
    else this.#byConnection.delete(unread.connection);
    if (bytes > 0) {
      this.#held.set(unread, bytes);
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    } else this.#held.delete(unread);
    return true;
  }

  #makeRoom(unread: PendingWriter, bytes: number): boolean {
    for (;;) {
      const exceeded = this.#allowance.exceeded(unread.principal, bytes);
      if (exceeded === undefined) return true;
      const giver = exceeded === 'perPrincipal' ? unread.principal : this.#allowance.largest;
      const stillest = this.#stillest(unread, giver);
      if (stillest === undefined) return false;
      stillest.close();
      this.set(stillest, 0);
    }
  }

  /** The reader of a principal that has taken nothing for longest, where that is long enough. */
  #stillest(but: PendingWriter, principal: string | undefined): PendingWriter | undefined {
    let stillest: PendingWriter | undefined;
    let longest = GIVES_WAY_MS;
    for (const unread of this.#held.keys()) {
      if (unread.principal !== principal || unread === but || unread.stillMs < longest) continue;
      stillest = unread;
      longest = unread.stillMs;
    }
    return stillest;
  }

  #tick(): void {
    for (const unread of [...this.#held.keys()]) unread.tick();
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
