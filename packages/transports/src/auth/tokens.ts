import { hash, timingSafeEqual } from 'node:crypto';
import { Principal, RIGHT_FORM, Rights } from '@worldwire/server/internal';
import { nameProblem } from './reserved-names.js';

const MIN_LENGTH = 16;
const HASHED = /^sha256:([0-9a-f]{64})$/;
const EXPIRES = 'expires=';

/** One line of a token file. */
export interface Credential {
  readonly principal: Principal;
  readonly digest: Buffer;
}

/** One line of a token file, as it was written. */
export interface TokenLine {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  /** Undefined where the line has only the digest of the token. */
  readonly token: string | undefined;
  readonly digest: Buffer;
  readonly rights: Rights;
  /** Milliseconds since 1970, or infinity. */
  readonly expiresAt: number;
}

/** What a reload of a token file changed, by the names of principals. */
export interface TokenChanges {
  readonly added: readonly string[];
  /** Names with other rights or dates, or with one token less. */
  readonly changed: readonly string[];
  /** Names without any remaining token. */
  readonly revoked: readonly string[];
}

/** The accepted tokens. They are stored as digests; every lookup compares all of them in constant time. */
export class TokenStore {
  #credentials: readonly Credential[];
  readonly #onChange = new Set<(changes: TokenChanges) => void>();

  private constructor(
    lines: readonly TokenLine[],
    readonly date: () => number,
  ) {
    this.#credentials = lines.map(created);
  }

  /**
   * Parses a token file. A line is `name token`, optionally with rights and an expiry date, or a token alone; `#` begins a
   * comment. A token may be given as the SHA-256 of it. Throws an error with the number of the first wrong line.
   *
   *     alice sha256:9f86d0… universe:write unity:read expires=2027-01-31
   */
  static parse(text: string, date: () => number = Date.now): TokenStore {
    const lines = parseTokenLines(text);
    if (lines.length === 0) throw noToken();
    return new TokenStore(lines, date);
  }

