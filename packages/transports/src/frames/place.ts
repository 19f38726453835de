import { chmod, unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type ListenOptions, type Server } from 'node:net';

export type FramesPlace =
  | { readonly host: string; readonly port: number }
  | {
      /** Of a unix socket. */
      readonly path: string;
    };

/** As for a key: whoever may write to a unix socket may connect. */
const OWNER_ALONE = 0o600;

/** Listens, and says where. */
export async function listenAt(
  server: Server,
  at: FramesPlace,
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

/** A server that was killed leaves its socket behind: where nobody answers, it may go. */
async function listenOnPath(server: Server, path: string): Promise<void> {
  try {
    await listen(server, { path });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE' || (await answers(path))) throw thrown;
    await unlink(path);
    await listen(server, { path });
  }
  await chmod(path, OWNER_ALONE);
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
