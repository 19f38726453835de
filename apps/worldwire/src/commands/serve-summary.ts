import type { Access } from '@worldwire/server';
import { aligned } from '../command-line/table.js';
import { consoleCommand, typedPath } from '../process/console-command.js';
import type { Environment } from '../process/environment.js';
import { invocation } from '../process/invocation.js';
import type { Endpoint } from '../serving/endpoint.js';
import type { RunningServer } from '../serving/start-server.js';
import type { Settings } from '../settings/settings.js';
import { TOKEN_VARIABLE } from '../worlds/engine-environment.js';

/** The lines that are printed when the server is ready: addresses, access, and the next commands. */
export function serveSummary(
  server: RunningServer,
  link: string | undefined,
  settings: Settings,
  environment: Environment,
): readonly string[] {
  const { endpoints } = server;
  const [first] = endpoints as readonly [Endpoint, ...Endpoint[]];
  return [
    ...consoleRows(server, link),
    ...aligned([
      ...endpoints.map(({ world, url, ceiling }) => [world, url, access(ceiling, settings)]),
      ...frameRows(server, first),
    ]),
    '',
    ...aligned(
      [
        ...pages(endpoints, settings),
        ['Connect a client:', connect(first, settings, environment)],
        ...tokenRow(settings),
        ...signInRows(server, link, settings, environment),
        ...(server.metricsUrl === undefined ? [] : [['Read the metrics:', server.metricsUrl]]),
        ['Stop the server:', 'Ctrl+C'],
      ],
      ' ',
    ),
  ];
}

/** The one address for a person. */
function consoleRows({ main }: RunningServer, link: string | undefined): readonly string[] {
  if (!main.hasConsole) return [];
  const how = link === undefined ? main.url : `${link} (opens once, within 10 minutes)`;
  return [
    `Open the console: ${how}`,
    ...(main.isMoved ? ['Port 3000 is in use, so that a free one is used.'] : []),
    '',
  ];
}

/** How a person gets into the console, from now on: the printed link works once, and a page that asks for a token has none. */
function signInRows(
  { main }: RunningServer,
  link: string | undefined,
  { data, tokenFile, oauth }: Settings,
  environment: Environment,
): readonly (readonly string[])[] {
  if (!main.hasConsole) return [];
  const program = invocation(environment);
  const command = consoleCommand(data, environment);
  if (link !== undefined) return [['Get a new link:', command]];
  const make = `${program} token new NAME --rights operate --token-file`;
  return [
    ['Sign in by a link:', `${command} (prints a link that opens once)`],
    ...(tokenFile === undefined
      ? []
      : [['Or by a token:', `one with the right operate, as ${make} ${typedPath(tokenFile)} makes`]]),
    ...(oauth?.clientId === undefined ? [] : [['Or at the issuer:', `${oauth.issuers[0]}`]]),
  ];
}

function frameRows(
  { frames, linkedWorld = '' }: RunningServer,
  { world }: Endpoint,
): readonly (readonly string[])[] {
  if (frames === undefined) return [];
  const { url, enginesUrl } = frames;
  return [
    [world, url, 'frames'],
    ...(enginesUrl === undefined ? [] : [[linkedWorld, enginesUrl, 'engines']]),
  ];
}

/** A browser sends no token, so nothing can be opened where one is required. */
function pages(
  endpoints: readonly Endpoint[],
  { tokenFile, oauth, worlds }: Settings,
): readonly (readonly string[])[] {
  if (tokenFile !== undefined || oauth !== undefined) return [];
  return endpoints.flatMap(({ world, url }) => {
    const page = worlds.find(({ name }) => name === world)?.entry.page;
    return page === undefined ? [] : [['Open a picture:', new URL(page, url).href]];
  });
}

function connect({ world, url }: Endpoint, { tokenFile }: Settings, environment: Environment): string {
  const setup = `${invocation(environment)} setup claude-code --world ${world} --http ${url}`;
  return tokenFile === undefined ? setup : `${setup} --token-env ${TOKEN_VARIABLE}`;
}

function tokenRow({ tokenFile }: Settings): readonly (readonly string[])[] {
  if (tokenFile === undefined) return [];
  return [
    ['Give it a token:', `set ${TOKEN_VARIABLE} to a token of ${tokenFile} where the client is started`],
  ];
}

function access(ceiling: Access, { grants }: Settings): string {
  if (ceiling === 'danger') return 'writes and code allowed';
  if (ceiling === 'write') return 'writes allowed';
  return grants.readOnly ? 'read-only' : 'read-only (--allow writes opens it)';
}
