import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a temporary folder. The folder has copies of data, so it is also removed when a signal ends the process.
 */
export async function withScratchFolder<Result>(
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(prefix);
  const endBySignal = (signal: NodeJS.Signals) => {
    try {
      // SQLite may still create a file in it.
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
