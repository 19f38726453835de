const TICK_MS = 250;
/** What a late answer may still take on its way. */
const MARGIN_MS = 1000;
/** So many calls are remembered. */
const MAX_DEBTS = 1024;

export interface LifeWatchOptions {
  /** Milliseconds without a word after which it is asked for one, while it owes an answer and while it does not. */
  readonly askMs: { readonly owing: number; readonly idle: number };
  /** Milliseconds without a word after which it is lost; while it says that it is busy, longer. */
  readonly silentMs: { readonly owing: number; readonly idle: number; readonly busy: number };
  /** All the bytes that have come from it. */
  heard(): number;
  busy(): boolean;
  ask(): void;
  lost(reason: string): void;
}

interface Debt {
  readonly since: number;
  readonly until: number;
}

/**
 * Tells an engine that works from one that hangs: by what comes from it, and by what it owes. Time is counted in ticks,
 * because a pause of our own process is not the engine's silence.
 */
export class LifeWatch {
  readonly #options: LifeWatchOptions;
  readonly #debts = new Map<number, Debt>();
  #timer: NodeJS.Timeout | undefined;
  #now = 0;
  #heard = 0;
  /** When the last of it came. */
  #lastWord = 0;
  #asked = false;

  constructor(options: LifeWatchOptions) {
    this.#options = options;
  }

  /** Calls that were given to it and not answered, also those whose callers wait no longer. */
  get owing(): number {
    return this.#debts.size;
  }

  /** Somebody is there from now on, who owes nothing yet. */
  begin(): void {
    this.#debts.clear();
    this.#heard = this.#options.heard();
    this.#lastWord = this.#now;
    this.#asked = false;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  /** Nobody is there. */
  end(): void {
    this.#debts.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  gave(id: number, deadlineMs: number): void {
    if (this.#debts.size >= MAX_DEBTS) {
      const [first, oldest] = this.#debts.entries().next().value as [number, Debt];
      // In a silence the oldest says since when: without it, those who go on calling would keep a dead engine alive.
      if (oldest.since >= this.#lastWord) return;
      this.#debts.delete(first);
    }
    this.#debts.set(id, { since: this.#now, until: this.#now + ticks(deadlineMs + MARGIN_MS) });
  }

  answered(id: number): void {
    this.#debts.delete(id);
  }

  /** Asks for a word, unless that was done since the last one. */
  ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#options.ask();
  }

  #tick(): void {
    const heard = this.#options.heard();
    this.#now++;
    if (heard !== this.#heard) {
      this.#heard = heard;
      this.#lastWord = this.#now;
      this.#asked = false;
      return;
    }
    const { askMs } = this.#options;
    const quietMs = (this.#now - this.#lastWord) * TICK_MS;
    if (quietMs >= (this.owing > 0 ? askMs.owing : askMs.idle)) this.ask();
    if (quietMs >= this.#patienceMs()) this.#options.lost(`the engine said nothing for ${quietMs} ms`);
  }

  /** How much silence is borne now. */
  #patienceMs(): number {
    const { silentMs } = this.#options;
    if (this.#options.busy()) return silentMs.busy;
    const oldest = this.#debts.values().next().value;
    if (oldest === undefined) return silentMs.idle;
    // An engine that was quiet before it was asked has its time from then on.
    const owed = Math.max(this.#lastWord, oldest.since) + ticks(silentMs.owing);
    // It may take for a call what the caller waits. Who calls it much later does not keep a dead one alive.
    const granted = [...this.#debts.values()].filter(({ since }) => since < owed).map(({ until }) => until);
    return (Math.max(owed, ...granted) - this.#lastWord) * TICK_MS;
  }
}

function ticks(ms: number): number {
  return Math.ceil(ms / TICK_MS);
}
