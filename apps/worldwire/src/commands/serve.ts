import type { Logger } from 'pino';
import { openAudit } from '../audit/audit-file.js';
import { defineCommand } from '../command-line/command.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { openLog } from '../log/log.js';
import { exitOnFault } from '../process/faults.js';
import { descriptorLimit, warnOfFew, watchDescriptors } from '../process/file-descriptors.js';
import { findLaunchers, launcherEnded } from '../process/launchers.js';
import { codeAfter, stopSignal } from '../process/stop-signal.js';
import type { Credentials, Endpoint } from '../serving/endpoint.js';
import { checkFeatures } from '../serving/features-check.js';
import type { FramesEndpoint } from '../serving/frames-endpoint.js';
import { createHost, type Host } from '../serving/host.js';
import { type LoadedWorlds, loadWorlds } from '../serving/load-worlds.js';
import { warnOfShownSecrets } from '../serving/operator-warnings.js';
import { CONFIG_FLAG, readSettings, SERVER_FLAGS, type Settings, USUAL_HOST } from '../settings/settings.js';
import { engineEnvironment, TOKEN_VARIABLE } from '../worlds/engine-environment.js';
import { serveSummary } from './serve-summary.js';

/** How long the log of the start may take to appear before the summary. */
const FLUSH_MS = 200;

export const command = defineCommand({
  name: 'serve',
  words: '[world…]',
  about: 'Serves worlds over HTTP, each at its own port; all of them when none is named.',
  flags: { ...SERVER_FLAGS, ...CONFIG_FLAG },
  examples: [
    'serve',
    'serve universe --port 8080 --read-only',
    'serve --host 0.0.0.0 --token-file tokens.txt --public-host worlds.example',
  ],
  async run(given, shell) {
    const settings = await readSettings(given, shell.environment);
    await checkBind(settings);
    // From here on a signal drains, even one that arrives before we listen.
    const stopped = stopSignal();
    const { platform } = shell.environment;
    const finding = findLaunchers(shell.environment);
    // The same holds for a launcher that ends meanwhile.
    const orphaned = finding.then(launchers => launcherEnded(launchers, platform));
    // Side by side: reading code from disk is most of a start.
    const opening = openLog(settings, shell.lines, shell.environment.stderr);
    const [log, { openEndpoint }, { worlds, missing }] = await Promise.all([
      opening,
      import('../serving/endpoint.js'),
      loadWorlds(settings, opening),
      // Before a world is open: the warning must not depend on whether that succeeds.
      opening.then(log => warnOfShownSecrets(settings, shell.environment.platform, log)),
    ]);
    exitOnFault(log, shell.lines);
    const launchers = await finding;
    log.debug({ launchers }, 'the server ends with the programs that started it');
    if (settings.grants.remoteConfig && worlds.every(({ loaded }) => loaded.ownGates !== true))
      log.warn({}, 'no world here has settings that --allow remote-config opens');
    checkFeatures(
      settings,
      worlds.map(({ loaded }) => loaded.world),
      missing[0]?.problem,
    );
    const credentials = await readCredentials(settings);
    const audit = await openAudit(settings.data, log);
    const host = createHost(settings.limits, log, audit);
    warnOfFew(await descriptorLimit(shell.environment.platform), connectionsOf(host, settings), log);
    const unwatch = watchDescriptors(log);
    const endpoints: Endpoint[] = [];
    let frames: FramesEndpoint | undefined;
    try {
      for (const { name, loaded } of worlds) {
        endpoints.push(await openEndpoint(name, loaded, settings, credentials, host));
      }
      if (settings.frames !== undefined) {
        const { openFrames } = await import('../serving/frames-endpoint.js');
        const all = worlds.map(({ loaded }) => loaded);
        frames = await openFrames(settings.frames, endpoints, all, settings, credentials, host);
      }
    } catch (thrown) {
      await closeAll(endpoints);
      throw thrown;
    }
    if (settings.json) announce(endpoints, frames, shell);
    for (const each of missing) announceMissing(each, settings, shell);
    const environment = await environmentOf(settings, shell, log);
    const engines = worlds.map(({ loaded }) => frames && loaded.linked?.start(frames.engines, environment));
    if (!settings.json) await summarize(serveSummary(endpoints, frames, settings, shell.environment), shell);
    const why = await Promise.race([
      stopped.then(signal => ({ signal })),
      orphaned.then(ended => ({ ended })),
    ]);
    unwatch();
    const arriving = frames?.stop();
    for (const endpoint of endpoints) endpoint.stop();
    log.info(why, 'stopping: requests in flight may finish');
    await closeAll(endpoints, arriving);
    await frames?.close();
    await Promise.all(engines.map(end => end?.()));
    audit.close();
    log.info({}, 'stopped');
    return codeAfter('signal' in why ? why.signal : undefined);
  },
});

