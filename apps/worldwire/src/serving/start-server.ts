import type { World } from '@worldwire/server';
import type { Logger } from 'pino';
import { noteLeftApprovals } from '../audit/approval-records.js';
import type { AuditFile } from '../audit/audit-file.js';
import { openAuditFor } from '../audit/open-audit.js';
import type { OpenedConsole } from '../console/open-console.js';
import { Metrics } from '../metrics/metrics.js';
import type { ServerAddress } from '../operator/server-facts.js';
import type { Environment } from '../process/environment.js';
import { descriptorLimit, warnOfFew, watchDescriptors } from '../process/file-descriptors.js';
import { readPackage } from '../process/version.js';
import type { Settings } from '../settings/settings.js';
import { NewFolders } from '../storage/new-folders.js';
import { both } from '../tracing/both.js';
import type { Tracing } from '../tracing/tracing.js';
import { checkBind } from './check-bind.js';
import { checkListeners } from './check-listeners.js';
import type { Credentials, Endpoint, PreparedWorld } from './endpoint.js';
import { checkFeatures } from './features-check.js';
import type { FramesEndpoint } from './frames-endpoint.js';
import { createHost, type Host } from './host.js';
import { type LoadedWorlds, loadWorlds } from './load-worlds.js';
import type { MainEndpoint } from './main-endpoint.js';
import type { OAuth } from './oauth.js';
import { type OpenedMetrics, openMetrics } from './open-metrics.js';
import { openTracing } from './open-tracing.js';
import { warnOfShownSecrets } from './operator-warnings.js';
import { rightsNow } from './rights-now.js';
import type { WatchedTokens } from './watched-tokens.js';
import { withdraw } from './withdraw.js';

export interface RunningServer {
  readonly endpoints: readonly Endpoint[];
  /** The address of the console, and of all worlds below their names. */
  readonly main: MainAddress;
  readonly frames: FramesEndpoint | undefined;
  /** The world that a game engine connects to. */
  readonly linkedWorld: string | undefined;
  readonly missing: LoadedWorlds['missing'];
  /** Counters and gauges of all worlds. Other parts of the server add theirs. */
  readonly metrics: Metrics;
  /** The address of /metrics, where --metrics-port opens it. */
  readonly metricsUrl: string | undefined;
  /** Reads the token file again, if there is one. The log says what changed. */
  reloadTokens(): void;
  /** Stops listening, waits for requests in flight, and closes the worlds. */
  close(why?: object): Promise<void>;
}

type ReadCredentials = Omit<Credentials, 'oauth'> & { readonly watched?: WatchedTokens };

export interface MainAddress extends Pick<MainEndpoint, 'url' | 'isMoved'> {
  /** Whether the console is served there. */
  readonly hasConsole: boolean;
  /** A new link that opens the console once. Undefined where the page asks for a token, or is not served. */
  link(): string | undefined;
  /** The path of a file that leads to such a link, for the arguments of a browser. Throws if it cannot be written. */
  linkPage(link: string): string;
}

/** Opens the worlds and serves each at its port, with guard, policy, audit and limits. */
export async function startServer(
  settings: Settings,
  opening: Promise<Logger>,
  environment: Environment,
): Promise<RunningServer> {
  const credentials = await checkedStart(settings);
  const folders = await NewFolders.of(settings.data);
  let audit: AuditFile | undefined;
  try {
    audit = await openAuditFor(settings, await opening);
    return await startWith(settings, opening, environment, credentials, audit);
  } catch (thrown) {
    audit?.discard();
    await folders.remove();
    throw thrown;
  }
}

/** What is checked before anything is created. A refusal closes the worlds that the caller has made. */
async function checkedStart(settings: Settings): Promise<ReadCredentials> {
  try {
    await checkBind(settings);
    await checkListeners(settings);
    return await readCredentials(settings);
  } catch (thrown) {
    await closeWorlds(settings.worlds.flatMap(({ entry }) => entry.made ?? []));
    throw thrown;
  }
}

/** The same with the credentials and the audit, which its caller closes if it fails. */
async function startWith(
  settings: Settings,
  opening: Promise<Logger>,
  environment: Environment,
  read: ReadCredentials,
  audit: AuditFile,
): Promise<RunningServer> {
  const metrics = new Metrics();
  const startedAt = Date.now();
  // In parallel: reading code from disk is most of a start.
  const [log, { openEndpoint, prepareWorld }, { openMain }, { openOperator }, { worlds, missing }] =
    await Promise.all([
      opening,
      import('./endpoint.js'),
      import('./main-endpoint.js'),
      import('./open-operator.js'),
      loadWorlds(settings, opening, world => metrics.timeCommit(world)),
      // Before a world is open: the warning must not depend on whether that succeeds.
      opening.then(log => warnOfShownSecrets(settings, environment.platform, log)),
    ]);
  const opened = worlds.map(world => world.opened);
  const endpoints: Endpoint[] = [];
  const prepared: PreparedWorld[] = [];
  let main: MainEndpoint | undefined;
  let console: OpenedConsole | undefined;
  let oauth: OAuth | undefined;
  let frames: FramesEndpoint | undefined;
  let begun = 0;
  let unwatch = () => {};
  let measuring: OpenedMetrics | undefined;
  let tracing: Tracing | undefined;
  const { watched } = read;
  let leave = async () => {};
  try {
    if (settings.grants.remoteConfig && !opened.some(({ hasRemoteConfig }) => hasRemoteConfig))
      log.warn({}, 'no world here has settings that --allow remote-config opens');
    checkFeatures(
      settings,
      opened.map(({ world }) => world),
      missing[0]?.problem,
    );
    if ([...settings.approve.rules.values()].some(rule => rule !== 'none'))
      await noteLeftApprovals(settings.data, audit, log);
    tracing = await openTracing(settings, log);
    const made = createHost(settings.limits, log, audit, meters(metrics, tracing));
    const host: Host = {
      ...made,
      ...(await openSessions(settings, made)),
      rightsNow: rightsNow(read.tokens, settings.oauth !== undefined, Date.now),
    };
    oauth = await openOAuth(settings, host);
    const credentials = { ...read, ...(oauth !== undefined && { oauth }) };
    warnOfFew(await descriptorLimit(environment.platform), connectionsOf(host, settings), log);
    unwatch = watchDescriptors(log);
    if (settings.console && !hasSessionRoute(worlds, settings, log)) {
      const [{ openConsole }, { shownCommand }] = await Promise.all([
        import('../console/open-console.js'),
        import('../console/shown-command.js'),
      ]);
      const command = shownCommand(settings, environment);
      console = await openConsole(host, oauth?.signIn(settings), settings.data, command);
    }
    const { announce, operator, localOperator } = openOperator(
      host,
      credentials,
      endpoints,
      worlds,
      metrics,
      settings.data,
      {
        link: () => console?.link(mainUrl(main, endpoints, settings)),
        page: link => (console as OpenedConsole).linkPage(link),
      },
      () => ({
        version: readPackage().version,
        startedAt,
        addresses: addressesOf(mainUrl(main, endpoints, settings), endpoints, frames, measuring),
        rules: settings.approve.rules,
        approver: settings.approve.by,
      }),
    );
    for (const world of worlds) prepared.push(prepareWorld(world, settings, host, oauth));
    await Promise.all(prepared.map(({ served }) => served.kernel.begin()));
    const all = { ...credentials, operator, localOperator };
    const content = { worlds: prepared, console };
    for (const world of prepared) {
      begun += 1;
      const isMain = world.world === settings.main.world;
      endpoints.push(await openEndpoint(world, settings, all, host, isMain ? content : undefined));
    }
    if (!endpoints.some(({ world }) => world === settings.main.world))
      main = await openMain(content, settings, all, host);
    leave = await announce();
    if (settings.frames !== undefined) {
      const { openFrames } = await import('./frames-endpoint.js');
      frames = await openFrames(settings.frames, endpoints, opened, settings, credentials, host);
    }
    measuring = await openMetrics(
      metrics,
      { host, endpoints, main, console, worlds: opened, frames },
      settings,
      // Without their routes, which this port does not serve.
      prepared.flatMap(({ world, mounts }) =>
        mounts.map(({ routes: _, ...mount }) => ({ ...mount, prefix: `/${world}` })),
      ),
    );
    watched?.begin({
      log,
      worlds: endpoints.map(({ world }) => world),
      onChanged: withdraw({ ...host, audit }, { principals: () => watched?.store.principals ?? [] }),
    });
  } catch (thrown) {
    unwatch();
    console?.close();
    await frames?.close();
    await leave();
    await Promise.all([main?.close(), closeAll(endpoints)]);
    await tracing?.close();
    // An endpoint that fails closes its world itself.
    await Promise.all(prepared.slice(begun).map(({ served }) => served.kernel.close()));
    await closeWorlds(opened.slice(Math.max(begun, prepared.length)).map(({ world }) => world));
    oauth?.close();
    throw thrown;
  }
  const linked = worlds.find(({ opened: { engineLink } }) => engineLink !== undefined);
  const stopEngine = await (frames && linked?.opened.engineLink?.start(frames.engines));
  const opensByLink = settings.tokenFile === undefined && settings.oauth === undefined;
  const url = mainUrl(main, endpoints, settings);
  return {
    endpoints,
    main: {
      url,
      isMoved: main?.isMoved ?? false,
      hasConsole: console !== undefined,
      link: () => (opensByLink ? console?.link(url) : undefined),
      linkPage: link => (console as OpenedConsole).linkPage(link),
    },
    frames,
    linkedWorld: linked?.name,
    missing,
    metrics,
    metricsUrl: measuring.url,
    reloadTokens: () => void watched?.reload(),
    async close(why = {}) {
      unwatch();
      console?.close();
      watched?.close();
      const arriving = Promise.all([frames?.stop(), main?.stop()]);
      for (const endpoint of endpoints) endpoint.stop();
      log.info(why, 'stopping: requests in flight may finish');
      await Promise.all([main?.close(), closeAll(endpoints, arriving)]);
      await frames?.close();
      await stopEngine?.();
      oauth?.close();
      await leave();
      audit.close();
      await measuring.close();
      await tracing?.close();
      log.info({}, 'stopped');
    },
  };
}

