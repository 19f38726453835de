import { randomBytes } from 'node:crypto';

const MIN_BYTES = 32;
/** Each is tried for a record that none of them sealed. */
const MAX_SECRETS = 16;

/** The secrets of a file, one on each line: the first seals, all open. Throws with the number of a line, never with its text. */
export function readSecrets(text: string): readonly Uint8Array[] {
  const secrets = text.split('\n').flatMap((line, index) => {
    const secret = Buffer.from(line.trim());
    if (secret.length === 0) return [];
    if (secret.length >= MIN_BYTES) return [secret];
    throw new Error(
      `Line ${index + 1} has a secret of ${secret.length} bytes. A secret has at least ${MIN_BYTES}: make one with "openssl rand -base64 32".`,
    );
  });
  if (secrets.length > 0 && secrets.length <= MAX_SECRETS) return secrets;
  throw new Error(
    `The file has ${secrets.length} secrets. It should have 1 to ${MAX_SECRETS}, one on each line: make one with "openssl rand -base64 32".`,
  );
}

/** A line for such a file. */
export function newSecret(): string {
  return randomBytes(MIN_BYTES).toString('base64');
}
