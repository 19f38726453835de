import { Rights } from './rights.js';

/** How the server knows a principal. */
export type Origin = 'local' | 'token' | 'oauth' | 'engine' | 'console';

/**
 * The party that a request comes from. Its rights are read for each call, so that a change of the token file holds for
 * open sessions and connections too.
 */
export class Principal {
  /** A client of this machine, where no credential is required. */
  static readonly LOCAL = new Principal('local', 'local', Rights.CALLS);

  #expiresAt: number;
  #rights: Rights;

  constructor(
    readonly name: string,
    readonly origin: Origin,
    rights: Rights,
    /** Milliseconds since 1970. */
    expiresAt = Number.POSITIVE_INFINITY,
  ) {
    this.#rights = rights;
    this.#expiresAt = expiresAt;
  }

  /** The rights now: none after the credential has expired. `date` gives milliseconds since 1970. */
  rights(date: () => number): Rights {
    return this.#expiresAt === Number.POSITIVE_INFINITY || date() < this.#expiresAt
      ? this.#rights
      : Rights.NONE;
  }

  get expiresAt(): number {
    return this.#expiresAt;
  }

  /** For the source of the credential, when it was changed or revoked. */
  update(rights: Rights, expiresAt = this.#expiresAt): void {
    this.#rights = rights;
    this.#expiresAt = expiresAt;
  }

  /** Whether a person proved to act: by the link of the server, or by a sign-in. A token proves it of no program that has it. */
  get isPerson(): boolean {
    return this.origin === 'console';
  }

  /** The same principal at the console: its name, and its rights at any time. */
  atConsole(isPerson: boolean): Principal {
    return new ConsolePrincipal(this, isPerson);
  }
}

class ConsolePrincipal extends Principal {
  readonly #source: Principal;
  readonly #isPerson: boolean;

  constructor(source: Principal, isPerson: boolean) {
    super(source.name, 'console', Rights.NONE);
    this.#source = source;
    this.#isPerson = isPerson;
  }

  override get isPerson(): boolean {
    return this.#isPerson;
  }

  override rights(date: () => number): Rights {
    return this.#source.rights(date);
  }

  override get expiresAt(): number {
    return this.#source.expiresAt;
  }
}
