import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { ScopeSettings } from '@worldwire/transports/oauth';
import type { Flags, Values } from '../command-line/flags.js';
import { Problem, reasonOf } from '../errors/problem.js';

export const OAUTH_FLAGS = {
  'oauth-issuer': {
    type: 'string',
    multiple: true,
    value: 'URL',
    about: 'authorization server whose access tokens clients may send',
  },
  'oauth-audience': {
    type: 'string',
    multiple: true,
    value: 'URL|world=URL',
    about: 'public URL of the endpoint, which access tokens must be issued for',
    fallback: 'the URL of the listener',
  },
  'oauth-client-id': {
    type: 'string',
    value: 'ID',
    about: 'the console as a client of the first issuer, so that people can sign in there',
  },
} as const satisfies Flags;

/** The name of the main port among the worlds. */
export const MAIN = 'main';

export interface OAuthSettings {
  readonly issuers: readonly string[];
  /** The public URL of each world, and of the main port as `main`, where it is not that of its listener. */
  readonly audiences: ReadonlyMap<string, string>;
  /** The console as a client of the first issuer. */
  readonly clientId: string | undefined;
  /** Rights by scope. Undefined: `worldwire:<right>` and `worldwire:<world>:<right>`. */
  readonly scopes: ScopeSettings | undefined;
}

/** Checks a setting, so that an error names its line in the configuration file. */
type Check = <Value>(key: string, read: () => Value) => Value;

export async function readOAuth(
  given: Values<typeof OAUTH_FLAGS>,
  scopes: ScopeSettings | undefined,
  worlds: readonly string[],
  check: Check,
): Promise<OAuthSettings | undefined> {
  const { 'oauth-issuer': issuers = [], 'oauth-audience': audiences = [] } = given;
  if (issuers.length === 0) {
    if (audiences.length > 0) check('oauth-audience', () => missingIssuer('--oauth-audience'));
    if (given['oauth-client-id'] !== undefined)
      check('oauth-client-id', () => missingIssuer('--oauth-client-id'));
    if (scopes !== undefined) check('scopes', () => missingIssuer('"scopes"'));
    return undefined;
  }
  // Imported here, because most servers have no issuer and need not wait for the code.
  const { isFetchable, Scopes } = await import('@worldwire/transports/oauth');
  check('oauth-issuer', () => {
    for (const issuer of issuers) {
      if (isFetchable(issuer) && !/[?#]/.test(issuer)) continue;
      throw Problem.usage(
        `--oauth-issuer ${issuer}: an issuer is an https URL (http on this machine) without query and fragment, spelled as in its tokens, such as https://login.example/realm.`,
      );
    }
  });
  check('scopes', () => {
    try {
      new Scopes(scopes);
    } catch (thrown) {
      throw Problem.usage(`"scopes": ${reasonOf(thrown)}`);
    }
  });
  return {
    issuers: [...new Set(issuers)],
    audiences: check('oauth-audience', () => readAudiences(audiences, worlds)),
    clientId: given['oauth-client-id'],
    scopes,
  };
}

function missingIssuer(what: string): never {
  throw Problem.usage(`${what} is for OAuth: add --oauth-issuer URL.`);
}

/** Reads `URL`, for all worlds, and `world=URL`. */
function readAudiences(given: readonly string[], worlds: readonly string[]): ReadonlyMap<string, string> {
  const audiences = new Map<string, string>();
  for (const value of given) {
    const world = /^([\w.-]+)=/.exec(value)?.[1];
    if (world !== undefined && world !== MAIN && !worlds.includes(world)) {
      throw Problem.usage(
        `--oauth-audience ${value}: "${world}" is not served here.${didYouMean(world, worlds)} Served: ${worlds.join(', ')}.`,
      );
    }
    const url = readAudience(world === undefined ? value : value.slice(world.length + 1));
    for (const each of world === undefined ? worlds : [world]) audiences.set(each, url);
  }
  return audiences;
}

function readAudience(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol, username, password, search, hash } = parsed ?? {};
  const plain = username === '' && password === '' && search === '' && hash === '' && !/[?#"\\]/.test(text);
  if (plain && (protocol === 'https:' || protocol === 'http:')) return text;
  throw Problem.usage(
    `--oauth-audience ${text}: give the public URL of the endpoint, without query and fragment, such as https://worlds.example/mcp.`,
  );
}

/** Reads the `scopes` of a configuration file. `refuse` throws with the place of the key. */
export function readScopes(value: unknown, refuse: (key: string, message: string) => never): ScopeSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('scopes', '"scopes" must be an object, such as { "worlds.read": ["read"] }');
  }
  return Object.fromEntries(
    Object.entries(value).map(([scope, rights]) => {
      const words: readonly unknown[] = typeof rights === 'string' ? rights.split(/\s+/) : rights;
      if (Array.isArray(words) && words.length > 0 && words.every(isText)) return [scope, words];
      return refuse(`scopes.${scope}`, `the scope "${scope}" must have rights, such as ["universe:write"]`);
    }),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
