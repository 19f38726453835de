import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Works with a new folder, whose name begins as given, and removes it afterwards. It has copies of the operator's data, so a signal
 * that ends the process removes it as well.
 */
export async function withScratchFolder<Result>(
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(prefix);
  const endBySignal = (signal: NodeJS.Signals) => {
    try {
      // A thread of SQLite may still be making a file in it.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } finally {
      stopListening();
      process.kill(process.pid, signal);
    }
  };
  const stopListening = () => {
    for (const signal of SIGNALS) process.removeListener(signal, endBySignal);
  };
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    stopListening();
  }
}
