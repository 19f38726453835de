import { LineNumbers } from './line-numbers.js';

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

const MACRO = /\bU(CLASS|STRUCT|ENUM|INTERFACE|PROPERTY|FUNCTION)\s*\(/g;
const SPECIFIERS = /\bU(?:CLASS|STRUCT|ENUM|INTERFACE|PROPERTY|FUNCTION|META|PARAM|DELEGATE)\s*\(/g;
/** Between "class" and the name: alignas(8), UE_DEPRECATED(5.1, "…"), [[nodiscard]], HARBOUR_API. */
const ATTRIBUTES = String.raw`(?:(?:\w+\s*\([^()]{0,1000}\)|\[\[[^\][]{0,200}\]\])\s*|[A-Z0-9_]+_API\s+){0,4}`;
const TYPE = new RegExp(
  String.raw`\b(class|struct)\s+${ATTRIBUTES}([A-Za-z_]\w*)\s*(?:final\s*)?(?::([^{};]{0,1000}))?\{`,
  'g',
);
const ENUM = new RegExp(
  String.raw`^\s*(?:namespace\s+(\w+)\s*\{\s*)?enum\s+(?:class\s+|struct\s+)?${ATTRIBUTES}([A-Za-z_]\w*)`,
);
/** What can stand before the type of a member, or before that of a parameter. */
const ANNOTATION = String.raw`\b(?:UPARAM|UE_DEPRECATED\w*|DEPRECATED|alignas)\s*\((?:[^()]|\([^()]*\))*\)\s*|\[\[[^\][]*\]\]\s*`;
const ANNOTATIONS = new RegExp(ANNOTATION, 'g');
/** Some put a semicolon behind a macro. */
const BEFORE_MEMBER = new RegExp(String.raw`^\s*;?\s*(?:${ANNOTATION})*`);
const BASE =
  /^\s*(?:(?:public|protected|private|virtual)\s+)*(?:::\s*)?(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)/;
/** Of one file. */
const MAX_DECLARATIONS = 5_000;
const MAX_SPECIFIERS = 2_000;
const MAX_SIGNATURE = 400;
/** Characters between a macro and the end of what it declares. */
const MAX_MEMBER = 4_000;
/** Characters at the end of a property, with its name. */
const MAX_NAME = 300;

interface Type {
  readonly kind: string;
  readonly name: string;
  readonly bases: readonly string[];
  readonly at: number;
  readonly body: number;
  end: number;
}

/** `code` is without comments and texts; `text` has the same offsets. */
export function declarationsIn(code: string, text: string): readonly Declaration[] {
  const lines = new LineNumbers(text);
  const types = typesIn(code);
  const typesByStart = new Map(types.map(type => [type.at, type]));
  const found: Declaration[] = [];
  const macros = macrosIn(code, MACRO);
  for (const [index, match] of macros.entries()) {
    const open = match.index + match[0].length;
    // A macro has no part of what the next one declares. Each character is read once.
    const end = macros[index + 1]?.index ?? code.length;
    const close = closing(code, open, end);
    if (close === undefined) continue;
    const specifiers = text
      .slice(open, Math.min(close, open + MAX_SPECIFIERS))
      .replace(/\s+/g, ' ')
      .trim();
    const kind = (match[1] as string).toLowerCase();
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
export function specifierRanges(code: string): readonly (readonly [number, number])[] {
  return macrosIn(code, SPECIFIERS).map(match => {
    const open = match.index + match[0].length;
    return [open, closing(code, open, code.length) ?? open];
  });
}

function macrosIn(code: string, pattern: RegExp): readonly RegExpExecArray[] {
  const macros: RegExpExecArray[] = [];
  for (const match of code.matchAll(pattern)) {
    if (macros.length >= MAX_DECLARATIONS) break;
    macros.push(match);
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
      : /\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?::\s*\d+\s*)?$/.exec(signature.slice(-MAX_NAME))?.[1];
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
    .replace(/\s*([(,)*&<>])\s*/g, (_, sign: string) => (sign === ',' ? ', ' : sign))
    .replace(/([*&>)])(?=\w)/g, '$1 ')
    .trim();
}

/** Types with bodies, in order. */
function typesIn(code: string): readonly Type[] {
  const types: Type[] = [];
  for (const match of code.matchAll(TYPE)) {
    if (types.length >= MAX_DECLARATIONS) break;
    const [whole, kind = '', name = '', bases = ''] = match;
    types.push({
      kind,
      name,
      bases: baseNames(bases),
      at: match.index,
      body: match.index + whole.length,
      end: code.length,
    });
  }
  setEnds(code, types);
  return types;
}

/** One pass over all braces, since bodies can be nested. */
function setEnds(code: string, types: readonly Type[]): void {
  const bodies = new Map(types.map(type => [type.body - 1, type]));
  const open: (Type | undefined)[] = [];
  for (const { index, 0: brace } of code.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(bodies.get(index));
    else {
      const type = open.pop();
      if (type !== undefined) type.end = index;
    }
  }
}

/** Without namespaces. */
function baseNames(bases: string): readonly string[] {
  return bases
    .split(',')
    .map(base => BASE.exec(base)?.[1] ?? '')
    .filter(name => name !== '' && !/^(public|protected|private|virtual)$/.test(name));
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
