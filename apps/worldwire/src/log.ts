import type { Logger } from 'pino';
import type { LogWriter } from './log-writer.js';
import { didYouMean } from './near-match.js';
import { Problem } from './problem.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SECRETS = ['authorization', 'Authorization', 'token', 'tokens', 'cookie'];

/** Opens the log: a JSON object a line, on standard error, whatever else is written where. */
export async function openLog(level: string, writer: LogWriter): Promise<Logger> {
  const { pino } = await import('pino');
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
    },
    writer,
  );
  writer.onRecovered = dropped => {
    const said = log.isLevelEnabled('warn') ? 'warn' : (log.level as 'error');
    log[said]({ dropped }, 'lines of the log were dropped: standard error did not take them');
  };
  return log;
}

export function readLogLevel(text: string): string {
  if ((LOG_LEVELS as readonly string[]).includes(text)) return text;
  throw Problem.usage(
    `There is no log level "${text}".${didYouMean(text, LOG_LEVELS)} Levels: ${LOG_LEVELS.join(', ')}.`,
  );
}
