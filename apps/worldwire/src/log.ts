import type { Logger } from 'pino';
import { didYouMean } from './near-match.js';
import { nobodyReads } from './nobody-reads.js';
import { Problem } from './problem.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const STDERR = 2;
const SECRETS = ['authorization', 'Authorization', 'token', 'tokens', 'cookie'];

/** Opens the log: a JSON object a line, on standard error, whatever else is written where. */
export async function openLog(level: string): Promise<Logger> {
  const { pino } = await import('pino');
  // In step with the program, so that the last words before an exit are not lost.
  const lines = pino.destination({ fd: STDERR, sync: true });
  lines.on('error', thrown => {
    if (!nobodyReads(thrown)) throw thrown;
    lines.write = () => true;
  });
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
    },
    lines,
  );
}

export function readLogLevel(text: string): string {
  if ((LOG_LEVELS as readonly string[]).includes(text)) return text;
  throw Problem.usage(
    `There is no log level "${text}".${didYouMean(text, LOG_LEVELS)} Levels: ${LOG_LEVELS.join(', ')}.`,
  );
}
