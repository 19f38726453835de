import {
  Count,
  closingQuote,
  DEEPEST,
  type JsonLimits,
  type JsonObject,
  type JsonParse,
  type JsonValue,
  parseJson,
  refusedCount,
  shownKey,
} from './json.js';

/** Characters that one step reads. */
const STEP = 32 * 1024;
/** Keys of one object. What gets it may look at all of them at once, such as a validator. */
const MAX_KEYS = 50_000;

export interface JsonStepLimits extends JsonLimits {
  /** Asked with the number of members before any is built. "full" is the answer if it is false. */
  admits?(members: number): boolean;
  /** Default: 32 Ki characters. */
  readonly step?: number;
}

/**
 * `parseJson` for long texts, in steps. A container within a step is parsed whole; larger ones are put together from their members,
 * because JSON.parse of a large object blocks the event loop for seconds.
 */
export function* parseJsonSteps(
  text: string,
  limits: JsonStepLimits,
): Generator<void, JsonParse | 'full', void> {
  const { step = STEP } = limits;
  const depth = Math.min(limits.depth, DEEPEST);
  const members = limits.members ?? Number.POSITIVE_INFINITY;
  const count = new Count();
  const ends = new LargeContainers(step);
  count.containers = ends;
  for (let to = step; count.at < text.length; to = count.at + step) {
    if (!count.scan(text, depth, members, to)) return refusedCount(count, depth, members);
    yield;
  }
  if (limits.admits?.(count.members) === false) return 'full';
  const build = new Build(text, ends.ends, depth, step);
  try {
    const value = yield* build.whole();
    return { ok: true, value, members: count.members };
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, reason: thrown.message };
    throw thrown;
  }
}

/** Where the containers of more than a step end, by where they begin. */
class LargeContainers {
  readonly ends = new Map<number, number>();
  readonly #open: number[] = [];

  constructor(readonly step: number) {}

  opened(at: number): void {
    this.#open.push(at);
  }

  closed(at: number): void {
    const start = this.#open.pop();
    if (start !== undefined && at - start >= this.step) this.ends.set(start, at);
  }
}

class Refused extends Error {}

class Build {
  /** Where the next character is read. */
  #at = 0;
  #stepped = 0;

  constructor(
    readonly text: string,
    readonly ends: ReadonlyMap<number, number>,
    readonly depth: number,
    readonly step: number,
  ) {}

  *whole(): Generator<void, JsonValue, void> {
    this.#skipBlanks();
    const value = yield* this.#value();
    this.#skipBlanks();
    if (this.#at < this.text.length) throw this.#invalid();
    return value;
  }

  *#value(): Generator<void, JsonValue, void> {
    if (this.#at - this.#stepped >= this.step) {
      this.#stepped = this.#at;
      yield;
    }
    const code = this.#code();
    if (!this.ends.has(this.#at)) return this.#piece(this.#endOfPiece(code));
    this.#at++;
    return code === 0x7b ? yield* this.#object() : yield* this.#array();
  }

  *#object(): Generator<void, JsonObject, void> {
    const object: JsonObject = {};
    for (let keys = 0; !this.#ends(0x7d, keys === 0); keys++) {
      if (keys === MAX_KEYS) throw new Refused(`The JSON has an object with more than ${MAX_KEYS} members.`);
      if (this.#code() !== 0x22) throw this.#invalid();
      const key = this.#piece(closingQuote(this.text, this.#at + 1) + 1) as string;
      this.#skipBlanks();
      if (this.#code() !== 0x3a) throw this.#invalid();
      this.#at++;
      this.#skipBlanks();
      if (key === '__proto__') throw new Refused('The JSON has a key "__proto__", which is not allowed.');
      if (Object.hasOwn(object, key)) {
        throw new Refused(`The JSON has a duplicate key ${shownKey(key)} in one object.`);
      }
      const value = yield* this.#value();
      if (key === 'constructor' && isContainer(value) && Object.hasOwn(value, 'prototype')) {
        throw new Refused('The JSON has a key "prototype" inside "constructor", which is not allowed.');
      }
      object[key] = value;
    }
    return object;
  }

  *#array(): Generator<void, JsonValue[], void> {
    const array: JsonValue[] = [];
    for (let isFirst = true; !this.#ends(0x5d, isFirst); isFirst = false) array.push(yield* this.#value());
    return array;
  }

  /** Whether the container ends here; otherwise the next member begins here. */
  #ends(bracket: number, isFirst: boolean): boolean {
    this.#skipBlanks();
    const code = this.#code();
    if (code === bracket) {
      this.#at++;
      return true;
    }
    if (isFirst) return false;
    if (code !== 0x2c) throw this.#invalid();
    this.#at++;
    this.#skipBlanks();
    return false;
  }

  /** Parses what ends before `end`. */
  #piece(end: number): JsonValue {
    const parsed = parseJson(this.text.slice(this.#at, end), { depth: this.depth });
    if (!parsed.ok) {
      const isSyntax = parsed.reason.startsWith('The text is not valid JSON');
      throw isSyntax ? this.#invalid() : new Refused(parsed.reason);
    }
    this.#at = end;
    return parsed.value;
  }

  #endOfPiece(code: number): number {
    if (code === 0x22) return closingQuote(this.text, this.#at + 1) + 1;
    const isOpened = code === 0x7b || code === 0x5b;
    let depth = 0;
    for (let i = this.#at; i < this.text.length; i++) {
      const next = this.text.charCodeAt(i);
      if (next === 0x22) i = closingQuote(this.text, i + 1);
      else if (next === 0x7b || next === 0x5b) depth++;
      else if (next === 0x7d || next === 0x5d) {
        if (--depth < 0) return i;
        if (isOpened && depth === 0) return i + 1;
      } else if (!isOpened && (next === 0x2c || next <= 0x20)) return i;
    }
    return this.text.length;
  }

  #code(): number {
    return this.text.charCodeAt(this.#at);
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#code();
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #invalid(): Refused {
    return new Refused(`The text is not valid JSON near position ${this.#at}.`);
  }
}

function isContainer(value: JsonValue): value is JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}
