import type { Flags, Values } from '../command-line/flags.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { findServers } from '../operator/local-server.js';
import { invocation } from '../process/invocation.js';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';
import { TOKEN_VARIABLE } from '../worlds/engine-environment.js';
import { OperatorClient } from './operator-client.js';

/** Flags of every command that talks to a running server. */
export const SERVER_CHOICE = {
  data: { ...SERVER_FLAGS.data, about: 'data folder of the server on this machine' },
  url: {
    type: 'string',
    value: 'URL',
    about: `address of a server, with a token in ${TOKEN_VARIABLE}`,
    fallback: 'the server that uses the data folder',
  },
  json: { type: 'boolean', about: 'the answer as JSON' },
  ...CONFIG_FLAG,
} as const satisfies Flags;

/** Connects to the server that the flags name: the one that uses the data folder, or the one at an address. */
export async function connect(
  { data: folder, url, config }: Pick<Values<typeof SERVER_CHOICE>, 'data' | 'url' | 'config'>,
  { environment }: Pick<Shell, 'environment'>,
): Promise<OperatorClient> {
  const values = { ...(folder !== undefined && { data: folder }), ...(config !== undefined && { config }) };
  const { data } = await readSettings({ values, words: [] }, environment);
  const origin = url === undefined ? undefined : originOf(url);
  const token = environment.inherited[TOKEN_VARIABLE];
  if (origin !== undefined && token) return new OperatorClient({ origin, token });
  const servers = await findServers(data);
  const matching = origin === undefined ? servers : servers.filter(server => server.origin === origin);
  const [server, ...others] = matching;
  if (server !== undefined && others.length === 0) return new OperatorClient(server);
  if (server !== undefined) {
    const urls = matching.map(({ origin, pid }) => `--url ${origin} (process ${pid})`).join(', ');
    throw Problem.failure(`Several servers use ${data}. Choose one: ${urls}.`);
  }
  if (origin !== undefined) {
    throw Problem.failure(
      `${origin} is not a server of this user on this machine. Set ${TOKEN_VARIABLE} to a token of it with the right operate.`,
    );
  }
  throw Problem.failure(
    `No server runs with the data folder ${data}. Start one with "${invocation(environment)} serve", name its folder with --data DIR, or its address with --url URL.`,
  );
}

/** A further command to the same server, as the person would type it. */
export function nextCommand(
  words: string,
  { data, url, config }: Pick<Values<typeof SERVER_CHOICE>, 'data' | 'url' | 'config'>,
  { environment }: Pick<Shell, 'environment'>,
): string {
  const flags = Object.entries({ data, url, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${/\s/.test(value) ? JSON.stringify(value) : value}`],
  );
  return `${invocation(environment)} ${words}${flags.join('')}`;
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw Problem.usage(
    `--url ${text}: an address is such as http://127.0.0.1:3000 or https://worlds.example.`,
  );
}
