import type { SearchKind, SearchResult } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Code } from '../code/code-index.js';
import { SOURCE_FOLDERS } from '../code/source-files.js';
import type { SourceProblem, Sources } from '../code/source-texts.js';
import type { PackageEntry } from '../index/package-entry.js';
import { MAX_WORDS, USE_FIELDS } from '../index/package-words.js';
import type { TextFile } from './code-hits.js';
import { type FoundLines, MAX_LINES } from './source-lines.js';

/** Names in a sentence. */
const MAX_NAMES = 3;

/** What each kind of search does not look at, beside what has a sentence of its own. */
const OF_KIND: Readonly<Record<Exclude<SearchKind, 'any'>, string>> = {
  calls: 'calls, events and functions of graphs and headers',
  variable: 'variables of graphs, headers and class defaults',
  tag: 'tags of packages, and texts of C++ and ini files',
  text: 'texts of packages, C++ and ini files',
  asset: 'names and references of packages, and texts of C++ and ini files',
  class: 'classes of packages and headers',
  children: 'parents of classes',
  source: 'lines of source files',
};

export interface Looked {
  readonly entries: () => Iterable<PackageEntry>;
  /** Packages of which some part cannot be read. */
  readonly unread: ReadonlySet<PackageEntry>;
  /** Packages that the index left out because there are too many. */
  readonly left: number;
  /** Links in place of content, as notes. */
  readonly links: readonly string[];
  readonly code: Code;
  readonly config: readonly TextFile[];
  readonly sources: Sources;
}

export interface Asked {
  readonly kind: SearchKind;
  readonly path: string | undefined;
  /** Whether only names are found that are equal to the query. */
  readonly isEqual: boolean;
  readonly lines: FoundLines;
  /** Lines that contain the query as a part of a word and are left out. */
  readonly linesLeft: number;
}

/** What a search looked at, and what it did not. */
export async function scopeOf(
  looked: Looked,
  { kind, path, isEqual, lines, linesLeft }: Asked,
  slice: TimeSlice,
): Promise<Pick<SearchResult, 'searched' | 'notSearched'>> {
  const { code, config, sources } = looked;
  const searched: string[] = [];
  const notSearched: string[] = [];
  const isInFolder = path !== undefined && path !== '/';
  if (kind !== 'any') notSearched.push(`anything but ${OF_KIND[kind]}: kind "any" searches all`);
  if (isEqual) notSearched.push('names and words that only contain the query: some are equal to it');
  if (kind !== 'source') {
    const { packages, cut } = await count(looked, path, slice);
    searched.push(`${packages} packages${isInFolder ? ` below ${path}` : ''}`);
    notSearched.push(...ofPackages(looked, cut));
  }
  if (isInFolder) notSearched.push(`C++, ini and other source files: they are not below ${path}`);
  else {
    if (kind !== 'source') searched.push(`${code.files.length} C++ files`, `${config.length} ini files`);
    if (kind === 'any' || kind === 'source') {
      const read = sources.files.filter(({ problem }) => problem === undefined);
      searched.push(
        `each line of ${read.length} files in ${SOURCE_FOLDERS.join(', ')} of project and plugins`,
      );
    }
    notSearched.push(...ofSources(sources), ...ofLines(lines));
    if (linesLeft > 0)
      notSearched.push(
        `${linesLeft === 1 ? '1 line' : `${linesLeft} lines`} with the query as a part of a word: kind "source" lists them`,
      );
  }
  notSearched.push('other folders of the project, the engine and its plugins');
  return { searched, notSearched };
}

/** `cut`: packages with more names, texts or uses than the index keeps. */
async function count(
  { entries }: Looked,
  path: string | undefined,
  slice: TimeSlice,
): Promise<{ readonly packages: number; readonly cut: readonly string[] }> {
  const folder = path === undefined || path === '/' ? '/' : `${path.toLowerCase()}/`;
  const cut: string[] = [];
  let packages = 0;
  for (const entry of entries()) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (!`${entry.path.toLowerCase()}/`.startsWith(folder)) continue;
    packages++;
    const { names, texts, uses } = entry.words ?? {};
    if (Math.max(names?.length ?? 0, texts?.length ?? 0, (uses?.length ?? 0) / USE_FIELDS) >= MAX_WORDS)
      cut.push(entry.path);
  }
  return { packages, cut };
}

function ofPackages({ unread, left, links }: Looked, cut: readonly string[]): string[] {
  const unreadable = [...unread].filter(({ words }) => words === undefined).map(({ path }) => path);
  const partly = [...unread].filter(({ words }) => words !== undefined).map(({ path }) => path);
  return [
    ...some(unreadable, 'packages that cannot be read'),
    ...some(partly, 'the rest of packages of which a part cannot be read'),
    ...some(cut, `the rest of packages with more than ${MAX_WORDS} names, texts or uses`),
    ...(left > 0 ? [`${left} packages: there are more than the index keeps`] : []),
    ...links,
  ];
}

function ofSources({ files, left, skipped, others }: Sources): string[] {
  const withProblem = (problem: SourceProblem) =>
    files.filter(each => each.problem === problem).map(({ file }) => file);
  const most = [...others].sort(([, one], [, other]) => other - one);
  return [
    ...some(withProblem('too large'), 'source files that are too large'),
    ...some(withProblem('binary'), 'source files with binary data'),
    ...some(withProblem('cannot be read'), 'source files that cannot be read'),
    ...some(skipped, 'folders and links beside the source'),
    ...some(
      most.map(([extension, times]) => `${times} ${extension === '' ? 'without extension' : extension}`),
      'kinds of other files beside the source',
    ),
    ...(left > 0 ? [`${left} source files: there are too many`] : []),
  ];
}

function ofLines({ long, isCut }: FoundLines): string[] {
  return [
    ...(long > 0 ? [`the ends of ${long} very long lines`] : []),
    ...(isCut ? [`source files behind the first ${MAX_LINES} lines that have the query`] : []),
  ];
}

/** "3 packages that cannot be read: /Game/A, /Game/B and 1 more", or nothing. */
function some(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return [`${names.length} ${what}: ${names.slice(0, MAX_NAMES).join(', ')}${rest}`];
}
