import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from '../files/read-bounded.js';

const NAME = 'unity-explorer-mcp.json';
/** Prefix of the file of each server, by which the others find it. */
const OWN = `.${NAME}.server-`;
const MAX_BYTES = 32 * 1024;
/** How often a server checks whether the one named in the file was killed, and whether its engines have changed. */
const CHECK_MS = 1_000;

export interface Discovery {
  readonly pid: number;
  readonly baseUrl: string;
  readonly port: number;
  readonly modeHints: readonly string[];
  readonly startedAt: string;
  /** The engines that are or were linked, where the server accepts them. */
  readonly engines?: readonly object[];
}

/**
 * Writes the file by which programs of this machine find the server. The newest server is named. When it stops, it names the newest of the
 * others; when it is killed, one of the others replaces it. Returns the function that removes this server from the file.
 */
export async function announce(folder: string, now: () => Discovery): Promise<() => Promise<void>> {
  const path = join(folder, NAME);
  const own = join(folder, `${OWN}${randomUUID()}`);
  let discovery = now();
  await write(folder, path, discovery);
  await write(folder, own, discovery);
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(async () => {
      const current = now();
      const changed = JSON.stringify(current) !== JSON.stringify(discovery);
      if (changed) {
        discovery = current;
        await write(folder, own, discovery);
      }
      const named = changed ? await read(path) : undefined;
      const isNamed = named !== undefined && isSame(named, discovery);
      if (isNamed || (await isVacant(path, discovery))) await write(folder, path, discovery);
    });
    // Another user may own the file, or the folder may be missing: retried at the next check.
    checking = checking.catch(() => {});
  }, CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
    await rm(own, { force: true });
    const named = await read(path);
    if (named === undefined || !isSame(named, discovery)) return;
    const next = await newestOf(folder);
    if (next === undefined) await rm(path, { force: true });
    else await write(folder, path, next);
  };
}

/** The newest running server. Files of servers that were killed are removed. */
async function newestOf(folder: string): Promise<Partial<Discovery> | undefined> {
  let newest: Partial<Discovery> | undefined;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(OWN) || !(await isOurs(path))) continue;
    const found = await read(path);
    if (!isRunning(found?.pid)) await rm(path, { force: true });
    else if (String(found?.startedAt) > String(newest?.startedAt ?? '')) newest = found;
  }
  return newest;
}

/** Other users may write to this folder: a server of another user is not announced. */
async function isOurs(path: string): Promise<boolean> {
  try {
    return process.getuid === undefined || (await lstat(path)).uid === process.getuid();
  } catch {
    return false;
  }
}

/** Written to a new file and renamed: no reader sees a part of it, and a link at the path is not followed. */
async function write(folder: string, path: string, discovery: Partial<Discovery>): Promise<void> {
  const temporary = join(folder, `.${NAME}.${randomUUID()}`);
  try {
    await writeFile(temporary, `${JSON.stringify(discovery)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}

/** Whether the file is missing or names a server that has ended. An unreadable file is not replaced. */
async function isVacant(path: string, own: Discovery): Promise<boolean> {
  const named = await read(path);
  if (named === undefined) return !(await exists(path));
  return !isSame(named, own) && !isRunning(named.pid);
}

function isSame(named: Partial<Discovery>, { pid, startedAt }: Discovery): boolean {
  return named.pid === pid && named.startedAt === startedAt;
}

function isRunning(pid: unknown): boolean {
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: it runs as another user.
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function read(path: string): Promise<Partial<Discovery> | undefined> {
  try {
    // Other users may write to this folder: the path may be a link, or a pipe that never ends.
    const found: unknown = JSON.parse(await readBounded(path, MAX_BYTES, constants.O_NOFOLLOW ?? 0));
    return typeof found === 'object' && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
