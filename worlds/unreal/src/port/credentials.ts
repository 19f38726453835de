import type { JsonValue } from '@worldwire/protocol';

export const MASK = '(masked: it looks like a credential)';

/** Replaces texts after the first MAX_VALUE_TEXT characters. */
const NOT_SHOWN = '(not shown: the value is too large)';

/** Words before "key" that make it a credential. */
const KEYS_OF = [
  'access|account|aes|api|auth|client|crypto|decryption|encryption|hmac|instrumentation|license|master|private|server',
  'service|session|shared|signing|ssh|storage|subscription|(?<!over ?)write',
];
/** Rules match the words of a name in lower case: "ClientAPIKey[0]" is "client api key 0". */
const SECRET = new RegExp(
  [
    'passw(?:or)?d|passphrase|private ?exponent',
    '(?:passcode|pwd|secret|token|credential)s?(?= |$)',
    '(?:authorization|bearer|basic ?auth|access ?signatures?)(?= |$)',
    '(?:^| )(?:pw|psk|jwt|creds?)(?= |$)',
    '(?:^| )(?:pats?|cookies?)(?: \\d+)?$',
    '^sig(?:nature)?$',
    `(?:${KEYS_OF.join('|')}) ?keys?(?= (?!frame|bind|board)|$)`,
  ].join('|'),
);
/** Rendering has passes, too, which are small numbers. */
const PASS = /(?:^| )pass(?: \d+)?$/;
/** Graphs have pins, too, which are names and small numbers. */
const PIN = /(?:^| )pin(?: ?code| ?number)?$/;
/** Other keys belong to a keyboard or a table, unless the value looks generated. */
const KEY = /(?:^| )(?:keys?|hmac|signature|sig)(?: \d+)?$/;
/** Names of numbers, switches, places and kinds that concern credentials. */
const MEASURE =
  /^(?:b|max|min|num|number)(?= )| (?:count|length|size|limit|num|max|min|seconds|minutes|hours|days|timeout|lifetime|duration)$/;
const ASPECT = / (?:mode|type|policy|provider|scheme|url|uri|endpoint|path|file)$/;
/** Members of name-value pairs. */
const LABEL = /^(?:name|key|header|field|id|identifier|first)$/;
const LABELLED = /^(?:value|val|content|data|second)$/;

/** Characters of a text that are searched. The rest is not shown. */
const MAX_TEXT = 16_000;
/** Characters of a name. Values with a longer name are masked. */
const MAX_NAME = 1_000;
/** Characters of all texts of one JSON value. */
const MAX_VALUE_TEXT = 1_000_000;

type Kind = 'secret' | 'pass' | 'measure' | 'aspect' | 'key' | 'pin';

