import type { JsonValue } from '@worldwire/protocol';
import type { TimeSlice } from '../work/time-slice.js';

const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Characters of a member's name. */
const KEY_LETTERS = /[\w ()[\]]{0,1000}/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Elements between two checks of the time slice. */
const BATCH = 256;
/** Characters of values that are read without a pause. */
const MAX_AT_ONCE = 16 * 1024;

/**
 * A property value of T3D: numbers, True and False, "texts", (structures=1,b="c") and (lists,of,values). References, enums and
 * malformed values stay texts.
 */
export function readValue(text: string): JsonValue {
  const reader = new ValueReader(text);
  while (reader.goOn(BATCH));
  return reader.value;
}

/** The same with pauses, where the text is long. */
export async function readLongValue(text: string, slice: TimeSlice): Promise<JsonValue> {
  if (text.length <= MAX_AT_ONCE) return readValue(text);
  const reader = new ValueReader(text);
  for (let before = 0; reader.goOn(BATCH, MAX_AT_ONCE); before = reader.at)
    if (slice.isOverAfter(reader.at - before)) await slice.yieldToEventLoop();
  return reader.value;
}

/** A list or a structure that is not closed yet. */
interface Group {
  readonly entries: Map<string, JsonValue>;
  readonly items: JsonValue[];
  /** Of the element that comes next. */
  key: string | undefined;
}

/** An explicit stack in place of recursion, so that it can stop behind any element. */
class ValueReader {
  readonly #text: string;
  readonly #open: Group[] = [];
  #at = 0;
  #value: JsonValue | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get at(): number {
    return this.#at;
  }

  /** The text itself, where it is malformed. */
  get value(): JsonValue {
    return this.#value !== undefined && this.#at === this.#text.length ? this.#value : this.#text;
  }

  /** Reads so many elements more, or a few less behind so many characters. False when all is read, or is malformed. */
  goOn(count: number, characters = Number.POSITIVE_INFINITY): boolean {
    const stop = this.#at + characters;
    for (let left = count; left > 0 && this.#at < stop; left--) if (!this.#next()) return false;
    return true;
  }

  #next(): boolean {
    const inside = this.#open.at(-1);
    if (inside !== undefined) {
      inside.key = this.#key();
      // An empty element is a default.
      if (this.#isAtBreak()) return this.#put('');
    }
    while (this.#text[this.#at] === ' ') this.#at++;
    if (this.#text[this.#at] !== '(') {
      const scalar = this.#scalar();
      return scalar !== undefined && this.#put(scalar);
    }
    if (this.#open.length >= MAX_DEPTH) return false;
    this.#at++;
    if (this.#take(')')) return this.#put([]);
    this.#open.push({ entries: new Map(), items: [], key: undefined });
    return true;
  }

  /** Puts an element into its group, and closes all groups that end behind it. False where no element follows. */
  #put(element: JsonValue): boolean {
    for (let whole = element; ; ) {
      const inside = this.#open.at(-1);
      if (inside === undefined) {
        this.#value = whole;
        return false;
      }
      const { key, entries, items } = inside;
      // The editor ends the list of the members of a pin with a comma.
      const isEnd = key === undefined && whole === '' && entries.size > 0 && this.#text[this.#at] === ')';
      if (!isEnd) {
        if (key === undefined) items.push(whole);
        else entries.set(key, whole);
        if (this.#take(',')) return true;
      }
      if (!this.#take(')')) return false;
      if (entries.size > 0 && items.length > 0) return false;
      whole = entries.size === 0 ? items : Object.fromEntries(entries);
      this.#open.pop();
    }
  }

  /** Undefined for a malformed value. */
  #scalar(): JsonValue | undefined {
    if (this.#text[this.#at] === '"') {
      const start = this.#at;
      const text = this.#quoted();
      if (text === undefined || this.#isAtBreak()) return text;
      this.#at = start;
    }
    return this.#bare();
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
    const start = this.#at + 1;
    let hasEscapes = false;
    for (let at = start; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        const text = this.#text.slice(start, at);
        return hasEscapes
          ? text.replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
          : text;
      }
      if (code === BACKSLASH) {
        hasEscapes = true;
        at++;
      }
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
