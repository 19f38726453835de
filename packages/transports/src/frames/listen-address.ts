import { chmod, lstat, unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type ListenOptions, type Server } from 'node:net';
import { dirname } from 'node:path';

export type FramesAddress =
  | { readonly host: string; readonly port: number }
  | {
      /** Of a unix socket. */
      readonly path: string;
    };

/** As for a key: whoever may write to a unix socket may connect. */
const OWNER_ALONE = 0o600;

/** What the system has room for; a longer path would be cut off, and another one served. */
const PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** Listens, and says where. */
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
  if (Buffer.byteLength(path) > PATH_BYTES) {
    throw new Error(`The path of a unix socket has at most ${PATH_BYTES} bytes: choose a shorter one.`);
  }
  // The system would call a folder that is missing a lack of permission.
  await lstat(dirname(path));
  try {
    await listen(server, { path });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE' || !(await isLeftBehind(path))) throw thrown;
    await unlink(path);
    await listen(server, { path });
  }
  try {
    await chmod(path, OWNER_ALONE);
  } catch (thrown) {
    server.close();
    throw thrown;
  }
}

/** A server that was killed leaves its socket, where nobody answers. Anything else at this path is somebody's. */
async function isLeftBehind(path: string): Promise<boolean> {
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
