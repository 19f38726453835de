import type { Access } from '@worldwire/server';
import type { Environment } from '../process/environment.js';
import { invocation } from '../process/invocation.js';
import type { Endpoint } from '../serving/endpoint.js';
import type { FramesEndpoint } from '../serving/frames-endpoint.js';
import type { Settings } from '../settings/settings.js';
import { TOKEN_VARIABLE } from '../worlds/engine-environment.js';

/** The universe that the first start makes, drawn by the server. */
const PICTURE = '/universes/sol/map.png';

/** What a person reads when the server is ready: addresses, access, what to open and what to type next. */
export function serveSummary(
  endpoints: readonly Endpoint[],
  frames: FramesEndpoint | undefined,
  settings: Settings,
  environment: Environment,
): readonly string[] {
  const [first] = endpoints as readonly [Endpoint, ...Endpoint[]];
  return [
    ...aligned([
      ...endpoints.map(({ world, url, ceiling }) => [world, url, access(ceiling, settings)]),
      ...frameRows(frames, first),
    ]),
    '',
    ...aligned(
      [
        ...picture(endpoints, settings),
        ['Connect a client:', connect(first, settings, environment)],
        ...tokenRow(settings),
        ['Stop the server:', 'Ctrl+C'],
      ],
      ' ',
    ),
  ];
}

function frameRows(frames: FramesEndpoint | undefined, { world }: Endpoint): readonly (readonly string[])[] {
  if (frames === undefined) return [];
  const { url, enginesUrl } = frames;
  return [[world, url, 'frames'], ...(enginesUrl === undefined ? [] : [['unity', enginesUrl, 'engines']])];
}

/** A browser sends no token, so there is nothing to open where one is needed. */
function picture(endpoints: readonly Endpoint[], { tokenFile }: Settings): readonly (readonly string[])[] {
  const universe = endpoints.find(({ world }) => world === 'universe');
  if (universe === undefined || tokenFile !== undefined) return [];
  return [['Open a picture:', new URL(PICTURE, universe.url).href]];
}

function connect({ world, url }: Endpoint, { tokenFile }: Settings, environment: Environment): string {
  const setup = `${invocation(environment)} setup claude-code --world ${world} --http ${url}`;
  return tokenFile === undefined ? setup : `${setup} --token-env ${TOKEN_VARIABLE}`;
}

function tokenRow({ tokenFile }: Settings): readonly (readonly string[])[] {
  if (tokenFile === undefined) return [];
  return [['Give it a token:', `set ${TOKEN_VARIABLE} to one of ${tokenFile} where the client is started`]];
}

function access(ceiling: Access, { grants }: Settings): string {
  if (ceiling === 'danger') return 'writes and code allowed';
  if (ceiling === 'write') return 'writes allowed';
  return grants.readOnly ? 'read-only' : 'read-only (--allow writes opens it)';
}

function aligned(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join(gap)
      .trimEnd(),
  );
}
