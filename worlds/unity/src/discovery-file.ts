import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'unity-explorer-mcp.json';

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
  await writeFile(aside, `${JSON.stringify(discovery)}\n`, { flag: 'wx', mode: 0o600 });
  await rename(aside, path);
  return async () => {
    if (await isOurs(path, discovery)) await rm(path, { force: true });
  };
}

async function isOurs(path: string, { pid, startedAt }: Discovery): Promise<boolean> {
  try {
    const found = JSON.parse(await readFile(path, 'utf8')) as Partial<Discovery>;
    return found.pid === pid && found.startedAt === startedAt;
  } catch {
    return false;
  }
}
