import { createHash, timingSafeEqual } from 'node:crypto';

const SHORTEST = 16;

/** One line of a token file. */
export interface Credential {
  readonly principal: string;
  readonly digest: Buffer;
}

/** Who may come in. Tokens are kept as digests and compared in constant time, all of them every time. */
export class TokenBook {
  readonly #entries: readonly Credential[];

  private constructor(entries: readonly Credential[]) {
    this.#entries = entries;
  }

  /** One token a line, `name token` or the token alone; `#` begins a comment. An empty book lets nobody in. */
  static parse(text: string): TokenBook {
    const entries = text.split(/\r?\n/).flatMap((line, index) => {
      const words = line
        .replace(/(^|\s)#.*/, '')
        .trim()
        .split(/\s+/);
      if (words[0] === '') return [];
      const [principal, token] =
        words.length === 1 ? ['operator', words[0] as string] : (words as [string, string]);
      if (words.length > 2) throw new Error(`Line ${index + 1} of the token file must be "name token".`);
      if (token.length < SHORTEST) {
        throw new Error(
          `The token in line ${index + 1} of the token file is shorter than ${SHORTEST} characters.`,
        );
      }
      return [{ principal, digest: digest(token) }];
    });
    if (entries.length === 0) throw new Error('The token file holds no token.');
    return new TokenBook(entries);
  }

  /** The credential in an Authorization header, or undefined. */
  bearer(authorization: string | undefined): Credential | undefined {
    const match = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '');
    return match === null ? undefined : this.find(match[1] as string);
  }

  find(token: string): Credential | undefined {
    const given = digest(token);
    let found: Credential | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, given)) found = entry;
    return found;
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
