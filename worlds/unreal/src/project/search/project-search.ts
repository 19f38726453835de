import { withoutSecrets } from '@worldwire/server/kit';
import type { ParamsOf, ResultOf, SearchHit, SearchKind } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { NativeClasses, placeOf } from '../code/native-classes.js';
import type { Absences } from '../index/absences.js';
import type { PackageEntry } from '../index/package-entry.js';
import type { WordPool } from '../index/word-pool.js';
import { ClassTree } from './class-tree.js';
import { addDeclarations, addTexts, nativeClass, typeLine } from './code-hits.js';
import { FoundPlaces, RANKS } from './found-places.js';
import { addPackages, type Unplaced } from './package-hits.js';
import { type Looked, scopeOf } from './search-scope.js';
import { SearchTerm } from './search-term.js';
import { classOfFile, type FoundLines, findLines } from './source-lines.js';

const MAX_SIMILAR = 10;
/** Packages that one answer opens to find the place of a word. */
const MAX_OPENED = 10;
/** Lines of one file that are shown where lines were asked for. */
const MAX_SOURCE_LINES = 50;
const NO_LINES: FoundLines = { lines: [], long: 0, isCut: false };

export interface Searched extends Looked {
  readonly absences: Absences;
  readonly words: WordPool;
  /** Names the actor that has a file of its own. */
  readonly actorOf: (entry: PackageEntry) => string;
  /** Where the properties of a package have a word. */
  readonly places: (entry: PackageEntry, word: string) => Promise<readonly string[]>;
}

/** A page of hits. Names that are equal to the query are preferred to those that contain it. */
export async function searchProject(
  searched: Searched,
  { query, kind, path, offset, limit }: ParamsOf<'asset.search'>,
  slice: TimeSlice,
): Promise<ResultOf<'asset.search'>> {
  if (query.trim() === '')
    throw new UnrealError('invalid', 'The query is empty.', 'Give a name or a part of it.');
  if (query.trim().endsWith('/'))
    throw new UnrealError(
      'invalid',
      `The query ${query} is a folder.`,
      'Give the name of what to find, and the folder as path; list_assets lists a folder.',
    );
  const classes = await NativeClasses.of(searched.code, slice);
  await searched.words.fold(slice);
  const term = new SearchTerm(query, kind, classes.find(query.trim())?.name);
  const search = { ...searched, classes, term, folder: path?.toLowerCase() };
  const below = (hits: FoundPlaces) => hits.sorted().filter(hit => isBelow(hit.path, search.folder));
  const equal = kind === 'text' || kind === 'source' ? undefined : await hitsOf(search, true, slice);
  const isEqual = equal !== undefined && below(equal.found).length > 0;
  const { found, unplaced } = isEqual ? equal : await hitsOf(search, false, slice);
  const lines = await linesOf(search, slice);
  const linesLeft = addLines(found, lines, isEqual, kind);
  const all = below(found);
  const items = await placed(all.slice(offset, offset + limit), unplaced, searched);
  const similar = isEqual && kind !== 'children' ? similarNames(searched.words, term) : [];
  return {
    items,
    total: all.length,
    ...(similar.length > 0 && { similar }),
    ...(await scopeOf(searched, { kind, path, isEqual, lines, linesLeft }, slice)),
  };
}

interface Search extends Searched {
  readonly classes: NativeClasses;
  readonly term: SearchTerm;
  readonly folder: string | undefined;
}

