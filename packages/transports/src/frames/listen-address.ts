import { chmod, lstat, unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type ListenOptions, type Server } from 'node:net';
import { dirname } from 'node:path';

export type FramesAddress =
  | { readonly host: string; readonly port: number }
  | {
      /** Of a unix socket. */
      readonly path: string;
    };

/** Write permission on a unix socket is permission to connect. */
const OWNER_ONLY = 0o600;

/** The system truncates a longer path, and would serve at another. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** Listens, and returns the URL. */
export async function listenAt(
  server: Server,
  at: FramesAddress,
  secure: boolean,
): Promise<{ readonly url: string; readonly port: number }> {
  if ('path' in at) {
    await listenOnPath(server, at.path);
    return { url: `unix:${at.path}`, port: 0 };
  }
  await listen(server, { host: at.host, port: at.port });
  const { port } = server.address() as AddressInfo;
  const name = at.host.includes(':') && !at.host.startsWith('[') ? `[${at.host}]` : at.host;
  return { url: `${secure ? 'tls' : 'tcp'}://${name}:${port}`, port };
}

async function listenOnPath(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new Error(
      `The path of a unix socket can have at most ${MAX_PATH_BYTES} bytes: choose a shorter one.`,
    );
  }
  // For a missing folder `listen` would report EACCES.
  await lstat(dirname(path));
  try {
    await listen(server, { path });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE' || !(await isStale(path))) throw thrown;
    await unlink(path);
    await listen(server, { path });
  }
  try {
    await chmod(path, OWNER_ONLY);
  } catch (thrown) {
    server.close();
    throw thrown;
  }
}

/** Whether a killed server has left this socket. Any other file at the path is kept. */
async function isStale(path: string): Promise<boolean> {
  return (await lstat(path)).isSocket() && !(await answers(path));
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', error => resolve((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'));
  });
}
