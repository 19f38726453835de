import { join } from 'node:path';
import { reasonOf } from '../errors/problem.js';
import type { Environment } from '../process/environment.js';
import { readClientFile } from '../setup/client-file.js';
import { KEY_PREFIX, type ReadEntry, readEntry } from '../setup/entry.js';
import { loadFormat } from '../setup/format.js';

const NAME = 'worldwire';
const PROGRAM = /(^|[/\\@])worldwire(\.js)?(@[\w.-]+)?$/;

/** The file in which Claude Code keeps the servers of "claude mcp add". It also has private data of the user. */
export type OwnFile =
  | { readonly kind: 'absent' }
  /** The reason contains nothing of the content. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | PresentOwnFile;

export interface PresentOwnFile {
  readonly kind: 'present';
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface OwnEntry {
  readonly name: string;
  /** The scope for "claude mcp remove". */
  readonly scope: 'user' | 'local';
  readonly entry: ReadEntry;
}

export async function readOwnFile({ home }: Environment): Promise<OwnFile> {
  const path = join(home, '.claude.json');
  try {
    const file = await readClientFile(path, await loadFormat('json'));
    if (file.kind === 'absent') return file;
    if (file.kind === 'present') return { kind: 'present', path, content: file.content };
    return { kind: 'unreadable', reason: `${path} cannot be read as JSON: line ${file.line} is wrong.` };
  } catch (thrown) {
    return { kind: 'unreadable', reason: reasonOf(thrown) };
  }
}

/** The worldwire servers of the user and of one folder. Nothing else of the file is used. */
export function ownEntries(content: PresentOwnFile['content'], cwd: string): readonly OwnEntry[] {
  const local = fieldOf(fieldOf(content.projects, cwd), 'mcpServers');
  return [
    ...entriesOf(content.mcpServers).map(([name, entry]) => ({ name, scope: 'user', entry }) as const),
    ...entriesOf(local).map(([name, entry]) => ({ name, scope: 'local', entry }) as const),
  ].filter(({ name, entry }) => name === NAME || name.startsWith(KEY_PREFIX) || startsUs(entry));
}

function startsUs({ command, args }: ReadEntry): boolean {
  return [command, ...args].some(word => typeof word === 'string' && PROGRAM.test(word));
}

function entriesOf(section: unknown): [string, ReadEntry][] {
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section)
    .filter(([, entry]) => typeof entry === 'object' && entry !== null)
    .map(([name, entry]) => [name, readEntry(entry)]);
}

function fieldOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
