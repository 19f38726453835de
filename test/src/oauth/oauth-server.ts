import type { HttpOptions } from '@worldwire/transports/http';
import { OAuthIssuers, OAuthResource, type ScopeSettings, Scopes } from '@worldwire/transports/oauth';
import { keepingLog } from '../harness.js';

export interface OAuthLabOptions {
  readonly paths?: readonly string[];
  readonly scopes?: ScopeSettings;
  readonly audience?: string;
}

/** OAuth for a server of the test, with clocks that the test moves. */
export class OAuthLab {
  readonly issuers: OAuthIssuers;
  /** How far the clock of the server is ahead. */
  aheadMs = 0;
  readonly #kept = keepingLog();
  readonly date = () => Date.now() + this.aheadMs;

  constructor(...issuers: readonly string[]) {
    this.issuers = new OAuthIssuers(issuers, { now: Date.now, date: this.date, log: this.#kept.log });
  }

  get logged() {
    return this.#kept.logged;
  }

  http(world: string, options: OAuthLabOptions = {}): Pick<HttpOptions, 'oauth'> {
    const { paths = ['/mcp'], scopes, audience } = options;
    return {
      oauth: port =>
        new OAuthResource({
          issuers: this.issuers,
          scopes: new Scopes(scopes),
          audience: audience ?? `http://127.0.0.1:${port}/mcp`,
          paths: paths.map(path => ({ path, world })),
          date: this.date,
        }),
    };
  }

  close(): void {
    this.issuers.close();
  }
}
