import { RIGHTS } from '@worldwire/server/internal';
import type { Mount, SignIn } from '@worldwire/transports/http';
import {
  AuthorizationFlow,
  OAuthIssuers,
  OAuthResource,
  OAuthResources,
  type ResourceServer,
  Scopes,
} from '@worldwire/transports/oauth';
import { Problem } from '../errors/problem.js';
import { MAIN, type OAuthSettings } from '../settings/oauth-settings.js';
import type { Settings } from '../settings/settings.js';
import { below } from './below.js';
import { callableHost } from './callable-host.js';
import type { Host } from './host.js';

const PATH = '/mcp';

/** OAuth of the process: the issuers, and the resource server of each endpoint. */
export class OAuth {
  readonly issuers: OAuthIssuers;
  readonly #settings: OAuthSettings;
  readonly #scopes: Scopes;
  readonly #date: () => number;
  #operator: OAuthResource | undefined;

  constructor(settings: OAuthSettings, { log, now, date }: Pick<Host, 'log' | 'now' | 'date'>) {
    this.#settings = settings;
    this.#date = date;
    this.#scopes = new Scopes(settings.scopes);
    this.issuers = new OAuthIssuers(settings.issuers, { log, now, date });
    this.issuers.start();
  }

  /** Throws if the public URL of a world is that of the main port: a token for the world would operate the server. */
  static requireOwnRoot(
    { audiences }: OAuthSettings,
    settings: ListenSettings & Pick<Settings, 'main'>,
  ): void {
    const { port, world: shared } = settings.main;
    const root = withSlash(rootAudience(audiences, settings, port, shared));
    const same = [...audiences].find(([world, url]) => world !== MAIN && withSlash(url) === root);
    if (same === undefined) return;
    throw Problem.usage(
      `--oauth-audience ${same[0]}=${same[1]}: this is the public URL of the main port too, so that tokens for ${same[0]} would operate the server. Give ${same[0]} the URL of its endpoint, such as ${new URL('mcp', root).href}, or the main port another with --oauth-audience main=URL.`,
    );
  }

  /**
   * The resource of the console and of the operator's interface, at every port: the address of the main port, which is known when
   * that port is open. `shared` is the world at its root, if there is one.
   */
  openOperator(at: ListenSettings, port: number, shared?: string): OAuthResource {
    this.#operator ??= new OAuthResource({
      issuers: this.issuers,
      scopes: this.#scopes,
      audience: rootAudience(this.#settings.audiences, at, port, shared),
      paths: [{ path: '/', world: undefined }],
      date: this.#date,
    });
    return this.#operator;
  }

  /**
   * The resource servers of a listener, whose port is known when it is open. `root` is the world at its root paths. `worlds` are
   * below their names, each as a resource of its own; only the main port has them.
   */
  resources(
    root: MountedWorld | undefined,
    worlds: readonly MountedWorld[],
    at: ListenSettings,
    port: number,
  ): ResourceServer {
    const origin = publicOrigin(at, port);
    const isMain = root === undefined || worlds.length > 0;
    const here = isMain ? this.openOperator(at, port, root?.world) : undefined;
    const own = worlds.filter(({ world }) => world === root?.world);
    const first = root === undefined ? here : this.#resource(root, own, origin);
    const others = worlds.filter(({ world }) => world !== root?.world);
    return new OAuthResources(
      first as OAuthResource,
      new Map(
        others.map(({ world, mounts }) => [
          `/${world}`,
          this.#resource({ world, mounts: below(world, mounts) }, [], origin),
        ]),
      ),
      { find: () => this.#operator, isHere: isMain },
    );
  }

  /** Signing in to the console at the first issuer. Undefined without a client id. */
  signIn(at: ListenSettings): SignIn | undefined {
    const { clientId, issuers, audiences } = this.#settings;
    const [issuer] = issuers;
    if (clientId === undefined || issuer === undefined) return undefined;
    const scopes = this.#scopes.scopesOf(RIGHTS, undefined);
    const flow = new AuthorizationFlow({ issuer, clientId, scopes, date: this.#date });
    const callback = (port: number) => {
      const page = audiences.get(MAIN) ?? publicOrigin(at, port);
      return `${page.replace(/\/$/, '')}/session/callback`;
    };
    return {
      begin: (port, resource, known) => flow.begin(callback(port), resource, known),
      finish: (port, resource, secrets, given) =>
        flow.finish(secrets, { redirect: callback(port), resource }, given),
    };
  }

  #resource({ world, mounts }: MountedWorld, more: readonly MountedWorld[], origin: string): OAuthResource {
    const all = [...mounts, ...more.flatMap(each => below(each.world, each.mounts))];
    const given = this.#settings.audiences.get(world);
    return new OAuthResource({
      issuers: this.issuers,
      scopes: this.#scopes,
      audience: given ?? origin + (all[0]?.path ?? ''),
      paths: all.map(({ path }) => ({ path, world })),
      date: this.#date,
    });
  }

  close(): void {
    this.issuers.close();
  }
}

/** The public URL of the main port. A world that shares it has its endpoint below that. */
function rootAudience(
  audiences: OAuthSettings['audiences'],
  at: ListenSettings,
  port: number,
  shared: string | undefined,
): string {
  const given = audiences.get(MAIN);
  if (given !== undefined) return given;
  const ofShared = shared === undefined ? undefined : audiences.get(shared);
  return ofShared?.endsWith(PATH) ? ofShared.slice(0, 1 - PATH.length) : `${publicOrigin(at, port)}/`;
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

interface MountedWorld {
  readonly world: string;
  readonly mounts: readonly Mount[];
}

type ListenSettings = Pick<Settings, 'host' | 'publicHosts' | 'tls'>;

/** The address that clients use, from the settings alone. */
function publicOrigin({ host, publicHosts, tls }: ListenSettings, port: number): string {
  const name = publicHosts[0] ?? callableHost(host);
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  return new URL(`${tls === undefined ? 'http' : 'https'}://${written}:${port}`).origin;
}
