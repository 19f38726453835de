/** Log lines and events of the game that one engine may send in a second. Each costs its listeners some work. */
export const MAX_EVENTS = 1_000;
const WINDOW_MS = 1_000;

/** Limits the events of one engine. What is dropped is reported once for each second. */
export class EventBudget {
  readonly #dropped: (count: number) => void;
  #left = MAX_EVENTS;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(dropped: (count: number) => void) {
    this.#dropped = dropped;
  }

  /** Counts an event, and returns whether it may pass. */
  admit(): boolean {
    this.#timer ??= setTimeout(() => this.#renew(), WINDOW_MS).unref();
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    this.#lost++;
    return false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #renew(): void {
    this.#timer = undefined;
    this.#left = MAX_EVENTS;
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.#dropped(lost);
  }
}