/** Whether the world at the root of the main port has the path of sessions: then there is no console. */
function hasSessionRoute(worlds: LoadedWorlds['worlds'], { main }: Settings, log: Logger): boolean {
  const shared = worlds.find(({ name }) => name === main.world);
  const isTaken = shared?.opened.routes?.some(({ path }) => /^\/session(\/|$)/.test(path)) === true;
  if (isTaken)
    log.warn({ world: main.world }, 'no console, because the world has /session: give it a port with --port');
  return isTaken;
}

/** The address of the main port. A world with the same port has the same listener. */
function mainUrl(main: MainEndpoint | undefined, endpoints: readonly Endpoint[], settings: Settings): string {
  const shared = endpoints.find(({ world }) => world === settings.main.world);
  return main?.url ?? new URL('/', shared?.url).href;
}

function addressesOf(
  main: string,
  endpoints: readonly Endpoint[],
  frames: FramesEndpoint | undefined,
  measuring: OpenedMetrics | undefined,
): readonly ServerAddress[] {
  return [
    { kind: 'main', url: main },
    ...endpoints.map(({ world, url }) => ({ kind: 'world', url, world }) as const),
    ...(frames === undefined ? [] : [{ kind: 'frames', url: frames.url } as const]),
    ...(measuring?.url === undefined ? [] : [{ kind: 'metrics', url: measuring.url } as const]),
  ];
}

/** Connections that clients may hold open at once. */
function connectionsOf({ limits: { streams, connections } }: Host, { frames }: Settings): number {
  return streams + (frames === undefined ? 0 : connections);
}

/** Metrics count every request; traces follow it where they are on. */
function meters(metrics: Metrics, tracing: Tracing | undefined): Host['meterOf'] {
  if (tracing === undefined) return world => metrics.world(world);
  return world => both(metrics.world(world), tracing.world(world));
}

/** A server that keeps nothing forgets its sessions, too. */
async function openSessions(
  { data, store }: Settings,
  { date, limits, log }: Host,
): Promise<Pick<Host, 'sessionsOf'>> {
  if (store === 'memory') return {};
  const { SealedSessions, sessionsFolder } = await import('../sessions/sealed-sessions.js');
  const sessions = new SealedSessions({ path: sessionsFolder(data), date, limits, log });
  return { sessionsOf: world => sessions.of(world) };
}

async function openOAuth(settings: Settings, host: Host): Promise<OAuth | undefined> {
  if (settings.oauth === undefined) return undefined;
  const { OAuth } = await import('./oauth.js');
  OAuth.requireOwnRoot(settings.oauth, settings);
  return new OAuth(settings.oauth, host);
}

async function readCredentials({ tokenFile, tls }: Settings): Promise<ReadCredentials> {
  if (tokenFile === undefined && tls === undefined) return {};
  const [{ readTlsFiles }, { WatchedTokens }] = await Promise.all([
    import('./credentials.js'),
    import('./watched-tokens.js'),
  ]);
  const watched = tokenFile === undefined ? undefined : await WatchedTokens.open(tokenFile);
  return {
    ...(watched !== undefined && { watched, tokens: watched.store }),
    ...(tls !== undefined && { tls: await readTlsFiles(tls) }),
  };
}

async function closeAll(endpoints: readonly Endpoint[], arriving?: Promise<unknown>): Promise<void> {
  await Promise.all(endpoints.map(endpoint => endpoint.close(arriving)));
}

async function closeWorlds(worlds: readonly World[]): Promise<void> {
  await Promise.all(worlds.map(world => world.close?.()));
}
