import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The account of the server. Empty: the current user. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export const run = promisify(execFile);

/** Debian keeps the server's programs outside PATH, in a folder per version. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`: from PATH, else Debian's newest version. */
export async function findBinaries(): Promise<string | undefined> {
  const inPath = await run('sh', ['-c', 'command -v initdb']).then(
    ({ stdout }) => dirname(stdout.trim()),
    () => undefined,
  );
  const versions = await readdir(DEBIAN).catch(() => []);
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  for (const folder of [inPath, ...newestFirst.map(version => join(DEBIAN, version, 'bin'))]) {
    if (folder !== undefined && (await hasServer(folder))) return folder;
  }
  return undefined;
}

/** PostgreSQL refuses to run as root, so it runs as the user postgres or nobody. */
export async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined)
    throw new Error('PostgreSQL needs a user that is not root. Add one called postgres.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function hasServer(folder: string): Promise<boolean> {
  try {
    for (const name of ['initdb', 'postgres']) await access(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