  /**
   * Replaces the tokens by those of another text. Throws and changes nothing if a line is wrong. Sessions and connections of
   * a token that remains get its new rights, those of one that is gone have none. A text with comments alone revokes all
   * tokens; an empty one is refused, because an editor may be about to write it.
   */
  reload(text: string): TokenChanges {
    if (text.trim() === '') throw noToken();
    const lines = parseTokenLines(text);
    const before = this.#credentials;
    const changed: string[] = [];
    const added: string[] = [];
    const after = lines.map(line => {
      const known = before.find(
        ({ digest, principal }) => digest.equals(line.digest) && principal.name === line.name,
      );
      if (known === undefined) {
        added.push(line.name);
        return created(line);
      }
      const { principal } = known;
      if (
        !sameRights(
          principal.rights(() => 0),
          line.rights,
        ) ||
        principal.expiresAt !== line.expiresAt
      ) {
        changed.push(line.name);
        principal.update(line.rights, line.expiresAt);
      }
      return known;
    });
    const gone = before.filter(credential => !after.includes(credential));
    for (const { principal } of gone) principal.update(Rights.NONE);
    this.#credentials = after;
    const remaining = new Set(after.map(({ principal }) => principal.name));
    const left = [...new Set(gone.map(({ principal }) => principal.name))];
    changed.push(...left.filter(name => remaining.has(name)));
    const changes = { added, changed, revoked: left.filter(name => !remaining.has(name)) };
    for (const listener of [...this.#onChange]) listener(changes);
    return changes;
  }

  /** Calls the listener when the tokens of another text are in force. Returns the function that removes it. */
  onChange(listener: (changes: TokenChanges) => void): () => void {
    this.#onChange.add(listener);
    return () => this.#onChange.delete(listener);
  }

  get principals(): readonly Principal[] {
    return this.#credentials.map(({ principal }) => principal);
  }

  /** The credential in an Authorization header, or undefined. */
  bearer(authorization: string | undefined): Credential | undefined {
    const token = bearerToken(authorization);
    return token === undefined ? undefined : this.find(token);
  }

  /** The credential of a token that has not expired, or undefined. */
  find(token: string): Credential | undefined {
    const given = digestOf(token);
    let found: Credential | undefined;
    for (const credential of this.#credentials) {
      if (timingSafeEqual(credential.digest, given)) found = credential;
    }
    return found !== undefined && found.principal.expiresAt <= this.date() ? undefined : found;
  }
}

/** The token of an Authorization header, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1];
}

/** How a token file writes the digest of a token. */
export function hashedToken(token: string): string {
  return `sha256:${digestOf(token).toString('hex')}`;
}

function created({ name, digest, rights, expiresAt }: TokenLine): Credential {
  return { principal: new Principal(name, 'token', rights, expiresAt), digest };
}

/** The lines of a token file that have a token. Throws an error with the number of the first wrong line. */
export function parseTokenLines(text: string): readonly TokenLine[] {
  const known = new Map<string, number>();
  return text.split(/\r?\n/).flatMap((line, index) => {
    const words = line
      .replace(/(^|\s)#.*/, '')
      .trim()
      .split(/\s+/);
    if (words[0] === '') return [];
    const parsed = parseLine(words, index + 1);
    const digest = parsed.digest.toString('hex');
    const first = known.get(digest);
    if (first !== undefined) {
      throw new Error(
        `Line ${index + 1} of the token file: the token is that of line ${first}. Give each line its own.`,
      );
    }
    known.set(digest, index + 1);
    return [parsed];
  });
}

function noToken(): Error {
  return new Error('The token file contains no token.');
}

function parseLine(words: readonly string[], number: number): TokenLine {
  const [name, token, ...more] = words.length === 1 ? ['operator', ...words] : words;
  const wrong = (problem: string) => new Error(`Line ${number} of the token file: ${problem}`);
  if (name === undefined || token === undefined) throw wrong('write "name token".');
  const problem = nameProblem(name);
  if (problem !== undefined) throw wrong(problem);
  const hashed = HASHED.exec(token)?.[1];
  if (hashed === undefined && token.startsWith('sha256:')) {
    throw wrong('sha256: is followed by 64 hexadecimal digits in lower case.');
  }
  if (token.length < MIN_LENGTH) throw wrong(`the token is shorter than ${MIN_LENGTH} characters.`);
  const dates = more.filter(word => word.startsWith(EXPIRES));
  const rights = more.filter(word => !word.startsWith(EXPIRES));
  if (dates.length > 1) throw wrong('write expires= once.');
  const expiresAt =
    dates[0] === undefined ? Number.POSITIVE_INFINITY : expiryOf(dates[0].slice(EXPIRES.length));
  if (expiresAt === undefined) throw wrong('a date is 2027-01-31 or 2027-01-31T12:00:00Z.');
  const parsed = parseRights(rights);
  // Without the word itself: it may be a part of a token.
  if (parsed === undefined) throw wrong(`a word after the token is not a right. ${RIGHT_FORM}`);
  const digest = hashed === undefined ? digestOf(token) : Buffer.from(hashed, 'hex');
  return {
    number,
    name,
    token: hashed === undefined ? token : undefined,
    digest,
    rights: parsed,
    expiresAt,
  };
}

/** Without rights a token allows every call. */
function parseRights(words: readonly string[]): Rights | undefined {
  try {
    return words.length === 0 ? Rights.CALLS : Rights.parse(words);
  } catch {
    return undefined;
  }
}

function expiryOf(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function sameRights(a: Rights, b: Rights): boolean {
  return a.words.join(' ') === b.words.join(' ');
}

function digestOf(token: string): Buffer {
  // Half the cost of createHash, for every request with a token.
  return hash('sha256', token, 'buffer');
}
