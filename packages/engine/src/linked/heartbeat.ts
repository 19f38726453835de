const TICK_MS = 250;
/** Time for an answer that was sent at its deadline to arrive. */
const MARGIN_MS = 1000;
/** Unanswered calls that are tracked. */
const MAX_PENDING = 1024;

export interface HeartbeatOptions {
  /** Milliseconds of silence before a ping: with unanswered calls, and without. */
  readonly pingMs: { readonly pending: number; readonly idle: number };
  /** Milliseconds of silence before the engine is lost: with unanswered calls, without, and while it reports that it is busy. */
  readonly timeoutMs: { readonly pending: number; readonly idle: number; readonly busy: number };
  /** Bytes received from the engine so far. */
  received(): number;
  busy(): boolean;
  ping(): void;
  lost(reason: string): void;
}

interface PendingAnswer {
  readonly sentAt: number;
  readonly dueAt: number;
}

/**
 * Detects an engine that hangs: it sends nothing although it is pinged or has calls to answer. Time is counted in ticks of a timer
 * and not read from a clock, so that a pause of this process does not count as silence of the engine.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #pending = new Map<number, PendingAnswer>();
  #timer: NodeJS.Timeout | undefined;
  #now = 0;
  #received = 0;
  #receivedAt = 0;
  #pinged = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Calls that were sent and not answered, including calls whose deadline has passed. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Watches a new connection. */
  start(): void {
    this.#pending.clear();
    this.#received = this.#options.received();
    this.#receivedAt = this.#now;
    this.#pinged = false;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    this.#pending.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  sent(id: number, deadlineMs: number): void {
    if (this.#pending.size >= MAX_PENDING) {
      const [first, oldest] = this.#pending.entries().next().value as [number, PendingAnswer];
      // The oldest call since the last byte tells how long the silence lasts. Without it, new calls would postpone the timeout.
      if (oldest.sentAt >= this.#receivedAt) return;
      this.#pending.delete(first);
    }
    this.#pending.set(id, { sentAt: this.#now, dueAt: this.#now + ticks(deadlineMs + MARGIN_MS) });
  }

  answered(id: number): void {
    this.#pending.delete(id);
  }

  /** Sends a ping, unless one was sent since the last byte. */
  ping(): void {
    if (this.#pinged) return;
    this.#pinged = true;
    this.#options.ping();
  }

  #tick(): void {
    const received = this.#options.received();
    this.#now++;
    if (received !== this.#received) {
      this.#received = received;
      this.#receivedAt = this.#now;
      this.#pinged = false;
      return;
    }
    const { pingMs } = this.#options;
    const silentMs = (this.#now - this.#receivedAt) * TICK_MS;
    if (silentMs >= (this.pending > 0 ? pingMs.pending : pingMs.idle)) this.ping();
    if (silentMs >= this.#timeoutMs()) this.#options.lost(`the engine sent nothing for ${silentMs} ms`);
  }

  #timeoutMs(): number {
    const { timeoutMs } = this.#options;
    if (this.#options.busy()) return timeoutMs.busy;
    const oldest = this.#pending.values().next().value;
    if (oldest === undefined) return timeoutMs.idle;
    // Silence before the call was sent does not count.
    const end = Math.max(this.#receivedAt, oldest.sentAt) + ticks(timeoutMs.pending);
    // The engine has as long as the caller waits. A call sent after that end does not extend it.
    const due = [...this.#pending.values()].filter(({ sentAt }) => sentAt < end).map(({ dueAt }) => dueAt);
    return (Math.max(end, ...due) - this.#receivedAt) * TICK_MS;
  }
}

function ticks(ms: number): number {
  return Math.ceil(ms / TICK_MS);
}
