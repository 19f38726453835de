import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/problem.js';

const FILE = /^(\d+)-[\w-]+\.json$/;
const NAME_BYTES = 6;

/** Files of this process. Another file with its pid is of a process before it, such as that of a container. */
const own = new Set<string>();

/** A server on this machine, with the token of its local operator. */
export interface LocalServer {
  readonly pid: number;
  /** Of its first listener, such as http://127.0.0.1:3000. */
  readonly origin: string;
  readonly token: string;
  /** SHA-256 of its certificate, where it uses TLS. */
  readonly fingerprint?: string;
}

/** Where the servers that use a data folder are found. Backups leave it out. */
export function operatorFolder(data: string): string {
  return join(data, 'operator');
}

/** Writes the file by which commands find a server. Only this user can read it. Returns the function that removes it. */
export async function announceServer(data: string, server: LocalServer): Promise<() => Promise<void>> {
  const folder = operatorFolder(data);
  await mkdir(folder, { mode: 0o700, recursive: true });
  for (const { pid, file } of await listFiles(folder)) {
    if (pid === process.pid ? !own.has(file) : !isRunning(pid)) await rm(file, { force: true });
  }
  const file = join(folder, `${server.pid}-${randomBytes(NAME_BYTES).toString('hex')}.json`);
  await writeFile(file, `${JSON.stringify(server)}\n`, { mode: 0o600, flag: 'wx' });
  own.add(file);
  return async () => {
    own.delete(file);
    await rm(file, { force: true });
  };
}

/** The servers that use a data folder now. */
export async function findServers(data: string): Promise<readonly LocalServer[]> {
  const folder = operatorFolder(data);
  const running = (await listFiles(folder)).filter(({ pid }) => isRunning(pid));
  const read = running.map(async ({ file }) => {
    try {
      return [JSON.parse(await readFile(file, 'utf8')) as LocalServer];
    } catch (thrown) {
      // It stopped, or is being written.
      if (codeOf(thrown) === 'ENOENT' || thrown instanceof SyntaxError) return [];
      throw thrown;
    }
  });
  return (await Promise.all(read)).flat();
}

interface ServerFile {
  readonly pid: number;
  readonly file: string;
}

async function listFiles(folder: string): Promise<readonly ServerFile[]> {
  try {
    const names = await readdir(folder);
    return names.flatMap(name => {
      const pid = FILE.exec(name)?.[1];
      return pid === undefined ? [] : [{ pid: Number(pid), file: join(folder, name) }];
    });
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return [];
    throw thrown;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}
