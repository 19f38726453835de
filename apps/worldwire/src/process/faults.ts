import type { Logger } from 'pino';
import type { LogWriter } from '../log/log-writer.js';

/** How long the log may take to say why. */
const FLUSH_MS = 500;

/** After a fault nobody caught, the state is unknown: say it and end, so that whoever watches starts us anew. */
export function exitOnFault(log: Logger, lines: LogWriter): void {
  // Rejections that nobody handles arrive here too; `origin` tells them apart.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process failed and ends');
    void lines.flush(FLUSH_MS).then(() => process.exit(1));
  });
}
