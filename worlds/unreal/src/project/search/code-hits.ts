import type { SearchKind } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { CodeText } from '../code/code-index.js';
import type { Declaration, DeclarationKind } from '../code/cpp-declarations.js';
import { type NativeClasses, type NativeType, placeOf } from '../code/native-classes.js';
import { type FoundPlaces, quoted, RANKS } from './found-places.js';

/** Kinds of declarations that a search finds. */
const DECLARED: Readonly<Record<SearchKind, readonly DeclarationKind[]>> = {
  any: ['class', 'struct', 'enum', 'interface', 'function', 'property'],
  calls: ['function'],
  variable: ['property'],
  class: ['class', 'struct', 'enum', 'interface'],
  tag: [],
  text: [],
  asset: [],
  children: [],
  source: [],
};
/** Of a member, in a line. */
const MAX_SPECIFIERS = 3;
const TEXT_KINDS: ReadonlySet<SearchKind> = new Set(['any', 'tag', 'text', 'asset']);

/** A file with texts: C++, or settings. */
export interface TextFile {
  readonly file: string;
  readonly texts: readonly CodeText[];
}

/** Adds the declarations of C++ that are wanted. */
export async function addDeclarations(
  found: FoundPlaces,
  classes: NativeClasses,
  kind: SearchKind,
  isWanted: (name: string) => boolean,
  slice: TimeSlice,
): Promise<void> {
  for (const type of classes.all) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const { declaration, members } = type;
    if (DECLARED[kind].includes(declaration.kind) && (isWanted(declaration.name) || isWanted(type.name))) {
      found.isNewLine(type.file, declaration.line);
      found.add(type.path, nativeClass(type), `${placeOf(type)}: ${typeLine(declaration)}`, RANKS.declared);
    }
    for (const member of members) {
      if (!DECLARED[kind].includes(member.declaration.kind) || !isWanted(member.declaration.name)) continue;
      found.isNewLine(member.file, member.declaration.line);
      const line = `${placeOf(member)}: ${memberLine(member.declaration)}`;
      found.add(type.path, nativeClass(type), line, RANKS.declared);
    }
  }
}

/** Adds the files whose texts are wanted. */
export async function addTexts(
  found: FoundPlaces,
  files: readonly TextFile[],
  className: string,
  kind: SearchKind,
  isWanted: (text: string) => boolean,
  slice: TimeSlice,
): Promise<void> {
  if (!TEXT_KINDS.has(kind)) return;
  for (const { file, texts } of files) {
    if (slice.isOver) await slice.yieldToEventLoop();
    for (const { line, text } of texts) {
      if (!isWanted(text)) continue;
      found.isNewLine(file, line);
      found.add(file, className, `line ${line}: ${quoted(text)}`, RANKS.used);
    }
  }
}

export function nativeClass({ declaration: { kind } }: NativeType): string {
  return `C++ ${kind}`;
}

export function typeLine({ kind, name, base }: Declaration): string {
  return base === undefined ? `${kind} ${name}` : `${kind} ${name} : ${base}`;
}

export function memberLine({ kind, signature = '', specifiers }: Declaration): string {
  return `${kind === 'function' ? 'UFUNCTION' : 'UPROPERTY'}(${firstSpecifiers(specifiers)}) ${signature}`;
}

/** Commas in parentheses and texts do not separate specifiers. */
function firstSpecifiers(specifiers: string): string {
  let [depth, count] = [0, 0];
  for (const { index, 0: sign } of specifiers.matchAll(/[(),]|"(?:\\.|[^"\\])*"?/g)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === ',' && depth <= 0 && ++count === MAX_SPECIFIERS) return specifiers.slice(0, index);
  }
  return specifiers;
}
