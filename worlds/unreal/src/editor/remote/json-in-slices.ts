import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { parseJson } from '@worldwire/protocol';
import type { TimeSlice } from '../../work/time-slice.js';

/** Shorter texts are parsed in one go: they take a few milliseconds. */
const SMALL = 128 * 1024;
/** Values between two looks at the clock. */
const BATCH = 256;
/** Characters between them. */
const PIECE = 16 * 1024;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

export interface SliceLimits {
  readonly depth: number;
  /** Values of all kinds, in a text that is not small. */
  readonly values: number;
}

export type SlicedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string };

/** The same as `parseJson`, with pauses for the event loop where the text is long. */
export async function parseInSlices(
  text: string,
  limits: SliceLimits,
  slice: TimeSlice,
): Promise<SlicedJson> {
  if (text.length <= SMALL) return parseJson(text, limits);
  const parser = new SliceParser(text, limits);
  try {
    for (let before = 0; parser.goOn(BATCH, PIECE); before = parser.at)
      if (slice.isOverAfter(parser.at - before)) await slice.yieldToEventLoop();
    return { ok: true, value: parser.value };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { ok: false, reason: thrown.message };
    throw thrown;
  }
}

class Refusal extends Error {}

interface Open {
  readonly into: JsonValue[] | JsonObject;
  /** Of the member that it is itself. */
  readonly name: string | undefined;
  /** Of the member whose value comes next. */
  key: string | undefined;
}

/** An explicit stack in place of recursion, so that it can stop anywhere. */
class SliceParser {
  readonly #text: string;
  readonly #limits: SliceLimits;
  readonly #open: Open[] = [];
  #at = 0;
  #values = 0;
  #root: JsonValue | undefined;

  constructor(text: string, limits: SliceLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  get value(): JsonValue {
    return this.#root as JsonValue;
  }

  get at(): number {
    return this.#at;
  }

  /** Reads so many values more, or a few less behind so many characters. False when all of the text is read. */
  goOn(count: number, characters: number): boolean {
    const stop = this.#at + characters;
    for (let left = count; left > 0 && this.#at < stop; left--) if (!this.#next()) return false;
    return true;
  }

  /** One value, and whatever closes behind it. */
  #next(): boolean {
    this.#skip();
    if (++this.#values > this.#limits.values) {
      throw new Refusal(`The JSON has more than ${this.#limits.values} values.`);
    }
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') {
      if (this.#begin(first === '{' ? {} : [])) return true;
    } else this.#put(this.#scalar(first));
    return this.#close();
  }

  /** False where it is empty, and so already at its end. */
  #begin(into: JsonValue[] | JsonObject): boolean {
    if (this.#open.length >= this.#limits.depth) {
      throw new Refusal(`The JSON nests deeper than ${this.#limits.depth} levels.`);
    }
    this.#put(into);
    this.#at++;
    this.#skip();
    const end = Array.isArray(into) ? ']' : '}';
    if (this.#take(end)) return false;
    const name = this.#open.at(-1)?.key;
    this.#open.push({ into, name, key: Array.isArray(into) ? undefined : this.#key(into, name) });
    return true;
  }

  /** Goes to the next value, out of all that ends here. False at the end of the text. */
  #close(): boolean {
    for (;;) {
      this.#skip();
      const inside = this.#open.at(-1);
      if (inside === undefined) {
        if (this.#at < this.#text.length) throw this.#broken();
        return false;
      }
      const { into } = inside;
      if (this.#take(',')) {
        this.#skip();
        if (!Array.isArray(into)) inside.key = this.#key(into, inside.name);
        return true;
      }
      if (!this.#take(Array.isArray(into) ? ']' : '}')) throw this.#broken();
      this.#open.pop();
    }
  }

  #put(value: JsonValue): void {
    const inside = this.#open.at(-1);
    if (inside === undefined) this.#root = value;
    else if (Array.isArray(inside.into)) inside.into.push(value);
    else inside.into[inside.key as string] = value;
  }

  #key(into: JsonObject, name: string | undefined): string {
    if (this.#text[this.#at] !== '"') throw this.#broken();
    const key = this.#string();
    if (key === '__proto__') throw new Refusal('The JSON has a key "__proto__", which is not allowed.');
    if (key === 'prototype' && name === 'constructor') {
      throw new Refusal('The JSON has a key "prototype" inside "constructor", which is not allowed.');
    }
    if (Object.hasOwn(into, key)) throw new Refusal('The JSON has a key twice in one object.');
    this.#skip();
    if (!this.#take(':')) throw this.#broken();
    return key;
  }

  #scalar(first: string | undefined): JsonValue {
    if (first === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number === undefined) throw this.#broken();
    this.#at += number.length;
    return Number(number);
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    for (;;) {
      end = this.#text.indexOf('"', end);
      if (end < 0) throw this.#broken();
      let slashes = end;
      while (this.#text[slashes - 1] === '\\') slashes--;
      if ((end - slashes) % 2 === 0) break;
      end++;
    }
    this.#at = end + 1;
    try {
      // It knows all escapes, and gives a text of its own that does not hold on to the whole.
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      this.#at = start;
      throw this.#broken();
    }
  }

  #skip(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  #take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #broken(): Refusal {
    return new Refusal(`The text is not valid JSON at position ${this.#at}.`);
  }
}
