import { isSecretName, MAY_NAME_SECRET, pairPart } from './secret-names.js';

/** What replaces a secret. */
export const SECRET_MASK = '***';

/** Tokens, keys and passwords that are known by their form. Each alternative ends within the characters that it names. */
const FORMS = new RegExp(
  [
    // The end of the block may be cut off.
    String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,40}-----)?`,
    String.raw`(?<=\b(?:bearer|basic|digest|negotiate)\s{1,4})[\w.~+/=-]{8,}`,
    String.raw`\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|gl(?:pat|dt|rt|ft)-[\w-]{16,}|npm_\w{20,}|pypi-[\w-]{20,}|hf_\w{20,})`,
    String.raw`\b(?:sk|rk|pk)[-_][\w-]{16,}`,
    String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}`,
    String.raw`\b(?:xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{16,}|SG\.[\w-]{16,}\.[\w-]{16,}|dop_v1_\w{20,}|shp(?:at|ss|ca)_\w{16,})`,
    String.raw`\beyJ[\w-]{8,1000}\.[\w-]{2,}(?:\.[\w-]*){0,3}`,
    String.raw`(?<=:\/\/)[^\s/"'@]{1,200}@(?=[\w[])`,
    String.raw`(?<=[?&](?:sig|signature|x-amz-signature|x-goog-signature|code|key)=)[\w%+/.-]{12,}`,
    // A generated value of a key. A file path has a dot or ends earlier.
    String.raw`(?<=key["'\]]{0,2}\s{0,4}[=:]\s{0,4}["']?)[A-Za-z0-9+/_-]{24,}={0,2}(?![\w./])`,
  ].join('|'),
  'gi',
);

/** A text that no form of FORMS fits has none of these. */
const MAY_HAVE_FORM =
  /private key|bearer|basic|digest|negotiate|gh[pousr]_|github_pat|gl(?:pat|dt|rt|ft)-|npm_|pypi-|hf_|[srp]k[-_]|A[KSBC][IC]A|xox|xapp|AIza|ya29|SG\.|dop_v1|shp|eyJ|:\/\/|[?&][a-z-]{1,20}=|key/i;

/** A text that has no secret by a name has none of these. */
const MAY_HAVE_NAME = new RegExp(MAY_NAME_SECRET, 'i');

/** Wraps literals in C++ and C#: `TEXT("…")`, `L"…"`, `FName(TEXT("…"))`, `@"…"`. */
const WRAPPED =
  '(?:(?:F(?:String|Name|Text)|TEXT|std::string|String|StringName|NodePath|new)\\s?[({]?\\s?){0,3}(?:L|u8?|U|R|@|\\$|&|f|b|r)?';
