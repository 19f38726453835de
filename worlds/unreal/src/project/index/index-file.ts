import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isMissing } from '@worldwire/server/kit';
import type { ActorFolder } from './actor-folders.js';
import { WordReader, WordWriter } from './kept-words.js';
import { MAX_PACKAGES, MAX_REFERENCES, type PackageEntry } from './package-entry.js';
import type { WordPool } from './word-pool.js';

const VERSION = 6;
const BATCH = 200;
const MAX_LINE = 4 * 1024 * 1024;
/** An index of MAX_PACKAGES packages is smaller. A longer file is cut, and so is not whole. */
const MAX_FILE = 1024 * 1024 * 1024;

/** Where the index of a project is kept: one file for each project, so that they can share a folder. */
export function indexFile(cacheFolder: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(cacheFolder, `unreal-packages-${name}.jsonl`);
}

/**
 * One line for each package, behind one that says what this is and before one that proves that all are there. Lines between
 * have the words of the packages that follow. Written aside and moved, so that a reader finds the old index or the new one.
 */
export async function saveIndex(
  file: string,
  root: string,
  entries: Iterable<PackageEntry>,
  pool: WordPool,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const aside = `${file}.${randomUUID()}.tmp`;
  const hash = createHash('sha256');
  const writer = new WordWriter(pool);
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      let batch = [JSON.stringify({ version: VERSION, root })];
      let count = 0;
      const flush = async () => {
        const text = `${batch.join('\n')}\n`;
        hash.update(text);
        await handle.write(text);
        batch = [];
        await turn();
      };
      for (const { words, ...entry } of entries) {
        const kept = words && { words: writer.kept(words) };
        for (const fresh of chunks(writer.take())) batch.push(JSON.stringify(fresh));
        const line = JSON.stringify({ ...entry, ...kept });
        // The package is read again at the next start. A longer line would make the whole file unreadable.
        if (line.length > MAX_LINE) continue;
        batch.push(line);
        count++;
        if (batch.length >= BATCH) await flush();
      }
      if (batch.length > 0) await flush();
      await handle.write(`${JSON.stringify({ count, hash: hash.digest('hex') })}\n`);
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (thrown) {
    await rm(aside, { force: true });
    throw thrown;
  }
}

/** What was kept, by file; undefined where there is nothing, or nothing that can be trusted. Its words go into the pool. */
export async function loadIndex(
  file: string,
  root: string,
  pool: WordPool,
): Promise<Map<string, PackageEntry> | undefined> {
  const reader = new WordReader(pool);
  const entries = new Map<string, PackageEntry>();
  const hash = createHash('sha256');
  let head = false;
  let end: { count: number; hash: string } | undefined;
  try {
    for await (const line of linesOf(file)) {
      const value: unknown = JSON.parse(line);
      if (end !== undefined) return undefined;
      if (!head) {
        if (!isHead(value, root)) return undefined;
        head = true;
      } else if (isEnd(value)) {
        end = value;
        continue;
      } else if (isTexts(value, MAX_LINE)) reader.add(value);
      else {
        const entry = isEntry(value) ? withWords(value, reader) : undefined;
        if (entry === undefined || entries.size >= MAX_PACKAGES) return undefined;
        entries.set(entry.file, entry);
      }
      hash.update(`${line}\n`);
    }
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof RangeError || isMissing(thrown)) return undefined;
    throw thrown;
  }
  return end?.count === entries.size && end.hash === hash.digest('hex') ? entries : undefined;
}

/** Lines in pieces of the file. A long line is put together once. */
async function* linesOf(file: string): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024, end: MAX_FILE })) {
    const [first = '', ...others] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n');
    begun.push(first);
    length += first.length;
    if (length > MAX_LINE) throw new RangeError('A line of the index is too long.');
    if (others.length === 0) continue;
    yield begun.join('');
    const rest = others.pop() as string;
    yield* others;
    begun = [rest];
    length = rest.length;
  }
}

function isHead(value: unknown, root: string): boolean {
  const head = value as { version?: unknown; root?: unknown } | null;
  return head?.version === VERSION && head.root === root;
}

function isEnd(value: unknown): value is { count: number; hash: string } {
  const end = value as { count?: unknown; hash?: unknown } | null;
  return typeof end?.count === 'number' && typeof end.hash === 'string';
}

function isEntry(value: unknown): value is PackageEntry {
  const entry = value as Partial<Record<keyof PackageEntry, unknown>> | null;
  return (
    typeof entry?.file === 'string' &&
    typeof entry.path === 'string' &&
    typeof entry.class === 'string' &&
    [entry.size, entry.modified, entry.changed].every(Number.isFinite) &&
    isTexts(entry.references) &&
    isTexts(entry.soft) &&
    [entry.object, entry.level, entry.parent, entry.label, entry.folder, entry.folderId].every(isTextIfAny) &&
    (entry.folders === undefined || isFolders(entry.folders)) &&
    [entry.unread, entry.cue].every(flag => flag === undefined || flag === true)
  );
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isFolders(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_REFERENCES) return false;
  return (value as (Partial<Record<keyof ActorFolder, unknown>> | null)[]).every(
    each => typeof each?.id === 'string' && typeof each.label === 'string' && isTextIfAny(each.parent),
  );
}

function withWords({ words: kept, ...entry }: PackageEntry, reader: WordReader): PackageEntry | undefined {
  if (kept === undefined) return entry;
  const words = reader.read(kept);
  return words && { ...entry, words };
}

function isTexts(value: unknown, max = MAX_REFERENCES): value is readonly string[] {
  return Array.isArray(value) && value.length <= max && value.every(text => typeof text === 'string');
}

/** So that each line is short. */
function* chunks(words: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < words.length; at += BATCH) yield words.slice(at, at + BATCH);
}
