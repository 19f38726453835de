import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Random for each record, which is safe for 2^32 records of one secret: NIST SP 800-38D, 8.3. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The form of a sealed record: version, nonce, encrypted text, tag. */
const VERSION = Uint8Array.of(1);
const HEAD_BYTES = VERSION.length + NONCE_BYTES;

/**
 * Encrypts records that leave the process, and opens those of any process with one of the same secrets. A record opens only for the
 * purpose and in the context that it was sealed for.
 *
 * @example
 * const sealer = new Sealer(secrets, 'session');
 * sealer.open(sealer.seal('text', 'alice'), 'alice');
 */
export class Sealer {
  readonly #keys: readonly KeyObject[];

  /** The first secret seals, all open. Records of one purpose cannot be opened for another. */
  constructor(secrets: readonly Uint8Array[], purpose: string) {
    if (secrets.length === 0) throw new Error('A sealer needs a secret. Make one with newSecret().');
    this.#keys = secrets.map(secret =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `worldwire ${purpose}`, KEY_BYTES))),
    );
  }

  /** Visible ASCII: the letters, digits, `-` and `_` of base64url. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys[0] as KeyObject, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticated(context));
    const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([VERSION, nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
  }

  /** Undefined for every record that was not sealed with one of the secrets for this purpose and context, without a reason. */
  open(sealed: string, context: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Decoding ignores foreign characters and unused bits: each record has one spelling, by which it can be refused.
    if (bytes.toString('base64url') !== sealed) return undefined;
    if (bytes.length < HEAD_BYTES + TAG_BYTES || bytes[0] !== VERSION[0]) return undefined;
    for (const key of this.#keys) {
      const text = opened(bytes, key, context);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function opened(bytes: Buffer, key: KeyObject, context: string): string | undefined {
  const nonce = bytes.subarray(VERSION.length, HEAD_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES), undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function authenticated(context: string): Buffer {
  return Buffer.concat([VERSION, Buffer.from(context)]);
}
