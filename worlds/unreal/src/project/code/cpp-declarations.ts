import type { TimeSlice } from '../../work/time-slice.js';
import { ATTRIBUTES, type Type, typesIn } from './cpp-types.js';
import { wordsIn } from './cpp-words.js';
import type { LineNumbers } from './line-numbers.js';

export type DeclarationKind = 'class' | 'struct' | 'enum' | 'interface' | 'function' | 'property';

/** What a header declares for Unreal. */
export interface Declaration {
  readonly kind: DeclarationKind;
  /** As in the code: "ADoor", "Open". */
  readonly name: string;
  readonly line: number;
  /** Inside the parentheses of the macro. */
  readonly specifiers: string;
  /** Of a class or struct: the first base. */
  readonly base?: string;
  /** Other bases, which are interfaces. */
  readonly interfaces?: readonly string[];
  /** Of a member: its class. */
  readonly owner?: string;
  /** Of a member: "void Open(float Speed)", "float Health". */
  readonly signature?: string;
}

const MACRO = /\bU(CLASS|STRUCT|ENUM|INTERFACE|PROPERTY|FUNCTION)(?!\w)/g;
const SPECIFIERS = /\bU(?:CLASS|STRUCT|ENUM|INTERFACE|PROPERTY|FUNCTION|META|PARAM|DELEGATE)(?!\w)/g;
const OPEN = /\s*\(/y;
const ENUM = new RegExp(
  String.raw`^\s*(?:namespace\s+(\w+)\s*\{\s*)?enum\s+(?:class\s+|struct\s+)?${ATTRIBUTES}([A-Za-z_]\w*)`,
);
/** What can stand before the type of a member, or before that of a parameter. */
const ANNOTATION = String.raw`\b(?:UPARAM|UE_DEPRECATED\w*|DEPRECATED|alignas)\s*\((?:[^()]|\([^()]*\))*\)\s*|\[\[[^\][]*\]\]\s*`;
const ANNOTATIONS = new RegExp(ANNOTATION, 'g');
/** Some put a semicolon behind a macro. */
const BEFORE_MEMBER = new RegExp(String.raw`^\s*;?\s*(?:${ANNOTATION})*`);
/** Of one file. */
const MAX_DECLARATIONS = 5_000;
const MAX_SPECIFIERS = 2_000;
const MAX_SIGNATURE = 400;
/** Characters between a macro and the end of what it declares. */
const MAX_MEMBER = 4_000;
/** Characters at the end of a property, with its name. */
const MAX_NAME = 300;

/** `code` is without comments and texts; `text` has the same offsets. */
export async function declarationsIn(
  code: string,
  text: string,
  lines: LineNumbers,
  slice: TimeSlice,
): Promise<readonly Declaration[]> {
  const types = await typesIn(code, MAX_DECLARATIONS, slice);
  const typesByStart = new Map(types.map(type => [type.at, type]));
  const found: Declaration[] = [];
  const macros = await macrosIn(code, MACRO, slice);
  for (const [index, { open, kind }] of macros.entries()) {
    // A macro has no part of what the next one declares. Each character is read once.
    const end = macros[index + 1]?.at ?? code.length;
    if (slice.isOverAfter(Math.min(end - open, 2 * MAX_MEMBER))) await slice.yieldToEventLoop();
    const close = closing(code, open, end);
    if (close === undefined) continue;
    const specifiers = text
      .slice(open, Math.min(close, open + MAX_SPECIFIERS))
      .replace(/\s+/g, ' ')
      .trim();
    const after = close + 1;
    const declared =
      kind === 'enum'
        ? enumAt(code, after)
        : kind === 'function' || kind === 'property'
          ? memberAt(code.slice(after, Math.min(end, after + MAX_MEMBER)), after, kind, types)
          : typeAt(typesByStart.get(after + blanksAt(code, after)), kind as 'class' | 'struct' | 'interface');
    if (declared !== undefined) {
      const { at, ...what } = declared;
      found.push({ ...what, line: lines.at(at), specifiers });
    }
  }
  return found;
}

/** The lists of specifiers, which have texts that only the editor shows: start and end of each, in order. */
export async function specifierRanges(
  code: string,
  slice: TimeSlice,
): Promise<readonly (readonly [number, number])[]> {
  const ranges: [number, number][] = [];
  for (const { open } of await macrosIn(code, SPECIFIERS, slice)) {
    const close = closing(code, open, code.length) ?? open;
    if (slice.isOverAfter(close - open)) await slice.yieldToEventLoop();
    ranges.push([open, close]);
  }
  return ranges;
}

interface Macro {
  readonly at: number;
  readonly kind: string;
  /** Behind the parenthesis. */
  readonly open: number;
}

async function macrosIn(code: string, pattern: RegExp, slice: TimeSlice): Promise<readonly Macro[]> {
  const macros: Macro[] = [];
  for (const { at, word, kind } of await wordsIn(code, pattern, slice)) {
    OPEN.lastIndex = at + word.length;
    if (!OPEN.test(code)) continue;
    macros.push({ at, kind: kind.toLowerCase(), open: OPEN.lastIndex });
    if (macros.length >= MAX_DECLARATIONS) break;
  }
  return macros;
}

type Found = Omit<Declaration, 'line' | 'specifiers'> & { readonly at: number };

function typeAt(type: Type | undefined, kind: 'class' | 'struct' | 'interface'): Found | undefined {
  if (type === undefined) return undefined;
  const [base, ...interfaces] = type.bases;
  return {
    kind,
    name: type.name,
    at: type.at,
    ...(base !== undefined && { base }),
    ...(interfaces.length > 0 && { interfaces }),
  };
}

function enumAt(code: string, after: number): Found | undefined {
  const match = ENUM.exec(code.slice(after, after + MAX_MEMBER));
  const name = match?.[1] ?? match?.[2];
  if (match === null || name === undefined) return undefined;
  return { kind: 'enum', name, at: after + match[0].length - (match[2] as string).length };
}

function memberAt(
  code: string,
  after: number,
  kind: 'function' | 'property',
  types: readonly Type[],
): Found | undefined {
  const start = BEFORE_MEMBER.exec(code)?.[0].length ?? 0;
  const rest = code.slice(start).replace(ANNOTATIONS, '');
  const length = kind === 'function' ? functionLength(rest) : rest.search(/[;{=]/);
  if (length === undefined || length <= 0) return undefined;
  const signature = plain(rest.slice(0, length));
  const name =
    kind === 'function'
      ? /\b([A-Za-z_]\w*)\s*\(/.exec(signature)?.[1]
      : nameAtEnd(signature.slice(-MAX_NAME));
  if (name === undefined) return undefined;
  const owner = types.findLast(({ body, end }) => body <= after && after <= end)?.name;
  return {
    kind,
    name,
    at: after + start,
    signature: signature.slice(0, MAX_SIGNATURE),
    ...(owner !== undefined && { owner }),
  };
}

function blanksAt(code: string, at: number): number {
  return code.slice(at, at + MAX_MEMBER).search(/\S|$/);
}

/** The name before arrays and the number of bits: "Hinges[2]", "bLocked : 1". */
function nameAtEnd(property: string): string | undefined {
  let rest = property.replace(/:\s*\d+\s*$/, '').trimEnd();
  while (rest.endsWith(']')) {
    const open = rest.indexOf('[', rest.lastIndexOf(']', rest.length - 2) + 1);
    if (open < 0) return undefined;
    rest = rest.slice(0, open).trimEnd();
  }
  return /\b([A-Za-z_]\w*)$/.exec(rest)?.[1];
}

/** To the end of the parameters, with const. */
function functionLength(rest: string): number | undefined {
  const open = rest.indexOf('(');
  const close = open < 0 ? undefined : closing(rest, open + 1, rest.length);
  if (close === undefined) return undefined;
  return close + 1 + (/^\s*const\b/.exec(rest.slice(close + 1))?.[0].length ?? 0);
}

function plain(signature: string): string {
  return signature
    .replace(/\b(?:virtual|FORCEINLINE|inline|mutable|explicit|[A-Z0-9_]+_API)\s+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(,)*&<>]) ?/g, (_, sign: string) => (sign === ',' ? ', ' : sign))
    .replace(/([*&>)])(?=\w)/g, '$1 ')
    .trim();
}

/** The offset of the closing parenthesis. */
function closing(code: string, from: number, to: number): number | undefined {
  const end = Math.min(to, from + MAX_MEMBER);
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (code[at] === '(') depth++;
    else if (code[at] === ')' && --depth === 0) return at;
  }
  return undefined;
}
