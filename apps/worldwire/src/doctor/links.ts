import type { LinkInfo } from '@worldwire/engine/linked';
import { type FramesClient, WireError } from '@worldwire/protocol';
import { connectFrames, connectFramesUrl } from '@worldwire/transports/frames';
import { firstToken } from '../credentials.js';
import { reasonOf } from '../problem.js';
import type { Settings } from '../settings.js';
import { type Finding, ok, warn } from './finding.js';

const CHECK = 'engine link';
const PATIENCE_MS = 2_000;

/** Which engines are linked to the server that runs now, where the frames wire is asked for. */
export async function checkLinks(settings: Settings): Promise<readonly Finding[]> {
  if (settings.frames === undefined) return [];
  let client: FramesClient;
  try {
    client = await connect(settings);
  } catch {
    const { frames, host } = settings;
    const where = frames.socket ?? `${host}:${frames.port}`;
    return [ok(CHECK, `nobody listens for frames at ${where}: engines link once the server runs`)];
  }
  try {
    return await ask(client, settings.tokenFile);
  } catch (thrown) {
    const reason = thrown instanceof WireError ? `it refused us: ${thrown.message}` : reasonOf(thrown);
    return [warn(CHECK, `the server cannot be asked for its links: ${reason}`, 'Check the token file.')];
  } finally {
    client.close();
  }
}

function connect({ frames, host, tls }: Settings): Promise<FramesClient> {
  const options = { timeoutMs: PATIENCE_MS };
  if (frames?.socket !== undefined) return connectFramesUrl(`unix:${frames.socket}`, options);
  // The port is one of this machine and the token is its own, so a certificate of one's own making will do.
  const secure = tls === undefined ? {} : { tls: { rejectUnauthorized: false } };
  return connectFrames(host, frames?.port ?? 0, { ...options, ...secure });
}

async function ask(client: FramesClient, tokenFile: string | undefined): Promise<readonly Finding[]> {
  if (tokenFile !== undefined) await client.authenticate(await firstToken(tokenFile));
  const { links } = (await client.request('transport.links')) as unknown as { links: readonly LinkInfo[] };
  if (links.length === 0) {
    return [ok(CHECK, 'the server waits for no engine: --engine link makes it wait for one')];
  }
  return links.map(({ status, since, reason, engine, remote }) => {
    const who = engine === undefined ? 'no engine' : `${engine.name} ${engine.version} (${engine.project})`;
    const where = remote === undefined ? '' : ` from ${remote}`;
    const message = `${who}${where}: ${status} since ${since}${reason === undefined ? '' : `, ${reason}`}`;
    if (status === 'linked' || status === 'back' || status === 'busy') return ok(CHECK, message);
    return warn(CHECK, message, 'Start the game with the bridge, or let --engine-command start it.');
  });
}
