import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { link, mkdir, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { copySqlite } from '@worldwire/journal/sqlite';
import { isAuditFile } from '../audit/audit-paths.js';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { checkJournals, type JournalSummary } from './check-journals.js';
import { pack, unpack } from './container.js';
import { contentsOf } from './contents.js';
import { copyAudit } from './copy-audit.js';
import { withScratchFolder } from './scratch-folder.js';
import { syncFolder } from './sync-folder.js';

export interface Backup {
  /** False for an empty folder: then no file is written. */
  readonly written: boolean;
  readonly files: readonly string[];
  readonly journals: readonly JournalSummary[];
  readonly leftOut: readonly string[];
}

/**
 * Writes a data folder into one file, also while servers use the folder. The file gets its name after it was read back and every
 * checksum matched.
 */
export async function makeBackup(data: string, file: string): Promise<Backup> {
  await checkPlace(data, file);
  const { journals, files: found, leftOut } = await contentsOf(data);
  if (journals.length + found.length === 0) return { written: false, files: found, journals: [], leftOut };
  return withScratchFolder(join(dirname(file), `.${basename(file)}-`), async aside => {
    const audit = await copyAudit(data, join(aside, 'copy'));
    const others = found.filter(path => !isAuditFile(path));
    const files = [...others, ...audit].sort();
    const sources = new Map(others.map(path => [path, join(data, path)]));
    for (const path of audit) sources.set(path, join(aside, 'copy', path));
    for (const path of journals) {
      const copy = join(aside, 'copy', path);
      await mkdir(dirname(copy), { recursive: true });
      await copySqlite(join(data, path), copy);
      sources.set(path, copy);
    }
    const container = join(aside, 'backup');
    await (await open(container, 'wx', 0o600)).close();
    await pack(container, sources);
    const checked = join(aside, 'check');
    await unpack(container, checked);
    const summaries = await checkJournals(checked, journals);
    await name(container, file);
    return { written: true, files, journals: summaries, leftOut };
  });
}

async function checkPlace(data: string, file: string): Promise<void> {
  if (existsSync(file)) throw taken(file);
  const folder = await realpath(dirname(file)).catch((thrown: unknown) => {
    throw Problem.failure(`${dirname(file)} cannot be used: ${reasonOf(thrown)}`, thrown);
  });
  const inside = relative(await realpath(data).catch(() => data), folder);
  if (inside === '' || !(inside.startsWith('..') || inside.startsWith('/') || /^[A-Z]:/i.test(inside))) {
    throw Problem.usage(`${file} is in the data folder itself. Name a file in another folder.`);
  }
}

/** A link, because a rename would replace a file that was created meanwhile. */
async function name(container: string, file: string): Promise<void> {
  try {
    await link(container, file);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw taken(file);
    nameWithoutLinks(container, file);
  }
  await syncFolder(dirname(file));
}

/**
 * FAT, exFAT and some network disks have no links. There an empty file reserves the name, and the rename replaces it.
 * Synchronous, so that no signal is handled in between.
 */
function nameWithoutLinks(container: string, file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? taken(file) : thrown;
  }
  try {
    renameSync(container, file);
  } catch (thrown) {
    rmSync(file, { force: true });
    throw thrown;
  }
}

function taken(file: string): Problem {
  return Problem.failure(`${file} exists and is not overwritten. Choose another name.`);
}
