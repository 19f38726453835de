import { open, readFile } from 'node:fs/promises';
import type { Log } from '@worldwire/server';
import { codeOf } from '../errors/problem.js';

const CHECK_MS = 2_000;
const QUIET_MS = 60_000;
/** Descriptors for files, databases and Node. */
const SPARE = 128;
const HOW = 'raise the limit before the start with ulimit -n, or LimitNOFILE in a systemd unit';

/** The limit of open files and connections, on Linux. */
export async function descriptorLimit(platform: NodeJS.Platform): Promise<number | undefined> {
  if (platform !== 'linux') return undefined;
  const limits = await readFile('/proc/self/limits', 'utf8');
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return limit === undefined ? undefined : Number(limit);
}

/** Warns when connections may need more descriptors than the limit. */
export function warnOfFew(limit: number | undefined, connections: number, log: Log): void {
  const needed = connections + SPARE;
  if (limit === undefined || limit >= needed) return;
  log.warn(
    { limit, needed },
    `connections may need more file descriptors than this process may have: ${HOW}, or lower "streams" and "connections" in the limits`,
  );
}

/**
 * Logs when no descriptors are left, at most once a minute: Node only closes new connections. Returns a function that stops it.
 */
export function watchDescriptors(log: Log): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    try {
      await (await open('/dev/null')).close();
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      if (performance.now() - loggedAt < QUIET_MS) return;
      loggedAt = performance.now();
      log.error({ code }, `no file descriptors are left, so new connections are closed at once: ${HOW}`);
    }
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
