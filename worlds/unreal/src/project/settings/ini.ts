import type { TimeSlice } from '../../work/time-slice.js';
import { IniValues } from './ini-values.js';

/** Lines with a value over all files. Settings of the engine and of large projects together have fewer. */
const MAX_VALUES = 200_000;
/** Characters of one line. Longer lines are left out. */
const MAX_LINE = 256 * 1024;

interface Section {
  readonly name: string;
  readonly keys: Map<string, { readonly name: string; readonly values: IniValues }>;
}

/**
 * Settings of Unreal. Later files override earlier ones, as in the engine: a plain key replaces a value, and a sign before
 * it changes an array. Names of sections and keys ignore case.
 */
export class Ini {
  readonly #sections = new Map<string, Section>();
  #lines = 0;
  #left = 0;

  /** Lines that were left out, because they are too long or too many. */
  get left(): number {
    return this.#left;
  }

  async apply(text: string, slice: TimeSlice): Promise<this> {
    let section: Section | undefined;
    for (const raw of linesOf(text)) {
      if (slice.isOverAfter(Math.min(raw.length, MAX_LINE) + 1)) await slice.yieldToEventLoop();
      if (raw.length > MAX_LINE || this.#lines >= MAX_VALUES) {
        this.#left++;
        continue;
      }
      const line = raw.trim();
      if (line === '' || line.startsWith(';')) continue;
      if (line.startsWith('[') && line.endsWith(']')) {
        section = this.#section(line.slice(1, -1).trim());
        continue;
      }
      const equals = line.indexOf('=');
      // The engine ignores lines before the first section, too.
      if (section === undefined || equals < 1) continue;
      this.#lines++;
      change(section, line.slice(0, equals).trim(), unquoted(line.slice(equals + 1).trim()));
    }
    return this;
  }

  /** The last value, as for a key without an array. */
  get(section: string, key: string): string | undefined {
    return this.all(section, key).at(-1);
  }

  all(section: string, key: string): readonly string[] {
    return [...(this.#sections.get(section.toLowerCase())?.keys.get(key.toLowerCase())?.values ?? [])];
  }

  *entries(): Iterable<{
    readonly section: string;
    readonly key: string;
    readonly values: Iterable<string>;
  }> {
    for (const { name: section, keys } of this.#sections.values()) {
      for (const { name: key, values } of keys.values()) {
        if (values.size > 0) yield { section, key, values };
      }
    }
  }

  #section(name: string): Section {
    const folded = name.toLowerCase();
    let found = this.#sections.get(folded);
    if (found === undefined) {
      // A section takes memory like a value.
      this.#lines++;
      found = { name, keys: new Map() };
      this.#sections.set(folded, found);
    }
    return found;
  }
}

/** One at a time, because an array of all lines could be larger than the text. */
function* linesOf(text: string): Iterable<string> {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index);
    start = ends.lastIndex;
  }
  yield text.slice(start);
}

function change({ keys }: Section, key: string, value: string): void {
  const sign = /^[+\-.!@*]/.exec(key)?.[0];
  const name = sign === undefined ? key : key.slice(1).trim();
  // "@" and "*" only define how array elements are compared.
  if (name === '' || sign === '@' || sign === '*') return;
  let entry = keys.get(name.toLowerCase());
  if (entry === undefined) {
    entry = { name, values: new IniValues() };
    keys.set(name.toLowerCase(), entry);
  }
  const { values } = entry;
  if (sign === '+') {
    if (!values.has(value)) values.add(value);
  } else if (sign === '.') values.add(value);
  else if (sign === '-') values.delete(value);
  else {
    values.clear();
    if (sign !== '!') values.add(value);
  }
}

/** Quotes around the whole value are removed. */
function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  if (inner === undefined) return value;
  return inner.replace(/\\(.)/gs, (whole, escaped: string) => ESCAPES[escaped] ?? whole);
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };
