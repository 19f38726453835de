import { defineCommand } from '../command-line/command.js';
import type { Shell } from '../command-line/shell.js';
import { reasonOf } from '../errors/problem.js';
import { openLog } from '../log/log.js';
import type { Environment } from '../process/environment.js';
import { exitOnFault } from '../process/faults.js';
import { findLaunchers, launcherEnded } from '../process/launchers.js';
import { openBrowser } from '../process/open-browser.js';
import { codeAfter, stopSignal } from '../process/stop-signal.js';
import { type RunningServer, startServer } from '../serving/start-server.js';
import { CONFIG_FLAG, serveFlags } from '../settings/server-flags.js';
import { readSettings, type Settings } from '../settings/settings.js';
import { serveSummary } from './serve-summary.js';

/** How long the log of the start may take to appear before the summary. */
const FLUSH_MS = 200;

export const command = defineCommand({
  name: 'serve',
  words: '[world|file…]',
  about:
    'Serves worlds over HTTP, each at its own port; all of them when none is named. A file is a module that exports a world of your own, or several.',
  flags: {
    ...serveFlags(),
    open: { type: 'boolean', about: 'open the console in the browser' },
    ...CONFIG_FLAG,
  },
  examples: [
    'serve',
    'serve universe --port 8080 --read-only',
    'serve ./garden.js --allow writes',
    'serve --host 0.0.0.0 --token-file tokens.txt --public-host worlds.example',
  ],
  async run(given, shell) {
    const { environment, lines } = shell;
    const settings = await readSettings(given, environment);
    let reload = () => {};
    // From here on a signal ends the server in order, also one that arrives before it listens.
    const stopped = stopSignal(
      undefined,
      undefined,
      reloadsOnHangUp(settings, environment) ? () => reload() : undefined,
    );
    const finding = findLaunchers(environment);
    const orphaned = finding.then(launchers => launcherEnded(launchers, environment.platform));
    const opening = openLog(settings, lines, environment.stderr);
    const [server, log, launchers] = await Promise.all([
      startServer(settings, opening, environment),
      opening.then(log => {
        exitOnFault(log, lines);
        return log;
      }),
      finding,
    ]);
    reload = () => server.reloadTokens();
    log.debug({ launchers }, 'the server ends with the programs that started it');
    const link = server.main.link();
    if (settings.json) announce(server, link, shell);
    for (const each of server.missing) announceMissing(each, settings, shell);
    if (!settings.json) await summarize(serveSummary(server, link, settings, environment), shell);
    if (given.values.open && server.main.hasConsole) await openPage(server, link, shell);
    const why = await Promise.race([
      stopped.then(signal => ({ signal })),
      orphaned.then(ended => ({ ended })),
    ]);
    await server.close(why);
    return codeAfter('signal' in why ? why.signal : undefined);
  },
});

/** SIGHUP of a server without a terminal is the wish to read the token file again. Windows sends it when a console closes. */
function reloadsOnHangUp({ tokenFile }: Settings, { platform, onTerminal }: Environment): boolean {
  return tokenFile !== undefined && platform !== 'win32' && !onTerminal;
}

async function openPage(
  { main }: RunningServer,
  link: string | undefined,
  { complain, environment }: Shell,
): Promise<void> {
  try {
    const address = link === undefined ? main.url : main.linkPage(link);
    if (await openBrowser(address, environment)) return;
    complain('worldwire: no browser could be started here. Open the address yourself.');
  } catch (thrown) {
    complain(
      `worldwire: the page for the browser cannot be written. ${reasonOf(thrown)} Open the address yourself.`,
    );
  }
}

/** For programs: a line for each address. The console is last, because many programs take the first for a world. */
function announce(
  { main, endpoints, frames, linkedWorld, metricsUrl }: RunningServer,
  link: string | undefined,
  { print }: Shell,
): void {
  const say = (world: string | undefined, wire: string, url: string, more = {}) =>
    print(JSON.stringify({ event: 'listening', world, wire, url, ...more, pid: process.pid }));
  for (const { world, url } of endpoints) say(world, 'http', url);
  if (metricsUrl !== undefined) say(undefined, 'metrics', metricsUrl);
  if (frames !== undefined) say(endpoints[0]?.world, 'frames', frames.url);
  if (frames?.enginesUrl !== undefined) say(linkedWorld, 'engines', frames.enginesUrl);
  if (main.hasConsole) say(undefined, 'console', main.url, { link });
}

function announceMissing(
  { name: world, problem: { message: reason } }: RunningServer['missing'][number],
  { json }: Settings,
  { print, complain }: Shell,
): void {
  if (json) print(JSON.stringify({ event: 'failed', world, reason, pid: process.pid }));
  complain(`worldwire: ${world} is not served. ${reason}`);
}

/** For people: last, so that it stands below the log of the start on a terminal. */
async function summarize(summary: readonly string[], { print, lines, environment }: Shell): Promise<void> {
  if (environment.stderr.isTerminal) await lines.flush(FLUSH_MS);
  for (const line of summary) print(line);
}