/** What will not be served must not have made anything either, so this is asked before a world is opened. */
async function checkBind({ host, tokenFile }: Settings): Promise<void> {
  if (host === USUAL_HOST || tokenFile !== undefined) return;
  const { isLoopback } = await import('@worldwire/transports/http');
  if (isLoopback(host)) return;
  throw Problem.refusal(
    'open bind',
    `Binding ${host} lets others in: give a token file with --token-file FILE, or leave out --host.`,
  );
}

/** An engine that we start may come in as whoever stands first in the token file. */
async function environmentOf({ tokenFile, engine }: Settings, { environment }: Shell, log: Logger) {
  if (engine.command === undefined) return {};
  const { inherited } = environment;
  const missing = engine.variables.filter(name => inherited[name] === undefined);
  if (missing.length > 0) log.warn({ missing }, 'the environment has no such variables for --engine-env');
  const passed = engineEnvironment(inherited, engine.variables);
  if (tokenFile === undefined) return passed;
  const { firstToken } = await import('../serving/credentials.js');
  return { [TOKEN_VARIABLE]: await firstToken(tokenFile), ...passed };
}

/** Connections that clients may hold open at once. */
function connectionsOf({ limits: { streams, connections } }: Host, { frames }: Settings): number {
  return streams + (frames === undefined ? 0 : connections);
}

async function readCredentials({ tokenFile, tls }: Settings): Promise<Credentials> {
  if (tokenFile === undefined && tls === undefined) return {};
  const { readTlsFiles, readTokenStore } = await import('../serving/credentials.js');
  const tokens = tokenFile === undefined ? undefined : await readTokenStore(tokenFile);
  return {
    ...(tokens !== undefined && { tokens }),
    ...(tls !== undefined && { tls: await readTlsFiles(tls) }),
  };
}

/** For programs: a line for each address. */
function announce(
  endpoints: readonly Endpoint[],
  frames: FramesEndpoint | undefined,
  { print }: Shell,
): void {
  const say = (world: string, wire: string, url: string) =>
    print(JSON.stringify({ event: 'listening', world, wire, url, pid: process.pid }));
  for (const { world, url } of endpoints) say(world, 'http', url);
  if (frames === undefined) return;
  say((endpoints[0] as Endpoint).world, 'frames', frames.url);
  if (frames.enginesUrl !== undefined) say('unity', 'engines', frames.enginesUrl);
}

function announceMissing(
  { name: world, problem: { message: reason } }: LoadedWorlds['missing'][number],
  { json }: Settings,
  { print, complain }: Shell,
): void {
  if (json) print(JSON.stringify({ event: 'failed', world, reason, pid: process.pid }));
  complain(`worldwire: ${world} is not served. ${reason}`);
}

/** For people: last, so that what was logged at the start does not stand below it on a terminal. */
async function summarize(summary: readonly string[], { print, lines, environment }: Shell): Promise<void> {
  if (environment.stderr.isTerminal) await lines.flush(FLUSH_MS);
  for (const line of summary) print(line);
}

async function closeAll(endpoints: readonly Endpoint[], arriving?: Promise<unknown>): Promise<void> {
  await Promise.all(endpoints.map(endpoint => endpoint.close(arriving)));
}