/** The name of a member in (ClientId="a",Secret[0]="b"), {"a": 1} or a connection string. */
const NAME = String.raw`([\w.-]+)(?:\[\d*\]|\(\d*\))?\\?["']?\s*(?:=|:(?!:))`;
const MEMBER = new RegExp(String.raw`(?<![\w.-])${NAME}\s*`, 'g');
/** The end of a value. Anything else behind a value may belong to it and is masked. */
const END = String.raw`(?:[)\]}"'\\\s]{0,32}$|[)\]}"'\\\s]{0,32}[,;&\n][^\S\n]*(?:[([{]\s*){0,32}\\?["']?${NAME})`;
const ENDS = new RegExp(END, 'y');
const NOTHING = 'true|false|none|null|';
const ASSET = '\\/(?:Game|Engine|Script)\\/[\\w./-]+';
/** Values that may be shown, up to their end. */
const TELLS_NOTHING: Readonly<Record<'secret' | 'pass' | 'measure', RegExp>> = {
  secret: plain(`${ASSET}|${NOTHING}`),
  pass: plain(`\\d{1,2}|${ASSET}|${NOTHING}`),
  measure: plain(`[-+]?\\d[\\d.]{0,20}f?|${ASSET}|${NOTHING}`),
};
const MACHINE_MADE = /["'([{\s]{0,8}([\w+/-]{20,})={0,2}/y;
const PIN_DIGITS = /\\?["']?\d{4,12}(?![\w.])/y;
const FIRST_OF_LIST = /[([{]\s*["']([^"']+)["']\s*,/g;
const QUOTED_OR_BARE = /\\?["']?([\w. -]{1,200})/y;
/** User name and password, up to the last "@" before the path. */
const USER_IN_ADDRESS = /(\w:\/\/)[^/\s"]+@/g;
const BY_ITSELF = /(?<!\w)bearer\s+[\w.~+/=-]{6}|-----BEGIN [A-Z ]{0,40}PRIVATE KEY/i;

/**
 * Masks a setting by its name, or by the name of a member in it. This is a guess that rather masks too much. Patterns
 * backtrack by a bounded number of characters, so that the time is linear. A long text is cut first; all of it is masked
 * where the rest could show that something before the cut is a credential.
 */
export function maskedText(name: string, whole: string): string {
  const isCut = whole.length > MAX_TEXT;
  const text = isCut ? whole.slice(0, MAX_TEXT) : whole;
  if (isCredential(name, text) || BY_ITSELF.test(text)) return MASK;
  for (const [, first = ''] of text.matchAll(FIRST_OF_LIST)) if (isSecret(first)) return MASK;
  const addressed = text.replace(USER_IN_ADDRESS, `$1${MASK}@`);
  let [shown, from] = ['', 0];
  let [hasLabel, hasLabelled, last] = [false, false, 0];
  for (const { 0: named, 1: member = '', index } of addressed.matchAll(MEMBER)) {
    const start = index + named.length;
    // An object path has a colon, too.
    if (index < from || (addressed[index - 1] === '/' && named.trimEnd().endsWith(':'))) continue;
    last = index;
    hasLabel ||=
      LABEL.test(member.toLowerCase()) && isSecret(at(QUOTED_OR_BARE, addressed, start)?.[1] ?? '');
    hasLabelled ||= LABELLED.test(member.toLowerCase());
    const kind = kindOf(member);
    if (kind === undefined || tellsNothing(kind, addressed, start) !== undefined) continue;
    shown += `${addressed.slice(from, start)}"${MASK}"`;
    from = valueEnd(addressed, start);
  }
  if (hasLabelled && (hasLabel || isCut)) return MASK;
  // The last member is incomplete, so that the kind of its value is unknown.
  return isCut ? `${shown}${addressed.slice(from, Math.max(from, last))}…` : shown + addressed.slice(from);
}

/** The same for settings as JSON. */
export function maskedValue(name: string, value: JsonValue): JsonValue {
  return new ValueMask().masked(name, value);
}

class ValueMask {
  #left = MAX_VALUE_TEXT;

  masked(name: string, value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#text(name, value);
    if (typeof value !== 'object' || value === null) return isCredential(name, String(value)) ? MASK : value;
    if (isSecret(name) && Object.keys(value).length > 0) return MASK;
    if (Array.isArray(value)) return value.map(each => this.masked(name, each));
    const members = Object.entries(value);
    const label = members.find(
      ([member, each]) => LABEL.test(member.toLowerCase()) && typeof each === 'string' && isSecret(each),
    );
    return Object.fromEntries(
      members.map(([member, each]) => {
        const isLabelled = label !== undefined && LABELLED.test(member.toLowerCase());
        return [member, this.masked(isLabelled ? String(label[1]) : member, each)];
      }),
    );
  }

  #text(name: string, text: string): string {
    this.#left -= Math.min(text.length, MAX_TEXT);
    return this.#left < 0 ? NOT_SHOWN : maskedText(name, text);
  }
}

/** Every setting in a section named after credentials, such as [Secrets], is masked. */
export function maskedSetting(section: string, key: string, value: string): string {
  return settingMask(section)(key, value);
}

/** The same for many settings of one section. */
export function settingMask(section: string): (key: string, value: string) => string {
  const kind = words(section.slice(Math.max(section.lastIndexOf('.'), section.lastIndexOf('/')) + 1));
  const isSection = isSecret(kind) && !/ settings?$/.test(kind);
  return (key, value) => maskedText(isSection ? kind : key, value);
}

/** Whether the path, in any spelling, leads to settings: those are default objects of native classes. */
export function isSettings(object: string): boolean {
  return /^\s*(?:[\w./-]*')?"?\/?Script\//i.test(object);
}

function isCredential(name: string, text: string): boolean {
  const kind = kindOf(name);
  const value = text.trim();
  return kind !== undefined && tellsNothing(kind, value, 0) !== value.length;
}

function isSecret(name: string): boolean {
  const kind = kindOf(name);
  return kind === 'secret' || kind === 'pass';
}

function kindOf(name: string): Kind | undefined {
  if (name.length > MAX_NAME) return 'secret';
  const spoken = words(name);
  if (SECRET.test(spoken))
    return MEASURE.test(spoken) ? 'measure' : ASPECT.test(spoken) ? 'aspect' : 'secret';
  if (PASS.test(spoken)) return 'pass';
  if (PIN.test(spoken)) return 'pin';
  return KEY.test(spoken) ? 'key' : undefined;
}

function words(name: string): string {
  return name
    .replace(/([a-z])(?=[A-Z\d])|([A-Z])(?=[A-Z][a-z]|\d)|(\d)(?=[A-Za-z])/g, '$1$2$3 ')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The end of a value that may be shown, or undefined where it must be masked. */
function tellsNothing(kind: Kind, text: string, start: number): number | undefined {
  if (kind === 'pin') return at(PIN_DIGITS, text, start) === undefined ? text.length : undefined;
  if (kind !== 'key' && kind !== 'aspect') {
    const found = at(TELLS_NOTHING[kind], text, start);
    return found === undefined ? undefined : start + found[0].length;
  }
  const run = at(MACHINE_MADE, text, start)?.[1] ?? '';
  // Names such as Gamepad_FaceButton_Bottom_1 have separate digits.
  const isMade = run.split(/[_/-]/).some(part => /\d/.test(part) && !/^\d{1,4}$/.test(part));
  return isMade ? undefined : text.length;
}

/** Before the next member or the closing brackets; else the end of the text. */
function valueEnd(text: string, start: number): number {
  let [open, quote] = [0, ''];
  for (let index = start; index < text.length; index++) {
    const letter = text[index] as string;
    if (letter === '\\') index++;
    else if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if ('([{'.includes(letter)) open++;
    else if (open > 0) open -= ')]}'.includes(letter) ? 1 : 0;
    else if (')]},;&\n'.includes(letter) && at(ENDS, text, index) !== undefined) return index;
  }
  return text.length;
}

function plain(values: string): RegExp {
  return new RegExp(`(["']?)(?:${values})\\1(?=${END})`, 'iy');
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
