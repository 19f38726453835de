import type { TimeSlice } from '../../work/time-slice.js';
import type { Literal } from './cpp-text.js';
import { wordsIn } from './cpp-words.js';
import type { LineNumbers } from './line-numbers.js';

/** A gameplay tag that C++ defines, or only asks for. */
export interface CodeTag {
  readonly tag: string;
  readonly line: number;
  readonly isDefined: boolean;
  readonly comment?: string;
}

/** The place of the tag among the arguments, and of the comment. */
const FORMS: Readonly<Record<string, { readonly tag: number; readonly comment?: number }>> = {
  UE_DEFINE_GAMEPLAY_TAG: { tag: 1 },
  UE_DEFINE_GAMEPLAY_TAG_STATIC: { tag: 1 },
  UE_DEFINE_GAMEPLAY_TAG_COMMENT: { tag: 1, comment: 2 },
  FNativeGameplayTag: { tag: 2, comment: 3 },
  AddNativeGameplayTag: { tag: 0, comment: 1 },
  RequestGameplayTag: { tag: 0 },
};
const NAMES =
  /\b(UE_DEFINE_GAMEPLAY_TAG(?:_COMMENT|_STATIC)?|FNativeGameplayTag|(?:AddNative|Request)GameplayTag)(?!\w)/g;
/** A variable has its name before the arguments. */
const OPEN = /\s{0,100}(?:\w{1,200}\s{0,100})?[({]/y;
const TAG = /^[^\s'",()]+$/;
/** Characters of the arguments. */
const MAX_ARGUMENTS = 2_000;
/** Of one file. */
const MAX_TAGS = 5_000;

/** `code` is without comments and texts, which are the `literals`; both have the offsets of the file. */
export async function tagsIn(
  code: string,
  literals: readonly Literal[],
  lines: LineNumbers,
  slice: TimeSlice,
): Promise<readonly CodeTag[]> {
  const tags: CodeTag[] = [];
  let next = 0;
  for (const { at, word } of await wordsIn(code, NAMES, slice)) {
    OPEN.lastIndex = at + word.length;
    if (!OPEN.test(code) || tags.length >= MAX_TAGS) continue;
    const open = OPEN.lastIndex;
    if (slice.isOverAfter(MAX_ARGUMENTS)) await slice.yieldToEventLoop();
    while (next < literals.length && (literals[next] as Literal).at < open) next++;
    const given = argumentsOf(code, open, literals, next);
    const form = FORMS[word] as (typeof FORMS)[string];
    const [tag, comment] = [given[form.tag], form.comment && given[form.comment]];
    if (tag === undefined || !TAG.test(tag)) continue;
    const isDefined = word !== 'RequestGameplayTag';
    tags.push({ tag, line: lines.at(at), isDefined, ...(comment && { comment }) });
  }
  return tags;
}

/** The literal in each argument. `first`: the number of the first literal behind `open`. */
function argumentsOf(
  code: string,
  open: number,
  literals: readonly Literal[],
  first: number,
): readonly (string | undefined)[] {
  const given: (string | undefined)[] = [undefined];
  let [depth, next] = [1, first];
  for (let at = open; at < Math.min(code.length, open + MAX_ARGUMENTS); at++) {
    if (literals[next]?.at === at) {
      given[given.length - 1] ??= literals[next]?.text;
      next++;
    }
    const sign = code[at] as string;
    if ('({['.includes(sign)) depth++;
    else if (')}]'.includes(sign) && --depth === 0) break;
    else if (sign === ',' && depth === 1) given.push(undefined);
  }
  return given;
}
