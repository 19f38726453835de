import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from '../files/read-bounded.js';

const NAME = 'unity-explorer-mcp.json';
/** How the file begins that each server has for itself, so that one that stops knows the others. */
const OWN = `.${NAME}.server-`;
const MAX_BYTES = 4 * 1024;
/** How soon another server has the file after the one that is named in it was killed. */
const CHECK_MS = 1_000;

export interface Discovery {
  readonly pid: number;
  readonly baseUrl: string;
  readonly port: number;
  readonly modeHints: readonly string[];
  readonly startedAt: string;
}

/**
 * Tells programs of this machine where we are, in place of the server that was there before. The newest server has the file. When that
 * stops, it names the newest of the others; when it is killed, one of the others takes its place. Returns the way to take it back.
 */
export async function announce(folder: string, discovery: Discovery): Promise<() => Promise<void>> {
  const path = join(folder, NAME);
  const own = join(folder, `${OWN}${randomUUID()}`);
  await write(folder, path, discovery);
  await write(folder, own, discovery);
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(async () => {
      if (await isVacant(path, discovery)) await write(folder, path, discovery);
    });
    // Another user may own it by now, or the folder may be gone. It is tried again.
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

/** Of the servers that run in this folder. Files of those that were killed are removed. */
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

/** Others may write to this folder: a server of another user is not announced in our name. */
async function isOurs(path: string): Promise<boolean> {
  try {
    return process.getuid === undefined || (await lstat(path)).uid === process.getuid();
  } catch {
    return false;
  }
}

/** Written aside and moved: no reader sees half of it, and a link that waits at its place is not followed. */
async function write(folder: string, path: string, discovery: Partial<Discovery>): Promise<void> {
  const aside = join(folder, `.${NAME}.${randomUUID()}`);
  try {
    await writeFile(aside, `${JSON.stringify(discovery)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(aside, path);
  } catch (thrown) {
    await rm(aside, { force: true });
    throw thrown;
  }
}

/** Whether no server has the file, or one that has ended. What we cannot read is not ours to replace. */
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
    // EPERM: it runs, as another user.
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function read(path: string): Promise<Partial<Discovery> | undefined> {
  try {
    // Others may write to this folder: what is at its place by now may be a link, or a pipe that never ends.
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