/** A name, in quotes or an index, and what is between it and its value: a sign, or a bracket, a comma or white space. */
const HEAD = new RegExp(
  [
    String.raw`(?<![\p{L}\w.-])(--?)?(\$?[\p{L}_][\p{L}\w.-]*)\\?["'\])]{0,3}(?:\[\w{0,20}\])?`,
    String.raw`(?:((?:\s{0,4}:\s{0,4}[\w.<>[\]]{1,60}(?=\s{0,4}=))?\s{0,8}(?:=>|:=|[=!]==?|\+=|=|:(?![:/]))\s{0,8})`,
    String.raw`|\s{0,8}[,({]\s{0,8}|\s{1,8})`,
  ].join(''),
  'giu',
);
const LITERAL = new RegExp(
  String.raw`(${WRAPPED})(\\"(?:\\\\\\"|[^"\\\n]|\\[^"])*(?:\\")?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|${'`'}[^${'`'}]*${'`'}?)`,
  'iuy',
);
/** Credentials of a header have two words. */
const BARE = /(?:(?:bearer|basic|digest)\s{1,4})?[^\s,;&)}\]"'][^\s,;&]*/iuy;
/** Literals and comments of code, in which values need no quotes. */
const TEXT_IN_CODE =
  /("(?:[^"\\\n]|\\.)*|'(?:[^'\\\n]|\\.)*|\/\/.*|\/\*(?:[^*]|\*(?!\/))*|(?<!\S)(?:[#*]|--)\s.*)("|'|\*\/|)/g;
const NAMED = /\\?["']?([\p{L}\w .-]{1,200})/uy;
const ELEMENT = /<([A-Za-z_][\w:.-]*)(?:\s[^<>]{0,200})?>([^<]+)/g;
const NOTHING = /^(?:null|none|nil|undefined|true|false|\\?["'`]{1,2}\\?["'`]?)$/i;
/** The second word of a name such as "API key". */
const SECOND_WORD = /^(?:key|word|phrase|code|id|string)s?$/i;
const FIRST_WORD = /[\p{L}\d]{1,40} $/u;
/** Characters of a literal behind a comma, a bracket or white space. Shorter ones are mostly part of a grammar. */
const MIN_LITERAL = 4;

export interface SecretTextOptions {
  /** The text is source code: only literals are values, and what stands in literals and comments. Default: false. */
  readonly code?: boolean;
  /** Default: `***`. */
  readonly mask?: string;
}

/**
 * A text with the values replaced that are secrets by their names (`password=…`, `"apiKey": "…"`) or their form (`ghp_…`, a JWT,
 * a private key). A guess that rather replaces too much. Its time grows linearly.
 *
 *     withoutSecrets('curl -H "Authorization: Bearer abcdef123456"'); // 'curl -H "Authorization: ***"'
 */
export function withoutSecrets(
  text: string,
  { code = false, mask = SECRET_MASK }: SecretTextOptions = {},
): string {
  const formed = MAY_HAVE_FORM.test(text) ? text.replace(FORMS, () => mask) : text;
  if (!MAY_HAVE_NAME.test(formed)) return formed;
  const named = code
    ? withoutNamed(formed, true, mask).replace(
        TEXT_IN_CODE,
        (_, part: string, end: string) => withoutNamed(part, false, mask) + end,
      )
    : withoutNamed(formed, false, mask);
  if (!named.includes('</')) return named;
  return named.replace(ELEMENT, (whole, name: string, value: string) =>
    isSecretName(name) && value.trim() !== '' ? whole.slice(0, -value.length) + mask : whole,
  );
}

function withoutNamed(text: string, code: boolean, mask: string): string {
  let [shown, from] = ['', 0];
  // After `name="password"`, the next `value="…"` is a secret.
  let isLabelled = false;
  HEAD.lastIndex = 0;
  for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
    const { 0: whole, 1: dashes, 2: name = '', 3: sign, index } = head;
    const start = index + whole.length;
    const part = sign === undefined ? undefined : pairPart(name);
    const isSecret =
      (part === 'value' && isLabelled) || isSecretIn(text, name, index + (dashes ?? '').length);
    if (part === 'label' || part === 'name') isLabelled = isSecretName(at(NAMED, text, start)?.[1] ?? '');
    const value = isSecret ? valueAt(text, start, sign !== undefined, dashes !== undefined, code) : undefined;
    if (value !== undefined && text.startsWith(mask, value.start)) {
      HEAD.lastIndex = value.start + mask.length;
      continue;
    }
    // Only the name is done: what follows it may begin with another name.
    HEAD.lastIndex = value?.end ?? index + (dashes ?? '').length + name.length;
    if (value === undefined) continue;
    if (part === 'value') isLabelled = false;
    shown += text.slice(from, value.start) + value.quote + mask + value.quote;
    from = value.end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

function isSecretIn(text: string, name: string, index: number): boolean {
  if (isSecretName(name)) return true;
  if (!SECOND_WORD.test(name)) return false;
  const first = FIRST_WORD.exec(text.slice(Math.max(0, index - 41), index))?.[0] ?? '';
  return isSecretName(first + name);
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

function valueAt(
  text: string,
  start: number,
  hasSign: boolean,
  isFlag: boolean,
  code: boolean,
): Value | undefined {
  const literal = at(LITERAL, text, start);
  if (literal !== undefined) {
    const [whole, wrapped = '', quoted = ''] = literal;
    if (NOTHING.test(quoted) || (!hasSign && quoted.length < MIN_LITERAL + 2)) return undefined;
    const quote = quoted.startsWith('\\') ? '\\"' : quoted.slice(0, 1);
    return { start: start + wrapped.length, end: start + whole.length, quote };
  }
  if (code || !(hasSign || isFlag)) return undefined;
  const bare = at(BARE, text, start)?.[0];
  if (bare === undefined || NOTHING.test(bare)) return undefined;
  return { start, end: start + bare.length, quote: '' };
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
