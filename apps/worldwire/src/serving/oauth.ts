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
import { MAIN, type OAuthSettings } from '../settings/oauth-settings.js';
import type { Settings } from '../settings/settings.js';
import { below } from './below.js';
import { callableHost } from './callable-host.js';
import type { Host } from './host.js';

/** OAuth of the process: the issuers, and the resource server of each endpoint. */
export class OAuth {
  readonly issuers: OAuthIssuers;
  readonly #settings: OAuthSettings;
  readonly #scopes: Scopes;
  readonly #date: () => number;

  constructor(settings: OAuthSettings, { log, now, date }: Pick<Host, 'log' | 'now' | 'date'>) {
    this.#settings = settings;
    this.#date = date;
    this.#scopes = new Scopes(settings.scopes);
    this.issuers = new OAuthIssuers(settings.issuers, { log, now, date });
    this.issuers.start();
  }

  /**
   * The resource servers of a listener, whose port is known when it is open. `root` is the world at its root paths: without
   * one, these are the console and the operator's interface. `worlds` are below their names, each as a resource of its own.
   */
  resources(
    root: MountedWorld | undefined,
    worlds: readonly MountedWorld[],
    at: ListenSettings,
    port: number,
  ): ResourceServer {
    const origin = publicOrigin(at, port);
    const whole = { world: undefined, mounts: [{ path: '/' }] };
    const own = worlds.filter(({ world }) => world === root?.world);
    const first = this.#resource(root ?? whole, own, origin);
    const others = worlds.filter(({ world }) => world !== root?.world);
    if (others.length === 0) return first;
    return new OAuthResources(
      first,
      new Map(
        others.map(({ world, mounts }) => [
          `/${world}`,
          this.#resource({ world, mounts: below(world, mounts) }, [], origin),
        ]),
      ),
    );
  }

  /** Signing in to the console at the first issuer. Undefined without a client id. */
  signIn(at: ListenSettings): SignIn | undefined {
    const { clientId, issuers, audiences } = this.#settings;
    const [issuer] = issuers;
    if (clientId === undefined || issuer === undefined) return undefined;
    const scopes = this.#scopes.scopesOf(RIGHTS, undefined);
    const flow = new AuthorizationFlow({ issuer, clientId, scopes, date: this.#date });
    return {
      begin: (port, resource) => {
        const page = audiences.get(MAIN) ?? publicOrigin(at, port);
        return flow.begin(`${page.replace(/\/$/, '')}/session/callback`, resource);
      },
      finish: (secret, given) => flow.finish(secret, given),
    };
  }

  #resource(
    {
      world,
      mounts,
    }: { readonly world: string | undefined; readonly mounts: readonly { readonly path: string }[] },
    more: readonly MountedWorld[],
    origin: string,
  ): OAuthResource {
    const all = [...mounts, ...more.flatMap(each => below(each.world, each.mounts))];
    const given = this.#settings.audiences.get(world ?? MAIN);
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
