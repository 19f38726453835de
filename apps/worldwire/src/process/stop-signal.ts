import { monotonic } from './clock.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const INTERRUPTED = 130;
/** As a shell tells of a program that SIGHUP ended. */
export const HUNG_UP = 129;
const ONE_WISH_MS = 200;

/** The exit code of a program that stopped in order. */
export function codeAfter(signal: NodeJS.Signals | undefined): number {
  return signal === 'SIGHUP' ? HUNG_UP : 0;
}

/** Resolves at the first signal to stop; a closed terminal is one. A further one ends the process at once. */
export function stopSignal(
  now: () => number = monotonic,
  ours: Pick<NodeJS.Process, 'on' | 'exit'> = process,
): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
    const processOnSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = { signal, at: now() };
        return resolve(signal);
      }
      // One Ctrl+C arrives twice under npm: from the terminal, and passed on by npm itself. Whoever ends a whole
      // group of processes does the same with the other signals.
      if (signal === first.signal && now() - first.at < ONE_WISH_MS) return;
      ours.exit(INTERRUPTED);
    };
    for (const signal of SIGNALS) ours.on(signal, processOnSignal);
  });
}
