import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { COMMAND_ENDED, type LinkInfo } from '@worldwire/engine/linked';
import { ERRORS, type FramesClient, WireError } from '@worldwire/protocol';
import { connectFrames, connectFramesUrl } from '@worldwire/transports/frames';
import { reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok, warn } from '../findings/finding.js';
import { callableHost } from '../serving/callable-host.js';
import { type OwnToken, ownToken } from '../serving/credentials.js';
import { ENGINE_HOST, type FramesSettings } from '../settings/frames-settings.js';
import type { Settings } from '../settings/settings.js';
import { type PortHolder, PortProbe } from './port-probe.js';

const CHECK = 'engine link';
const TIMEOUT_MS = 2_000;
/** No server listens at the port or the unix socket. */
const NO_SERVER = /\b(ECONNREFUSED|ENOENT)\b/;

/** Lists the engines that are linked to the running server, when the frames wire is configured. */
export async function checkLinks(settings: Settings): Promise<readonly Finding[]> {
  const { frames, host, tls, tokenFile, variables } = settings;
  if (frames === undefined) return [];
  const where = frames.socket ?? `${host}:${frames.port}`;
  if (frames.socket === undefined && frames.port === 0) {
    return [ok(CHECK, 'not checked: --port frames=N names the port that the server printed when it started')];
  }
  let own: OwnToken | undefined;
  try {
    own = tokenFile === undefined ? undefined : await ownToken(tokenFile, variables);
  } catch {
    // The check of the token file reports it.
    return [];
  }
  let client: FramesClient;
  try {
    client = await connect(frames, host, tls !== undefined);
  } catch (thrown) {
    const reason = reasonOf(thrown);
    return [NO_SERVER.test(reason) ? await noServer(settings, where) : notFrames(settings, where, reason)];
  }
  try {
    return await ask(client, own?.token, settings, where);
  } catch (thrown) {
    const refused = thrown instanceof WireError && thrown.code === ERRORS.AuthenticationFailed.code;
    return [refused ? locked(settings, where, own) : notFrames(settings, where, reasonOf(thrown))];
  } finally {
    client.close();
  }
}

function connect(
  { port, socket, framing }: FramesSettings,
  host: string,
  secure: boolean,
): Promise<FramesClient> {
  const options = { timeoutMs: TIMEOUT_MS, framing };
  if (socket !== undefined) return connectFramesUrl(`unix:${socket}`, options);
  // The server is on this machine, so a self-signed certificate is accepted.
  const tls = secure && { tls: { rejectUnauthorized: false } };
  return connectFrames(callableHost(host), port, { ...options, ...tls });
}

async function ask(
  client: FramesClient,
  token: string | undefined,
  settings: Settings,
  where: string,
): Promise<readonly Finding[]> {
  if (token !== undefined) await client.authenticate(token);
  const { links } = (await client.request('transport.links')) as unknown as { links: readonly ListedLink[] };
  if (links.length > 0) return links.map(link => judge(link, settings));
  const message = `the server at ${where} waits for no engine`;
  return [
    settings.frames?.awaitsEngine
      ? warn(CHECK, message, 'Start it again with --engine link: it runs without.')
      : ok(CHECK, `${message}: --engine link makes it wait for one`),
  ];
}

/** With who holds the engine, where an agent does. */
type ListedLink = LinkInfo & { readonly held?: { readonly holder: string; readonly until: string } };

function judge(link: ListedLink, settings: Settings): Finding {
  const { name, status, since, reason, engine, remote, held } = link;
  const who = engine === undefined ? 'no engine' : `${engine.name} ${engine.version} (${engine.project})`;
  const from = remote === undefined ? '' : ` from ${remote}`;
  const named = name === undefined ? '' : `; name ${name}, role ${engine?.role ?? 'game'}`;
  const holder = held === undefined ? '' : `; held by ${held.holder} until ${held.until}`;
  const why = reason === undefined ? '' : `, ${reason}`;
  const text = `${who}${from}: ${status} since ${since}${why}${named}${holder}`;
  // The reason may have control characters of the engine.
  const message = text.replace(/\p{Cc}+/gu, ' ');
  if (status === 'linked' || status === 'back' || status === 'busy') return ok(CHECK, message);
  if (reason?.startsWith(COMMAND_ENDED)) {
    return warn(CHECK, message, 'Run the command by itself to see what is wrong with it.');
  }
  const again = status === 'lost' ? ' again' : '';
  return warn(
    CHECK,
    message,
    `Start the game${again}: its bridge dials ${addressForEngines(settings)}. Or start the server with --engine-command 'COMMAND', which starts the game.`,
  );
}

/** The address for bridges. */
function addressForEngines({ frames, host }: Settings): string {
  const { port, plain, enginePort } = frames as FramesSettings;
  if (plain) return `${callableHost(host)}:${port}`;
  return enginePort ? `${ENGINE_HOST}:${enginePort}` : 'the port that the server printed for engines';
}

async function noServer(settings: Settings, where: string): Promise<Finding> {
  const { socket, enginePort } = settings.frames as FramesSettings;
  if (socket !== undefined && (await isAnotherFile(socket))) {
    return fail(CHECK, `${where} is a file, not a socket`, 'Choose another place with --frames-socket PATH.');
  }
  if (enginePort && (await engineListener(enginePort)).kind !== 'free') {
    const message = `the port for engines, ${ENGINE_HOST}:${enginePort}, is taken`;
    return fail(CHECK, message, 'Choose another with --port engine=N, or --port engine=0 for a free one.');
  }
  const unusable = await reasonNotToListen(settings);
  if (unusable !== undefined) {
    const other = socket === undefined ? '--port frames=N' : '--frames-socket PATH';
    return fail(CHECK, `${where} cannot be opened: ${unusable}`, `Choose another place with ${other}.`);
  }
  const hint = settings.frames?.awaitsEngine ? `, and dial ${addressForEngines(settings)}` : '';
  return ok(CHECK, `no server runs at ${where} now: engines link while one does${hint}`);
}

/** Tries to listen, because no server runs there. A stale socket is removed by the next server. */
async function reasonNotToListen({ frames, host }: Settings): Promise<string | undefined> {
  const { socket, port } = frames as FramesSettings;
  if (socket !== undefined && existsSync(socket)) return undefined;
  const server = createServer();
  try {
    server.listen(socket === undefined ? { host, port, exclusive: true } : { path: socket });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

function engineListener(port: number): Promise<PortHolder> {
  return new PortProbe().port({ host: ENGINE_HOST, port, secure: false });
}

async function isAnotherFile(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isSocket();
  } catch {
    // It does not exist.
    return false;
  }
}

function locked({ tokenFile }: Settings, where: string, own: OwnToken | undefined): Finding {
  if (own !== undefined && own.token === undefined) {
    return warn(CHECK, `the server at ${where} requires a token`, `For doctor, ${own.reason}.`);
  }
  return tokenFile === undefined
    ? warn(
        CHECK,
        `the server at ${where} requires a token`,
        'Give doctor the --token-file that the server was started with.',
      )
    : warn(
        CHECK,
        `the server at ${where} does not know the first token of ${tokenFile}`,
        'Name the file that the server was started with.',
      );
}

function notFrames({ frames }: Settings, where: string, reason: string): Finding {
  const other = frames?.socket === undefined ? '--port frames=N' : '--frames-socket PATH';
  return fail(
    CHECK,
    `${where} does not answer as a frames wire: ${reason}`,
    `If a worldwire runs there, give doctor its flags, such as --tls-cert and --tls-key, or --framing; else ${other} chooses another place.`,
  );
}
