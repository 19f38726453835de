import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from './read-bounded.js';

const NAME = 'unity-explorer-mcp.json';
const MAX_BYTES = 4 * 1024;

export interface Discovery {
  readonly pid: number;
  readonly baseUrl: string;
  readonly port: number;
  readonly modeHints: readonly string[];
  readonly startedAt: string;
}

/**
 * Tells programs of this machine where we are, in place of whoever was there before. Returns the way to take it back,
 * which leaves the word of a server that came after us alone.
 */
export async function announce(folder: string, discovery: Discovery): Promise<() => Promise<void>> {
  const path = join(folder, NAME);
  // Written aside and moved: nobody reads half of it, and a link that waits at its place is not followed.
  const aside = join(folder, `.${NAME}.${randomUUID()}`);
  try {
    await writeFile(aside, `${JSON.stringify(discovery)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(aside, path);
  } catch (thrown) {
    await rm(aside, { force: true });
    throw thrown;
  }
  return async () => {
    if (await isOurs(path, discovery)) await rm(path, { force: true });
  };
}

async function isOurs(path: string, { pid, startedAt }: Discovery): Promise<boolean> {
  try {
    // Others may write to this folder: what is at its place by now may be a link, or a pipe that never ends.
    const text = await readBounded(path, MAX_BYTES, constants.O_NOFOLLOW ?? 0);
    const found = JSON.parse(text) as Partial<Discovery>;
    return found.pid === pid && found.startedAt === startedAt;
  } catch {
    return false;
  }
}
