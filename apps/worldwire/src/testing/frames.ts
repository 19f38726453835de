import { fileURLToPath } from 'node:url';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { FramesClient, JsonObject, RequestHandler } from '@worldwire/protocol';
import { type ConnectOptions, connectFramesUrl } from '@worldwire/transports/frames';
import { onTestFinished } from 'vitest';
import { Program, temporaryFolder } from './program.js';

const FIXTURES = new URL('../../../../test/src/fixtures/', import.meta.url);

/** A certificate of one's own making, for this machine. */
export const TLS_FLAGS: readonly string[] = ['cert', 'key'].flatMap(part => [
  `--tls-${part}`,
  fileURLToPath(new URL(`loopback-${part}.pem`, FIXTURES)),
]);

interface Listening {
  readonly url: string;
  readonly world: string;
}

/** A server with the frames wire. */
export async function serveFrames(args: readonly string[], cwd?: string) {
  const place = cwd ?? (await temporaryFolder());
  const program = new Program(['serve', ...args, '--port', '0', '--json'], {
    cwd: place,
    env: { TMPDIR: place },
  });
  const listening = async (wire: string) =>
    JSON.parse(await program.line('stdout', `"wire":"${wire}"`)) as Listening;
  return { program, frames: await listening('frames'), url: await program.url(), listening };
}

export async function dial(url: string, options?: ConnectOptions): Promise<FramesClient> {
  const client = await connectFramesUrl(url, options);
  onTestFinished(() => client.close());
  return client;
}

/** A bridge in front of a scene of this process. */
export async function link(
  url: string,
  instance: string,
  options: ConnectOptions & { readonly token?: string } = {},
): Promise<FramesClient> {
  const scene = await openEmbedded();
  onTestFinished(() => scene.close());
  const { operations, features = [] } = await scene.call('engine.describe', {});
  const capabilities = [...operations, ...features];
  return join(url, { instance, capabilities }, options, async (method, params) => {
    const { _meta: _, ...own } = params;
    return (await scene.call(method as 'scene.list', own)) as unknown as JsonObject;
  });
}

/** A bridge that answers as the test does. */
export async function join(
  url: string,
  about: { readonly instance: string; readonly capabilities: string[] },
  { token, ...options }: ConnectOptions & { readonly token?: string },
  answer: RequestHandler,
): Promise<FramesClient> {
  const client = await dial(url, options);
  client.onRequest(answer);
  const engine = { name: 'Stand-in', version: '1', project: 'Tests', ...about };
  await client.request('session.authenticate', {
    role: 'engine',
    engine,
    ...(token !== undefined && { token }),
  });
  return client;
}
