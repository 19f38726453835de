/** Refused calls of one principal that are recorded in a window. */
const MAX_RECORDED = 10;
const WINDOW_MS = 1_000;

/** The number of calls that were not recorded individually. */
export interface Suppressed {
  readonly at: string;
  readonly principal: string;
  readonly outcome: 'suppressed';
  readonly count: number;
}

interface Window {
  readonly at: string;
  recorded: number;
  suppressed: number;
}

/** Limits audit entries of refused calls: MAX_RECORDED for each principal and window, then a count. */
export class RefusalQuota {
  readonly #windows = new Map<string, Window>();
  readonly #report: (suppressed: Suppressed) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (suppressed: Suppressed) => void) {
    this.#report = report;
  }

  /** Whether a refused call is recorded individually. Otherwise it is counted. */
  admits(principal: string): boolean {
    const window = this.#window(principal);
    if (window.recorded >= MAX_RECORDED) {
      window.suppressed++;
      return false;
    }
    window.recorded++;
    return true;
  }

  suppress(principal: string): void {
    this.#window(principal).suppressed++;
  }

  /** Ends all windows, and reports what was suppressed in them. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const windows = [...this.#windows];
    this.#windows.clear();
    for (const [principal, { at, suppressed }] of windows) {
      if (suppressed > 0) this.#report({ at, principal, outcome: 'suppressed', count: suppressed });
    }
  }

  #window(principal: string): Window {
    const found = this.#windows.get(principal);
    if (found !== undefined) return found;
    const window = { at: new Date().toISOString(), recorded: 0, suppressed: 0 };
    this.#windows.set(principal, window);
    this.#timer ??= setTimeout(() => this.close(), WINDOW_MS).unref();
    return window;
  }
}
