import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ConfigProblem } from '../config/config-text.js';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import type { Content, EntryPath, FileFormat } from './format.js';

const BYTE_ORDER_MARK = '\uFEFF';

export type ClientFile =
  | { readonly kind: 'absent' }
  /** Not in the client's format. The reason begins with the line. It may have a few characters of the file. */
  | { readonly kind: 'broken'; readonly reason: string; readonly line: number }
  | PresentFile;

export interface PresentFile {
  readonly kind: 'present';
  readonly text: string;
  readonly content: Content;
  /** The byte order mark, which is kept. */
  readonly mark: string;
}

export async function readClientFile(path: string, format: FileFormat): Promise<ClientFile> {
  let whole: string;
  try {
    whole = await readFile(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return { kind: 'absent' };
    throw Problem.failure(`${path} cannot be read: ${reasonOf(thrown)}`);
  }
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = whole.slice(mark.length);
  try {
    return { kind: 'present', text, content: format.parse(text), mark };
  } catch (thrown) {
    if (!(thrown instanceof ConfigProblem)) throw thrown;
    const { message, line = 1 } = thrown;
    return { kind: 'broken', reason: `line ${line}: ${message}`, line };
  }
}

/**
 * The text with the entry set, or removed when there is none. The result is parsed again: a TypeError means that another part would have
 * changed, and nothing must be written.
 */
export function edited(
  { text, content }: PresentFile,
  format: FileFormat,
  path: EntryPath,
  entry: object | undefined,
): string {
  const [section, key] = path;
  const servers = content[section];
  const { [key]: old, ...others } = isObject(servers) ? servers : {};
  if (isDeepStrictEqual(plain(old), plain(entry))) return text;
  const after = entry === undefined ? format.remove(text, path) : format.set(text, path, entry);
  const expected = { ...content, [section]: entry === undefined ? others : { ...others, [key]: entry } };
  if (isDeepStrictEqual(plain(parsed(after, format), section), plain(expected, section))) return after;
  throw new TypeError(`"${key}" cannot be changed without changing other parts of the file.`);
}

function parsed(text: string, format: FileFormat): Content | undefined {
  try {
    return format.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Plain data, for a comparison across parsers. An empty section counts as none. */
function plain(content: unknown, section?: string): unknown {
  const text = JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  if (text === undefined) return undefined;
  const copy: unknown = JSON.parse(text);
  if (section === undefined || !isObject(copy)) return copy;
  const { [section]: servers, ...rest } = copy;
  const isEmpty = servers === undefined || (isObject(servers) && Object.keys(servers).length === 0);
  return isEmpty ? rest : copy;
}
