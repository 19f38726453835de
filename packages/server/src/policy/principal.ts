import { Rights } from './rights.js';

/** How the server knows a principal. */
export type Origin = 'local' | 'token' | 'oauth' | 'engine' | 'console';

/**
 * The party that a request comes from, by one credential: two tokens of one name are two principals. Its rights are read for each
 * call, so that a change of the token file holds for open sessions and connections too.
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

  /** Why it has no rights any more, for its client. Undefined while it has some. */
  endReason(date: () => number): string | undefined {
    if (!this.rights(date).isNone) return undefined;
    return date() < this.expiresAt ? 'The token was revoked.' : 'The token has expired.';
  }

  /** For the source of the credential, when it was changed or revoked. */
  update(rights: Rights, expiresAt = this.#expiresAt): void {
    this.#rights = rights;
    this.#expiresAt = expiresAt;
  }

  /** Whether its client can prove to be the same after a restart of the server. */
  get lasts(): boolean {
    return true;
  }

  /** Whether a person proved to act: by the link of the server, or by a sign-in. A token proves it of no program that has it. */
  get isPerson(): boolean {
    return this.origin === 'console';
  }

  /** Whether its requests come from the console of the server. */
  get isOfConsole(): boolean {
    return this.origin === 'console';
  }

  /** The same principal at the console: its name, and its rights at any time. */
  atConsole(isPerson: boolean): Principal {
    return new SessionPrincipal(this, 'console', isPerson);
  }

  /** A credential of its own for one session of the console, with the name of this one and its rights at any time. */
  forSession(): SessionPrincipal {
    return new SessionPrincipal(this, this.origin, this.isPerson);
  }
}

/** A credential that ends with the one behind it, or before. */
export class SessionPrincipal extends Principal {
  readonly #source: Principal;
  readonly #isPerson: boolean;
  #ended = false;

  constructor(source: Principal, origin: Origin, isPerson: boolean) {
    super(source.name, origin, Rights.NONE);
    this.#source = source;
    this.#isPerson = isPerson;
  }

  override get isPerson(): boolean {
    return this.#isPerson;
  }

  /** It ends with the process. */
  override get lasts(): boolean {
    return false;
  }

  override rights(date: () => number): Rights {
    return this.#ended ? Rights.NONE : this.#source.rights(date);
  }

  override get expiresAt(): number {
    return this.#source.expiresAt;
  }

  override endReason(date: () => number): string | undefined {
    return this.#ended ? 'The session of the console has ended.' : this.#source.endReason(date);
  }

  end(): void {
    this.#ended = true;
  }
}
