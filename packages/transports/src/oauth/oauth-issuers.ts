import { IssuerKeys, type IssuerOptions, type IssuerStatus } from './issuer-keys.js';

/** The trusted issuers of a process, with their keys. Shared by all endpoints. */
export class OAuthIssuers {
  readonly #issuers: ReadonlyMap<string, IssuerKeys>;
  readonly #listeners = new Set<() => void>();

  constructor(names: readonly string[], options: IssuerOptions) {
    const changed = () => {
      for (const listener of this.#listeners) listener();
    };
    this.#issuers = new Map(names.map(name => [name, new IssuerKeys(name, options, changed)]));
  }

  get names(): readonly string[] {
    return [...this.#issuers.keys()];
  }

  /** Which issuers can be reached, for the health check. */
  get status(): readonly IssuerStatus[] {
    return [...this.#issuers.values()].map(({ status }) => status);
  }

  /** The issuer of exactly this name. */
  find(name: string): IssuerKeys | undefined {
    return this.#issuers.get(name);
  }

  /** Calls the listener when an issuer has other keys than before. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Begins to fetch the keys. The server starts without waiting for them. */
  start(): void {
    for (const issuer of this.#issuers.values()) void issuer.refresh();
  }

  close(): void {
    for (const issuer of this.#issuers.values()) issuer.close();
  }
}
