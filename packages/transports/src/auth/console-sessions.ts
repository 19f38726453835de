import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ByPrincipal, Principal, Rights, type SessionPrincipal } from '@worldwire/server/internal';

const SECRET_BYTES = 32;
/** How long a one-time code is valid. */
export const CODE_MS = 10 * 60_000;
export const SESSION_IDLE_MS = 12 * 3_600_000;
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
const MAX_CODES = 32;
const RECHECK_MS = 1_000;

/** The person who opened the console by a one-time code: the user who runs the server. */
const CONSOLE = new Principal('console', 'console', Rights.parse(['eval', 'operate', 'approve']));

interface Code {
  readonly digest: Buffer;
  readonly principal: Principal;
  readonly at: number;
  /** The cookie of the browser that alone may use it. */
  readonly browser: Buffer | undefined;
  onSpent: () => void;
}

/** A session of a browser. Its secrets are kept as digests. */
export interface ConsoleSession {
  /** Who opened it. */
  readonly principal: Principal;
  /** Who its requests come from: a credential of its own, so that what was opened with the session ends with it. */
  readonly credential: SessionPrincipal;
  /** Called when the session ends, for its open streams. */
  readonly onEnd: Set<() => void>;
}

interface Kept extends ConsoleSession {
  readonly id: string;
  readonly key: Buffer;
  readonly openedAt: number;
  usedAt: number;
}

/** The secrets of a new session: `id` for the cookie, `key` for the page. */
export interface OpenedSession {
  readonly id: string;
  readonly key: string;
}

export interface SessionOptions {
  readonly max: number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Called when a session has ended, and its credential with it. */
  readonly ended?: () => void;
}

/** The sessions of the console, and the one-time codes that open them. */
export class ConsoleSessions {
  readonly #options: SessionOptions;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Kept>();
  #codes: Code[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A code that opens one session of this principal. The default is the user who runs the server. With `browser`, the cookie of a
   * sign-in, other browsers cannot use it.
   */
  mintCode(principal: Principal = CONSOLE, browser?: string): string {
    const code = secret();
    const spent = this.#codes.slice(0, -(MAX_CODES - 1));
    this.#codes = this.#codes.slice(spent.length);
    this.#codes.push({
      digest: digestOf(code),
      principal,
      at: this.#options.date(),
      browser: browser === undefined ? undefined : digestOf(browser),
      onSpent: () => {},
    });
    for (const each of spent) each.onSpent();
    return code;
  }

  /** Calls the listener when the code is used, or given up for newer ones. Its expiry is not told. */
  whenSpent(text: string, listener: () => void): void {
    const code = this.#find(text);
    if (code === undefined) listener();
    else code.onSpent = listener;
  }

  /**
   * The principal of a code, which is used up by this. `browsers` are the cookies of sign-ins that a browser sends: without them a code
   * is not compared with its browser.
   */
  redeem(text: string, browsers?: readonly string[]): Principal | undefined {
    const found = this.#find(text);
    if (found === undefined) return undefined;
    const { browser } = found;
    if (
      browser !== undefined &&
      browsers?.every(given => !timingSafeEqual(browser, digestOf(given))) === true
    )
      return undefined;
    this.#codes = this.#codes.filter(code => code !== found);
    found.onSpent();
    return isWithin(found.at, CODE_MS, this.#options.date()) ? found.principal : undefined;
  }

  /** Every code is compared, in constant time. */
  #find(text: string): Code | undefined {
    const given = digestOf(text);
    let found: Code | undefined;
    for (const code of this.#codes) if (timingSafeEqual(code.digest, given)) found = code;
    return found;
  }

  open(principal: Principal): OpenedSession {
    const { max, date } = this.#options;
    while (this.#sessions.size >= max) this.end(this.#leastNeeded());
    const opened = { id: secret(), key: secret() };
    const id = digestOf(opened.id).toString('hex');
    const now = date();
    const key = digestOf(opened.key);
    const credential = principal.forSession();
    const kept = { id, key, principal, credential, openedAt: now, usedAt: now, onEnd: new Set<() => void>() };
    this.#sessions.set(id, kept);
    // A page that only reads streams sends no request that would find the end of its session.
    this.#timer ??= setInterval(() => this.recheck(), RECHECK_MS).unref();
    return opened;
  }

  /** The session of a cookie and its key. Ends it if it has expired, or if its principal may not operate any more. */
  find(id: string, key: string | undefined): ConsoleSession | undefined {
    const session = this.#sessions.get(digestOf(id).toString('hex'));
    if (session === undefined || key === undefined) return undefined;
    if (!timingSafeEqual(session.key, digestOf(key))) return undefined;
    if (!this.#isValid(session)) {
      this.end(session);
      return undefined;
    }
    session.usedAt = this.#options.date();
    // Deleted and set, it moves behind the others.
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    return session;
  }

  end(session: ConsoleSession): void {
    this.#sessions.delete((session as Kept).id);
    if (this.#sessions.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const listener of session.onEnd) listener();
    session.onEnd.clear();
    session.credential.end();
    this.#options.ended?.();
  }

  /** Ends the sessions that have expired, or whose principals may not operate any more. */
  recheck(stays: (who: Principal) => void = () => {}): void {
    for (const session of [...this.#sessions.values()]) {
      if (this.#isValid(session)) stays(session.principal);
      else this.end(session);
    }
  }

  #isValid({ usedAt, openedAt, principal }: Kept): boolean {
    const { date } = this.#options;
    const now = date();
    return (
      isWithin(usedAt, SESSION_IDLE_MS, now) &&
      isWithin(openedAt, SESSION_MAX_MS, now) &&
      mayOperate(principal.rights(date))
    );
  }

  /** The session that was used longest ago, of the principal with the most: one principal does not log others out. */
  #leastNeeded(): Kept {
    const places = new ByPrincipal<{ readonly principal: string; readonly session: Kept }>();
    for (const session of this.#sessions.values()) places.add({ principal: session.principal.name, session });
    const [first] = places.largest;
    return first?.session as Kept;
  }
}

/** Whether the rights include `operate` in any world. */
export function mayOperate(rights: Rights): boolean {
  return rights.has('operate') || rights.worlds.some(world => rights.has('operate', world));
}

/** A clock that was set back does not prolong anything. */
function isWithin(since: number, ms: number, now: number): boolean {
  return now >= since && now - since < ms;
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
