import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { Logger } from 'pino';
import { Problem } from '../errors/problem.js';
import type { LogFormat } from './log-text.js';
import type { LogWriter } from './log-writer.js';
import type { Terminal } from './terminal.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SECRETS = ['authorization', 'Authorization', 'token', 'tokens', 'cookie'];

export interface LogChoice {
  readonly logLevel: string;
  /** Undefined: text on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | undefined;
}

/** Opens the log on standard error, as readable text or as JSON lines. */
export async function openLog(
  { logLevel: level, logFormat }: LogChoice,
  writer: LogWriter,
  { isTerminal, hasColours }: Terminal,
): Promise<Logger> {
  const isText = (logFormat ?? (isTerminal ? 'text' : 'json')) === 'text';
  const [{ pino }, { readableLine }] = await Promise.all([import('pino'), import('./log-text.js')]);
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
    },
    // Formatted before they are queued, so that the limit of the writer counts the text that it writes.
    isText ? { write: json => writer.write(readableLine(json, hasColours)) } : writer,
  );
  writer.onRecovered = dropped => {
    const level = log.isLevelEnabled('warn') ? 'warn' : (log.level as 'error');
    log[level]({ dropped }, 'lines of the log were dropped: standard error did not take them');
  };
  return log;
}

export function readLogLevel(text: string): string {
  if ((LOG_LEVELS as readonly string[]).includes(text)) return text;
  throw Problem.usage(
    `There is no log level "${text}".${didYouMean(text, LOG_LEVELS)} Levels: ${LOG_LEVELS.join(', ')}.`,
  );
}
