import type { Mount } from '@worldwire/transports/http';
import { OAuthIssuers, OAuthResource, Scopes } from '@worldwire/transports/oauth';
import type { OAuthSettings } from '../settings/oauth-settings.js';
import type { Settings } from '../settings/settings.js';
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

  /** The resource server of a world, at a port that is known when the listener is open. */
  resource(world: string, mounts: readonly Mount[], at: ListenSettings, port: number): OAuthResource {
    const { path = '' } = mounts[0] ?? {};
    return new OAuthResource({
      issuers: this.issuers,
      scopes: this.#scopes,
      audience: this.#settings.audiences.get(world) ?? publicOrigin(at, port) + path,
      paths: mounts.map(mount => ({ path: mount.path, world })),
      date: this.#date,
    });
  }

  close(): void {
    this.issuers.close();
  }
}

type ListenSettings = Pick<Settings, 'host' | 'publicHosts' | 'tls'>;

/** The address that clients use, from the settings alone. */
function publicOrigin({ host, publicHosts, tls }: ListenSettings, port: number): string {
  const name = publicHosts[0] ?? callableHost(host);
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  return new URL(`${tls === undefined ? 'http' : 'https'}://${written}:${port}`).origin;
}
