import type { JsonValue } from '@worldwire/protocol';

/** What stands in the place of a value that belongs to nobody but the owner of the project. */
export const MASK = '(masked: it looks like a credential)';

/** Anywhere in a name, without regard to case and to what stands between its words. */
const SECRET =
  /passw|passphrase|pwd|secret|token|credential|authorization|bearer|privateexponent|(access|account|aes|api|auth|client|crypto|decryption|encryption|license|master|private|server|service|shared|signing|storage|subscription)keys?/;
/** Other keys are those of a keyboard or of a table, unless their value is such as only a machine makes. */
const KEY = /keys?$/;
const MACHINE_MADE = /^(?=.*\d)[\w+/=-]{20,}$/;
/** The name of a member of a structure, such as (ClientId="a",ClientSecret="b"), or of a connection string. */
const MEMBER = /(?<![\w.-])([\w.-]{1,200})\s{0,8}=\s{0,8}/g;
const USER_IN_ADDRESS = /(\w:\/\/)[^/\s@"]{1,200}:[^/\s@"]{1,200}@/g;

/** A setting for the eyes of a client. The one rule: a value is masked by the name it has, however deep it stands. */
export function maskedText(name: string, text: string): string {
  if (isCredential(name, text)) return MASK;
  const addressed = text.replace(USER_IN_ADDRESS, `$1${MASK}@`);
  let [shown, from] = ['', 0];
  for (const { 0: whole, 1: member = '', index } of addressed.matchAll(MEMBER)) {
    const start = index + whole.length;
    if (start <= from || !(isSecret(member) || isKey(member))) continue;
    const end = valueEnd(addressed, start, isSecret(member));
    if (!isCredential(member, addressed.slice(start, end).replace(/^"|"$/g, ''))) continue;
    shown += `${addressed.slice(from, start)}"${MASK}"`;
    from = end;
  }
  return shown + addressed.slice(from);
}

/** Behind the quotes or the brackets that a value is in, or else before what ends it. What never ends is all the rest. */
function valueEnd(text: string, start: number, brackets: boolean): number {
  if (text[start] === '"') {
    for (let at = start + 1; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '"') return at + 1;
    }
    return text.length;
  }
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === '(' && brackets) open++;
    else if (letter === ')' && open > 0) open--;
    else if (open === 0 && '(),;\n'.includes(letter)) return at;
  }
  return text.length;
}

/** The same for settings that an editor gives as JSON. */
export function maskedValue(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskedText(name, value);
  if (typeof value !== 'object' || value === null) return isCredential(name, String(value)) ? MASK : value;
  if (isSecret(name) && Object.keys(value).length > 0) return MASK;
  if (Array.isArray(value)) return value.map(each => maskedValue(name, each));
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, maskedValue(member, each)]),
  );
}

/** Settings of the project are the defaults of classes that are code. */
export function isSettings(object: string): boolean {
  return /^(?:[\w./-]*')?"?\/?Script\/[^/]+\.Default__/i.test(object);
}

function isCredential(name: string, value: string): boolean {
  // A switch and an empty field tell nothing.
  if (/^(true|false|none|null)?$/i.test(value.trim())) return false;
  return isSecret(name) || (isKey(name) && MACHINE_MADE.test(value.trim()));
}

function isKey(name: string): boolean {
  return KEY.test(bare(name));
}

function isSecret(name: string): boolean {
  return SECRET.test(bare(name));
}

function bare(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
