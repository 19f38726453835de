import { createHash, timingSafeEqual } from 'node:crypto';

const MIN_LENGTH = 16;

/** One line of a token file. */
export interface Credential {
  readonly principal: string;
  readonly digest: Buffer;
}

/** The accepted tokens. They are stored as digests; every lookup compares all of them in constant time. */
export class TokenStore {
  readonly #credentials: readonly Credential[];

  private constructor(credentials: readonly Credential[]) {
    this.#credentials = credentials;
  }

  /** Parses a token file: `name token` or a token alone on each line; `#` begins a comment. */
  static parse(text: string): TokenStore {
    const credentials = text.split(/\r?\n/).flatMap((line, index) => {
      const words = line
        .replace(/(^|\s)#.*/, '')
        .trim()
        .split(/\s+/);
      if (words[0] === '') return [];
      const [principal, token] =
        words.length === 1 ? ['operator', words[0] as string] : (words as [string, string]);
      if (words.length > 2) throw new Error(`Line ${index + 1} of the token file must be "name token".`);
      if (token.length < MIN_LENGTH) {
        throw new Error(
          `The token in line ${index + 1} of the token file is shorter than ${MIN_LENGTH} characters.`,
        );
      }
      return [{ principal, digest: digest(token) }];
    });
    if (credentials.length === 0) throw new Error('The token file contains no token.');
    return new TokenStore(credentials);
  }

  /** The credential in an Authorization header, or undefined. */
  bearer(authorization: string | undefined): Credential | undefined {
    const match = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '');
    return match === null ? undefined : this.find(match[1] as string);
  }

  find(token: string): Credential | undefined {
    const given = digest(token);
    let found: Credential | undefined;
    for (const credential of this.#credentials) {
      if (timingSafeEqual(credential.digest, given)) found = credential;
    }
    return found;
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
