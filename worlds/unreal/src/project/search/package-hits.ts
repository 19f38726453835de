import { isSecretName } from '@worldwire/server/kit';
import type { SearchKind } from '../../port/operations.js';
import { EXTERNAL } from '../../port/special-packages.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Absences } from '../index/absences.js';
import { nameOf, type PackageEntry, shortName } from '../index/package-entry.js';
import { type UseKind, usesOf } from '../index/package-words.js';
import type { WordPool } from '../index/word-pool.js';
import { type FoundPlaces, quoted, RANKS, useLine } from './found-places.js';
import type { SearchTerm } from './search-term.js';

/** The uses that each kind of search finds. */
const USES: Readonly<Record<SearchKind, ReadonlySet<UseKind> | undefined>> = {
  any: undefined,
  calls: new Set(['calls', 'binds', 'event', 'function']),
  variable: new Set(['sets', 'gets', 'variable', 'default']),
  tag: new Set(['tag']),
  text: new Set(['text']),
  asset: new Set(['object']),
  class: new Set(['casts', 'class', 'object', 'implements']),
  children: new Set(),
  source: new Set(),
};
const DECLARING: ReadonlySet<UseKind> = new Set(['function', 'variable']);
/** Packages with one of these names have properties that are tags. */
const TAG_TYPES = ['GameplayTag', 'GameplayTagContainer', 'GameplayTags'];

/** In the place of a text that may be a secret. */
const HIDDEN_TEXT = 'a text, not shown: the asset has names of credentials';

/** Hits of which only the package is known. */
export type Unplaced = Map<string, { readonly entry: PackageEntry; readonly word: string }>;

/**
 * Adds the packages with wanted words. `equal`: only whole names count, not parts of texts. `actorOf` names the actor that a file
 * of a level contains, and `absences`
 * which targets of references do not exist.
 */
export async function addPackages(
  found: FoundPlaces,
  entries: Iterable<PackageEntry>,
  pool: WordPool,
  term: SearchTerm,
  { words, equal }: { readonly words: ReadonlySet<number>; readonly equal: boolean },
  { actorOf, absences }: { readonly actorOf: (entry: PackageEntry) => string; readonly absences: Absences },
  slice: TimeSlice,
): Promise<Unplaced> {
  const unplaced: Unplaced = new Map();
  const { kind } = term;
  const kinds = USES[kind];
  const tagTypes = new Set(TAG_TYPES.map(name => pool.id(name)));
  const isWanted = (id: number) => words.has(id);
  const absent = (path: string) => {
    const { missing, outside } = absences.of(path);
    return (missing ?? outside) === undefined ? '' : ` (${missing ?? outside})`;
  };
  const isNamed = (text: string) => (equal ? term.equals(text) : term.contains(text));
  for (const entry of entries) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const at = placeOf(entry);
    const add = (line: string, rank: number) => {
      const actor = entry.level === undefined ? '' : `actor ${actorOf(entry)}: `;
      found.add(at.path, at.class, `${actor}${line}`, rank);
    };
    let isPlaced = false;
    for (const use of entry.words === undefined ? [] : usesOf(entry.words, isWanted, pool)) {
      if (kinds !== undefined && !kinds.has(use.kind)) continue;
      // The lists of references say it better.
      if (kind === 'any' && use.kind === 'class' && isPlaced) continue;
      isPlaced = true;
      add(useLine(use), DECLARING.has(use.kind) ? RANKS.declared : RANKS.used);
    }
    if (kind === 'any' || kind === 'asset') {
      if (!EXTERNAL.test(entry.path) && isNamed(nameOf(entry.path))) add('is this asset', RANKS.declared);
      for (const other of entry.references.filter(isReference(term, isNamed)))
        add(`refers to ${other}${absent(other)}`, RANKS.used);
      for (const other of entry.soft.filter(isReference(term, isNamed)))
        add(`refers to ${other} (soft)${absent(other)}`, RANKS.used);
    }
    if (isPlaced || entry.words === undefined) continue;
    const { names, texts } = entry.words;
    const isTagged = kind === 'any' || (kind === 'tag' && names.some(id => tagTypes.has(id)));
    const named = isTagged ? names.find(isWanted) : undefined;
    const literal = kind === 'text' || (kind === 'any' && !equal) ? texts.find(isWanted) : undefined;
    const id = literal ?? named;
    if (id === undefined || (kind === 'any' && found.has(at.path))) continue;
    const word = pool.word(id);
    add(literal === undefined ? `has the name ${word}` : literalLine(word, names, term, pool), RANKS.named);
    if (at.path === entry.path) unplaced.set(entry.path, { entry, word });
  }
  return unplaced;
}

/** Which property has the text is not known yet. It may be a secret where a name of the package is that of one. */
function literalLine(word: string, names: Uint32Array, term: SearchTerm, pool: WordPool): string {
  const isKnown = word.toLowerCase() === term.whole;
  return isKnown || !names.some(id => isSecretName(pool.word(id))) ? quoted(word) : HIDDEN_TEXT;
}

/** A path is meant whole, and a name is that of the asset. */
function isReference(term: SearchTerm, isNamed: (name: string) => boolean): (path: string) => boolean {
  const whole = term.whole.replace(/^\w+'|'$/g, '').split('.', 1)[0] as string;
  if (whole.startsWith('/')) return path => path.toLowerCase() === whole;
  return path => isNamed(nameOf(path));
}

/** An actor with a file of its own belongs to its level. */
function placeOf({ path, class: className, level }: PackageEntry) {
  return level === undefined ? { path, class: shortName(className) } : { path: level, class: 'World' };
}
