import type { TimeSlice } from '../../work/time-slice.js';
import { wordsIn } from './cpp-words.js';

export interface Type {
  readonly kind: string;
  readonly name: string;
  readonly bases: readonly string[];
  readonly at: number;
  readonly body: number;
  end: number;
}

/** Between "class" and the name: alignas(8), UE_DEPRECATED(5.1, "…"), [[nodiscard]], HARBOUR_API. */
export const ATTRIBUTES = String.raw`(?:(?:\w+\s*\([^()]{0,1000}\)|\[\[[^\][]{0,200}\]\])\s*|[A-Z0-9_]+_API\s+){0,4}`;
const TYPE = /\b(class|struct)(?=\s)/g;
/** Behind "class", up to its bases or its body. */
const TYPE_NAME = new RegExp(String.raw`\s+${ATTRIBUTES}([A-Za-z_]\w*)\s*(?:final\s*)?([:{])`, 'y');
const BASES_END = /[{};]/g;
const BASE =
  /^\s*(?:(?:public|protected|private|virtual)\s+)*(?:::\s*)?(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)/;
/** Characters between the name of a type and its body. */
const MAX_BASES = 1_000;
/** Characters between two checks of the time slice. */
const PIECE = 16 * 1024;

/** Types with bodies, in order. */
export async function typesIn(code: string, max: number, slice: TimeSlice): Promise<readonly Type[]> {
  const types: Type[] = [];
  const body = new BodyStarts(code);
  let done = 0;
  for (const { at, word, kind } of await wordsIn(code, TYPE, slice)) {
    if (slice.isOverAfter(MAX_BASES)) await slice.yieldToEventLoop();
    if (at < done) continue;
    TYPE_NAME.lastIndex = at + word.length;
    const match = TYPE_NAME.exec(code);
    if (match === null) continue;
    const bases = TYPE_NAME.lastIndex;
    const start = match[2] === '{' ? bases - 1 : body.after(bases);
    if (start === undefined) continue;
    done = start + 1;
    const own = code.slice(bases, start);
    types.push({ kind, name: match[1] as string, bases: baseNames(own), at, body: done, end: code.length });
    if (types.length >= max) break;
  }
  await setEnds(code, types, slice);
  return types;
}

/** Finds where bodies start. Each character is searched once, since the offsets grow. */
class BodyStarts {
  readonly #code: string;
  #found = -1;

  constructor(code: string) {
    this.#code = code;
  }

  after(at: number): number | undefined {
    if (this.#found < at) {
      BASES_END.lastIndex = at;
      this.#found = BASES_END.exec(this.#code)?.index ?? this.#code.length;
    }
    const isNear = this.#found - at <= MAX_BASES;
    return isNear && this.#code[this.#found] === '{' ? this.#found : undefined;
  }
}

/** One pass over all braces, since bodies can be nested. */
async function setEnds(code: string, types: readonly Type[], slice: TimeSlice): Promise<void> {
  const bodies = new Map(types.map(type => [type.body - 1, type]));
  const open: (Type | undefined)[] = [];
  for (let from = 0; from < code.length; from += PIECE) {
    for (const { index, 0: brace } of code.slice(from, from + PIECE).matchAll(/[{}]/g)) {
      if (brace === '{') open.push(bodies.get(from + index));
      else {
        const type = open.pop();
        if (type !== undefined) type.end = from + index;
      }
    }
    if (slice.isOverAfter(PIECE)) await slice.yieldToEventLoop();
  }
}

/** Without namespaces. */
function baseNames(bases: string): readonly string[] {
  return bases
    .split(',')
    .map(base => BASE.exec(base)?.[1] ?? '')
    .filter(name => name !== '' && !/^(public|protected|private|virtual)$/.test(name));
}
