import type { Logger } from 'pino';

/** After a fault nobody caught, the state is unknown: say it and end, so that whoever watches starts us anew. */
export function exitOnFault(log: Logger): void {
  // Rejections that nobody handles arrive here too; `origin` tells them apart.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process failed and ends');
    process.exit(1);
  });
}
