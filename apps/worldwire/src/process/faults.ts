import type { Logger } from 'pino';
import type { LogWriter } from '../log/log-writer.js';

/** How long the log may take to be written. */
const FLUSH_MS = 500;

/** Ends the process after an uncaught exception, because its state is then unknown. A supervisor can start it again. */
export function exitOnFault(log: Logger, lines: LogWriter): void {
  // Also called for unhandled rejections; `origin` distinguishes them.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process failed and ends');
    void lines.flush(FLUSH_MS).then(() => process.exit(1));
  });
}