async function hitsOf(
  { entries, words, code, config, classes, term, actorOf, absences }: Search,
  equal: boolean,
  slice: TimeSlice,
): Promise<{ readonly found: FoundPlaces; readonly unplaced: Unplaced }> {
  const { kind } = term;
  const found = new FoundPlaces(kind === 'source' ? MAX_SOURCE_LINES : undefined);
  if (kind === 'source') return { found, unplaced: new Map() };
  const isNamed = (name: string) => (equal ? term.equals(name) : term.contains(name));
  if (kind === 'children') {
    addChildren(found, await ClassTree.of(entries(), classes, words, slice), isNamed);
    return { found, unplaced: new Map() };
  }
  await addDeclarations(found, classes, kind, isNamed, slice);
  const isText = (text: string) => (equal ? namesIn(text).some(isNamed) : term.contains(text));
  await addTexts(found, code.files, 'C++ file', kind, isText, slice);
  await addTexts(found, config, 'Settings', kind, isText, slice);
  const matches = term.wordsIn(words);
  const wanted = { words: equal ? matches.equal : matches.containing, equal };
  const unplaced = await addPackages(found, entries(), words, term, wanted, { actorOf, absences }, slice);
  return { found, unplaced };
}

/** The lines that contain the query, or a class of C++ by its name in code. Files of code are below no folder of packages. */
async function linesOf({ sources, classes, term, folder }: Search, slice: TimeSlice): Promise<FoundLines> {
  if ((term.kind !== 'any' && term.kind !== 'source') || !isBelow('', folder)) return NO_LINES;
  const declared = classes.find(term.whole)?.declaration.name.toLowerCase();
  return findLines(sources.files, declared === undefined ? [term.whole] : [term.whole, declared], slice);
}

/**
 * Whole words only, where there are some or names are equal to the query; all lines where lines were asked for. Returns the number of
 * lines that are left out.
 */
function addLines(found: FoundPlaces, { lines }: FoundLines, isEqual: boolean, kind: SearchKind): number {
  const words = kind === 'source' ? [] : lines.filter(({ isWord }) => isWord);
  const shown = isEqual || words.length > 0 ? words : lines;
  for (const { file, line, text } of shown)
    if (found.isNewLine(file, line)) found.add(file, classOfFile(file), `line ${line}: ${text}`, RANKS.line);
  return lines.length - shown.length;
}

/** A text, and the name of the asset in it. */
function namesIn(text: string): readonly string[] {
  const name = /\/(\w+)(?:\.\w+)?'?$/.exec(text)?.[1];
  return name === undefined ? [text] : [text, name];
}

function addChildren(found: FoundPlaces, tree: ClassTree, isNamed: (name: string) => boolean): void {
  for (const { entry, native, parent, depth } of tree.below(isNamed)) {
    const steps = depth === 1 ? '' : `, ${depth} steps`;
    if (native !== undefined)
      found.add(
        native.path,
        nativeClass(native),
        `${placeOf(native)}: ${typeLine(native.declaration)}${steps}`,
        depth,
      );
    else if (entry !== undefined)
      found.add(entry.path, entry.class.replace(/^.*\./, ''), `parent ${parent}${steps}`, depth);
  }
}

/** Opens packages whose words are known but not their places. */
async function placed(
  hits: readonly SearchHit[],
  unplaced: Unplaced,
  { places }: Searched,
): Promise<readonly SearchHit[]> {
  const items: SearchHit[] = [];
  let opened = 0;
  for (const hit of hits) {
    const open = unplaced.get(hit.path);
    const where = open === undefined || ++opened > MAX_OPENED ? [] : await places(open.entry, open.word);
    items.push(where.length === 0 ? hit : { ...hit, where });
  }
  return items;
}

/** Names that contain the query, shortest first. */
function similarNames(words: WordPool, term: SearchTerm): readonly string[] {
  const others = words
    .containing(term.whole)
    .map(id => words.word(id))
    .filter(word => withoutSecrets(word) === word);
  const isName = term.kind === 'tag' ? /^[\w.]+$/ : /^\w+$/;
  const names = others.filter(word => isName.test(word) && !term.equals(word));
  return names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MAX_SIMILAR);
}

function isBelow(path: string, folder: string | undefined): boolean {
  return folder === undefined || folder === '/' || `${path.toLowerCase()}/`.startsWith(`${folder}/`);
}
