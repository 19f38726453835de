import { monotonic } from './clock.js';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const INTERRUPTED = 130;
/** The exit code that shells report after SIGHUP. */
export const HUNG_UP = 129;
const REPEAT_MS = 200;

/** The exit code after an ordered stop. */
export function codeAfter(signal: NodeJS.Signals | undefined): number {
  return signal === 'SIGHUP' ? HUNG_UP : 0;
}

/**
 * Resolves at the first signal to stop, SIGHUP of a closed terminal included. A further signal ends the process at once.
 * With `onHangUp`, SIGHUP calls it and does not stop.
 */
export function stopSignal(
  now: () => number = monotonic,
  ours: Pick<NodeJS.Process, 'on' | 'exit'> = process,
  onHangUp?: () => void,
): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
    const processOnSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = { signal, at: now() };
        return resolve(signal);
      }
      // npm forwards a Ctrl+C that the terminal has already sent. Signals to a process group arrive twice as well.
      if (signal === first.signal && now() - first.at < REPEAT_MS) return;
      ours.exit(INTERRUPTED);
    };
    for (const signal of SIGNALS) {
      ours.on(signal, signal === 'SIGHUP' && onHangUp !== undefined ? onHangUp : processOnSignal);
    }
  });
}
