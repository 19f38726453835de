const INTERRUPTED = 130;
const ONE_KEYSTROKE_MS = 200;

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
export function stopSignal(now: () => number = Date.now): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
    const processOnSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = { signal, at: now() };
        return resolve(signal);
      }
      // One Ctrl+C arrives twice under npm: from the terminal, and passed on by npm itself.
      if (signal === 'SIGINT' && first.signal === 'SIGINT' && now() - first.at < ONE_KEYSTROKE_MS) return;
      process.exit(INTERRUPTED);
    };
    process.on('SIGTERM', processOnSignal);
    process.on('SIGINT', processOnSignal);
  });
}
