import { open, readFile } from 'node:fs/promises';
import type { Log } from '@worldwire/server';
import { codeOf } from '../errors/problem.js';

const CHECK_MS = 2_000;
const QUIET_MS = 60_000;
/** For files, databases and the runtime itself. */
const SPARE = 128;
const HOW = 'raise the limit before the start with ulimit -n, or LimitNOFILE in a systemd unit';

/** The most files and connections that the process may have open, where the system says so. */
export async function descriptorLimit(platform: NodeJS.Platform): Promise<number | undefined> {
  if (platform !== 'linux') return undefined;
  const limits = await readFile('/proc/self/limits', 'utf8');
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return limit === undefined ? undefined : Number(limit);
}

/** Warns at start where connections would need more descriptors than the process may have. */
export function warnOfFew(limit: number | undefined, connections: number, log: Log): void {
  const needed = connections + SPARE;
  if (limit === undefined || limit >= needed) return;
  log.warn(
    { limit, needed },
    `connections may need more file descriptors than this process may have: ${HOW}, or lower "streams" and "connections" in the limits`,
  );
}

/**
 * Says when the process has no descriptors left, at most once a minute. Node does not: it accepts a connection that it
 * cannot keep, and closes it. Returns the way to stop.
 */
export function watchDescriptors(log: Log): () => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    try {
      await (await open('/dev/null')).close();
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      if (performance.now() - saidAt < QUIET_MS) return;
      saidAt = performance.now();
      log.error({ code }, `no file descriptors are left, so new connections are closed at once: ${HOW}`);
    }
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
