import type { WordPool } from './word-pool.js';

/** What a package does with a name. Kept in files by its place in this list. */
export const USE_KINDS = [
  'calls',
  'binds',
  'event',
  'function',
  'sets',
  'gets',
  'variable',
  'default',
  'casts',
  'class',
  'object',
  'tag',
  'text',
  'implements',
] as const;

export type UseKind = (typeof USE_KINDS)[number];

export interface Use {
  readonly kind: UseKind;
  /** The function, variable, class, tag or text. */
  readonly name: string;
  /** The graph; empty outside of graphs. */
  readonly place?: string;
  /** The class that a function belongs to, or the pin of a value. */
  readonly of?: string;
}

/** What is searched in a package, as its reader finds it. */
export interface PackageContents {
  readonly names: readonly string[];
  /** Literals outside of graphs. */
  readonly texts: readonly string[];
  readonly uses: readonly Use[];
}

/** The same as numbers of a pool. */
export interface PackageWords {
  readonly names: Uint32Array;
  readonly texts: Uint32Array;
  /** USE_FIELDS numbers for each use: kind, name, place, of. */
  readonly uses: Uint32Array;
}

export const USE_FIELDS = 4;
/** Of one package, each. */
export const MAX_WORDS = 20_000;

export function pooled({ names, texts, uses }: PackageContents, pool: WordPool): PackageWords {
  const numbers = new Uint32Array(Math.min(uses.length, MAX_WORDS) * USE_FIELDS);
  for (const [index, { kind, name, place = '', of = '' }] of uses.slice(0, MAX_WORDS).entries()) {
    const fields = [USE_KINDS.indexOf(kind), pool.id(name), pool.id(place), pool.id(of)];
    numbers.set(fields, index * USE_FIELDS);
  }
  return { names: ids(names, pool), texts: ids(texts, pool), uses: numbers };
}

/** The uses whose name is wanted. */
export function* usesOf(
  { uses }: PackageWords,
  isWanted: (id: number) => boolean,
  pool: WordPool,
): Iterable<Use> {
  for (let at = 0; at < uses.length; at += USE_FIELDS) {
    const name = uses[at + 1] as number;
    if (!isWanted(name)) continue;
    yield {
      kind: USE_KINDS[uses[at] as number] as UseKind,
      name: pool.word(name),
      place: pool.word(uses[at + 2] as number),
      of: pool.word(uses[at + 3] as number),
    };
  }
}

/** The names of the interfaces that a Blueprint implements. */
export function interfacesOf({ uses }: PackageWords, pool: WordPool): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < uses.length; at += USE_FIELDS)
    if (uses[at] === IMPLEMENTS) names.push(pool.word(uses[at + 1] as number));
  return names;
}

const IMPLEMENTS = USE_KINDS.indexOf('implements');

function ids(words: readonly string[], pool: WordPool): Uint32Array {
  return Uint32Array.from(words.slice(0, MAX_WORDS), word => pool.id(word));
}
