import { Console } from 'node:console';
import type { ServedWorld, World } from '@worldwire/server';
import { openLog } from '../log/log.js';
import { LogWriter } from '../log/log-writer.js';
import { readEnvironment } from '../process/environment.js';
import { stopSignal } from '../process/stop-signal.js';
import { startStdio } from '../serving/start-stdio.js';
import type { SelectedWorld } from '../settings/settings.js';
import { readOptions, type StdioOptions } from './options.js';

const STDERR = 2;
const FLUSH_MS = 500;

/** A server on standard input and output that `serveStdio()` started. */
export interface ServedStdio {
  /** Resolves when the input has ended and the world is closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves a world on standard input and output, for a client that starts the program. Standard output carries messages only, so
 * `console.log` writes to standard error from then on.
 *
 * @example
 * await serveStdio(world);
 */
export async function serveStdio(
  world: World | ServedWorld,
  options: StdioOptions = {},
): Promise<ServedStdio> {
  const environment = readEnvironment();
  const settings = await readOptions(world, options, environment);
  globalThis.console = new Console(process.stderr);
  const lines = new LogWriter(STDERR);
  const log = await openLog(settings, lines, environment.stderr);
  const server = await startStdio(settings.worlds[0] as SelectedWorld, settings, log);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close().then(() => {
      // An open input would keep the process alive.
      process.stdin.destroy();
      return lines.flush(FLUSH_MS);
    });
    return closing;
  };
  if (options.stopOnSignal) void stopSignal().then(close);
  return { closed: server.ended.then(close), close };
}
