import type { Allowance, Memory } from '@worldwire/server/internal';

/** A reader that has taken nothing for this long may be closed to make room. */
const MIN_IDLE_MS = 1_000;
const TICK_MS = 500;
/** Up to this many bytes wait on a byte stream whose reader keeps up. They are not counted. */
export const UNCOUNTED_PENDING_BYTES = 16 * 1024;

/** One output whose reader has not taken all bytes yet. */
export interface PendingWriter {
  readonly principal: string;
  /** The same object for all outputs on one connection. */
  readonly connection: object;
  /** Milliseconds since the reader took anything. */
  readonly idleMs: number;
  /** Called at intervals while bytes wait: counts them again, and closes a stalled connection. */
  tick(): void;
  close(): void;
}

/**
 * The bytes that wait for readers, over all listeners that share a memory. Where an answer does not fit, idle
 * connections are closed: those of its own principal, or those of the principal that holds the most.
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
  held(writer: PendingWriter): number {
    return this.#held.get(writer) ?? 0;
  }

  /** The bytes counted for other answers on the same connection. */
  beside(writer: PendingWriter): number {
    return (this.#byConnection.get(writer.connection) ?? 0) - this.held(writer);
  }

  /** Whether an answer of this size is larger than one principal may ever have waiting. */
  isTooLarge(bytes: number): boolean {
    return bytes > this.#allowance.limits.perPrincipal;
  }

  /** Sets the bytes counted for a reader. False, and nothing changes, if they do not fit. */
  set(writer: PendingWriter, bytes: number): boolean {
    const before = this.held(writer);
    if (bytes > before) {
      if (!this.#makeRoom(writer, bytes - before)) return false;
      this.#allowance.take(writer.principal, bytes - before);
    } else if (bytes < before) this.#allowance.release(writer.principal, before - bytes);
    const onConnection = this.beside(writer) + bytes;
    if (onConnection > 0) this.#byConnection.set(writer.connection, onConnection);
    else this.#byConnection.delete(writer.connection);
    if (bytes > 0) {
      this.#held.set(writer, bytes);
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    } else this.#held.delete(writer);
    return true;
  }

  #makeRoom(writer: PendingWriter, bytes: number): boolean {
    for (;;) {
      const exceeded = this.#allowance.exceeded(writer.principal, bytes);
      if (exceeded === undefined) return true;
      const principal = exceeded === 'perPrincipal' ? writer.principal : this.#allowance.largest;
      const idle = this.#longestIdle(writer, principal);
      if (idle === undefined) return false;
      idle.close();
      this.set(idle, 0);
    }
  }

  /** The output of a principal that has been idle for longest, and for at least a second. */
  #longestIdle(but: PendingWriter, principal: string | undefined): PendingWriter | undefined {
    let found: PendingWriter | undefined;
    let longest = MIN_IDLE_MS;
    for (const writer of this.#held.keys()) {
      if (writer.principal !== principal || writer === but || writer.idleMs < longest) continue;
      found = writer;
      longest = writer.idleMs;
    }
    return found;
  }

  #tick(): void {
    for (const writer of [...this.#held.keys()]) writer.tick();
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
