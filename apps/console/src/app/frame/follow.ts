import { signal } from '@preact/signals';

/** Between two questions to the server, and after one that failed. */
const DEFAULT_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 30_000;

export interface FollowClock {
  /** Returns a function that stops the timer. */
  after(ms: number, call: () => void): () => void;
  readonly hidden: () => boolean;
  /** Calls when the page is hidden or shown. Returns a function that ends it. */
  onShown(call: () => void): () => void;
}

export interface Following {
  /** Undefined while it follows. Otherwise why not. */
  readonly problem: { readonly value: string | undefined };
  /** Asks at once. */
  now(): void;
  stop(): void;
}

/**
 * Asks again and again while the view is visible, one question at a time. After a failure it asks less often, and says so, so
 * that what is shown is not taken for newer than it is.
 */
export function follow(
  ask: () => Promise<void>,
  clock: FollowClock,
  interval = DEFAULT_INTERVAL_MS,
): Following {
  const problem = signal<string | undefined>(undefined);
  let asking = false;
  let stopped = false;
  let failures = 0;
  let cancel = () => {};

  const later = () => {
    cancel();
    if (stopped || clock.hidden()) return;
    cancel = clock.after(Math.min(interval * 2 ** failures, MAX_INTERVAL_MS), () => void run());
  };
  const run = async () => {
    if (asking || stopped) return;
    cancel();
    asking = true;
    try {
      await ask();
      failures = 0;
      problem.value = undefined;
    } catch (thrown) {
      failures = Math.min(failures + 1, 8);
      problem.value = thrown instanceof Error ? thrown.message : 'The server does not answer.';
    }
    asking = false;
    later();
  };
  const end = clock.onShown(() => {
    if (clock.hidden()) cancel();
    else void run();
  });
  later();
  return {
    problem,
    now: () => void run(),
    stop: () => {
      stopped = true;
      cancel();
      end();
    },
  };
}

/** The clock of the page. */
export const PAGE_CLOCK: FollowClock = {
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  hidden: () => document.hidden,
  onShown: call => {
    document.addEventListener('visibilitychange', call);
    return () => document.removeEventListener('visibilitychange', call);
  },
};
