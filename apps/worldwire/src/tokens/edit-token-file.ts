import { randomBytes } from 'node:crypto';
import { appendFile, readFile, realpath } from 'node:fs/promises';
import { Rights } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { hashedToken, nameProblem, parseTokenLines, type TokenLine } from '@worldwire/transports/http';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { writeBeside } from '../setup/replace-file.js';

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
/** A running server refuses an empty file, because an editor may be about to write it. */
const NO_TOKENS = '# All tokens are revoked.\n';

export interface NewToken {
  readonly name: string;
  /** Words, separated by spaces. */
  readonly rights: string;
  readonly expires: string | undefined;
}

/** Creates a token of 256 random bits, and appends a line with its hash. The file is created for its owner alone. */
export async function addToken(path: string, given: NewToken, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const line = lineOf(given, token, now);
  const { text } = await readLines(path, 'may be missing');
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${gap}${line}\n`, { mode: OWNER_ONLY }).catch(notWritten(path));
  return token;
}

/** The lines of the file without tokens and hashes. */
export async function listTokens(path: string) {
  const { lines } = await readLines(path);
  return lines.map(({ name, rights, expiresAt }) => ({ name, rights, expires: dateText(expiresAt) }));
}

/** Removes every line of the name, and returns their number. */
export async function revokeTokens(path: string, name: string): Promise<number> {
  const { text, lines } = await readLines(path);
  const gone = new Set(lines.filter(line => line.name === name).map(({ number }) => number));
  if (gone.size === 0) {
    const names = [...new Set(lines.map(line => line.name))];
    throw Problem.failure(
      `token revoke: ${path} has no token of "${name}".${didYouMean(name, names)} Names: ${names.join(', ')}.`,
    );
  }
  const rest = text
    .split('\n')
    .filter((_line, index) => !gone.has(index + 1))
    .join('\n');
  const target = await realpath(path);
  await writeBeside(target, rest.trim() === '' ? NO_TOKENS : rest).catch(notWritten(path));
  return gone.size;
}

/** The date as a token file writes it, or undefined for a token that does not expire. */
export function dateText(expiresAt: number): string | undefined {
  if (expiresAt === Number.POSITIVE_INFINITY) return undefined;
  return new Date(expiresAt).toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
}

function lineOf({ name, rights, expires }: NewToken, token: string, now: number): string {
  if (!NAME.test(name)) {
    throw Problem.usage(
      `token new: "${name}" is not a name for a principal. Use 1 to 64 letters, digits, ".", "_", "@" and "-", such as alice.`,
    );
  }
  const problem = nameProblem(name);
  if (problem !== undefined) throw Problem.usage(`token new: ${problem}`);
  const words = rights.split(/\s+/).filter(word => word !== '');
  if (words.length === 0) throw Problem.usage('token new: --rights is empty. Name a right, such as read.');
  try {
    Rights.parse(words);
  } catch (thrown) {
    throw Problem.usage(`token new: ${reasonOf(thrown)}`);
  }
  const line = [name, hashedToken(token), ...words, ...(expires === undefined ? [] : [`expires=${expires}`])];
  const written = line.join(' ');
  const [parsed] = parsedLine(written, expires);
  if (parsed !== undefined && parsed.expiresAt <= now) {
    throw Problem.usage(`token new: --expires ${expires} is in the past. Give a later date.`);
  }
  return written;
}

/** Rights are valid here, so only the date can be wrong. */
function parsedLine(line: string, expires: string | undefined): readonly TokenLine[] {
  try {
    return parseTokenLines(line);
  } catch {
    throw Problem.usage(
      `token new: --expires ${expires} is not a date. Write 2027-01-31 or 2027-01-31T12:00:00Z.`,
    );
  }
}

async function readLines(
  path: string,
  missing?: 'may be missing',
): Promise<{ readonly text: string; readonly lines: readonly TokenLine[] }> {
  try {
    const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
      if (missing !== undefined && codeOf(thrown) === 'ENOENT') return '';
      throw thrown;
    });
    return { text, lines: parseTokenLines(text) };
  } catch (thrown) {
    throw Problem.failure(
      `The token file ${path} cannot be used, and nothing was changed: ${reasonOf(thrown)}`,
      thrown,
    );
  }
}

function notWritten(path: string): (thrown: unknown) => never {
  return thrown => {
    throw Problem.failure(`${path} cannot be written, and nothing was changed: ${reasonOf(thrown)}`, thrown);
  };
}
