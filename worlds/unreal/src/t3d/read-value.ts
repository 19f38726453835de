import type { JsonValue } from '@worldwire/protocol';

const MAX_DEPTH = 64;
/** Characters of a member's name. */
const KEY_LETTERS = /[\w ()[\]]{0,1000}/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * A property value of T3D: numbers, True and False, "texts", (structures=1,b="c") and (lists,of,values). References, enums and
 * malformed values stay texts.
 */
export function readValue(text: string): JsonValue {
  const reader = new ValueReader(text);
  const value = reader.value(0);
  return value !== undefined && reader.isAtEnd ? value : text;
}

class ValueReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Undefined for a malformed value. */
  value(depth: number): JsonValue | undefined {
    while (this.#text[this.#at] === ' ') this.#at++;
    const first = this.#text[this.#at];
    if (first === '(') return depth < MAX_DEPTH ? this.#group(depth + 1) : undefined;
    if (first === '"') {
      const start = this.#at;
      const text = this.#quoted();
      if (text === undefined || this.#isAtBreak()) return text;
      this.#at = start;
    }
    return this.#bare();
  }

  #group(depth: number): JsonValue | undefined {
    const entries = new Map<string, JsonValue>();
    const items: JsonValue[] = [];
    this.#at++;
    if (this.#take(')')) return items;
    do {
      const key = this.#key();
      // An empty element is a default.
      const value = this.#isAtBreak() ? '' : this.value(depth);
      if (value === undefined) return undefined;
      // The editor ends the list of the members of a pin with a comma.
      if (key === undefined && value === '' && entries.size > 0 && this.#text[this.#at] === ')') break;
      if (key === undefined) items.push(value);
      else entries.set(key, value);
    } while (this.#take(','));
    if (!this.#take(')')) return undefined;
    if (entries.size === 0) return items;
    return items.length === 0 ? Object.fromEntries(entries) : undefined;
  }

  /** A name with its "=", such as "Rotation=" or "Keys(0)=". */
  #key(): string | undefined {
    let start = this.#at;
    while (isBlank(this.#text[start])) start++;
    KEY_LETTERS.lastIndex = start;
    const equals = start + (KEY_LETTERS.exec(this.#text)?.[0].length ?? 0);
    if (this.#text[equals] !== '=') return undefined;
    const key = this.#text.slice(start, equals);
    if (!/^[\w ]+(?:[([]\d+[)\]])?$/.test(key)) return undefined;
    this.#at = equals + 1;
    return key;
  }

  #quoted(): string | undefined {
    let text = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const letter = this.#text[at] as string;
      if (letter === '"') {
        this.#at = at + 1;
        return text;
      }
      if (letter === '\\' && at + 1 < this.#text.length) {
        const next = this.#text[++at] as string;
        text += ESCAPES[next] ?? next;
      } else text += letter;
    }
    return undefined;
  }

  /** Up to the next comma or bracket outside of quotes and inner brackets. */
  #bare(): JsonValue | undefined {
    const start = this.#at;
    let open = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === '"') {
        if (this.#quoted() === undefined) return undefined;
        this.#at--;
      } else if (letter === '(') open++;
      else if (letter === ')' && open > 0) open--;
      else if (open === 0 && (letter === ',' || letter === ')') && start > 0) break;
    }
    return plain(this.#text.slice(start, this.#at).trim());
  }

  #isAtBreak(): boolean {
    const letter = this.#text[this.#at];
    return letter === undefined || letter === ',' || letter === ')';
  }

  #take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }
}

function isBlank(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\t';
}

function plain(text: string): JsonValue {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  if (/^[-+]?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
