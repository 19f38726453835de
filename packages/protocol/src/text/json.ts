export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
export type JsonParse =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Object members, array elements and containers: each costs memory beyond its characters. */
      readonly members: number;
    }
  | { readonly ok: false; readonly reason: string };

export interface JsonLimits {
  readonly depth: number;
  /** Object members, array elements and containers in the whole text. Default: unlimited. */
  readonly members?: number;
}

export const DEFAULT_JSON_DEPTH = 64;

// The walk recurses once per level: this bound prevents a stack overflow whatever the caller's limit.
export const DEEPEST = 1000;

const PROTO_KEY = -1;
const CONSTRUCTOR_PROTOTYPE = -2;

/**
 * JSON.parse for untrusted text. Never throws. Refuses too many levels or members (counted before anything is built),
 * duplicate keys (two parsers may choose different ones), and keys that reach a prototype.
 */
export function parseJson(text: string, limits?: JsonLimits): JsonParse {
  const depth = limits === undefined ? DEFAULT_JSON_DEPTH : Math.min(limits.depth, DEEPEST);
  const members = limits?.members ?? Number.POSITIVE_INFINITY;
  const count = new Count();
  if (!count.scan(text, depth, members)) return refusedCount(count, depth, members);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return refuse(syntaxReason(error));
  }
  const keys = typeof value === 'object' && value !== null ? countKeys(value) : 0;
  if (keys === count.keys) return { ok: true, value, members: count.members };
  if (keys === PROTO_KEY) return refuse('The JSON has a key "__proto__", which is not allowed.');
  if (keys === CONSTRUCTOR_PROTOTYPE) {
    return refuse('The JSON has a key "prototype" inside "constructor", which is not allowed.');
  }
  return refuse(duplicateReason(text));
}

function refuse(reason: string): JsonParse {
  return { ok: false, reason };
}

/** Why a scan ended early. */
export function refusedCount(count: Count, depth: number, members: number): JsonParse {
  return refuse(
    count.depth > depth
      ? `The JSON nests deeper than ${depth} levels.`
      : `The JSON has more than ${members} members and elements. Send less in one message.`,
  );
}

/** Counts levels and members from the punctuation outside of strings. Invalid JSON is left to JSON.parse. */
export class Count {
  /** Told where containers begin and end. */
  containers: { opened(at: number): void; closed(at: number): void } | undefined;
  /** Where the next scan begins. */
  at = 0;
  /** In valid JSON every colon outside a string belongs to one key. */
  keys = 0;
  /** Each value but the outermost follows a comma or an opening bracket. */
  members = 0;
  depth = 0;

  /**
   * Reads up to a place, or to the end of the string there. False where a limit is exceeded: `depth` is then above `maxDepth`, or
   * `members` above `maxMembers`.
   */
  scan(text: string, maxDepth: number, maxMembers: number, to = text.length): boolean {
    const length = Math.min(text.length, to);
    const { containers } = this;
    let { depth, keys, members } = this;
    let i = this.at;
    for (; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x22) {
        i = closingQuote(text, i + 1);
      } else if (code === 0x2c) {
        if (++members > maxMembers) break;
      } else if (code < 0x3a) {
        // Digits and blanks: most of what stands outside strings.
      } else if (code === 0x3a) {
        keys++;
      } else if (code === 0x7b || code === 0x5b) {
        if (++depth > maxDepth || ++members > maxMembers) break;
        containers?.opened(i);
      } else if (code === 0x7d || code === 0x5d) {
        depth--;
        containers?.closed(i);
      }
    }
    this.at = i;
    this.depth = depth;
    this.keys = keys;
    this.members = members;
    return depth <= maxDepth && members <= maxMembers;
  }
}

/** indexOf was measured faster than a loop, even on short keys. */
export function closingQuote(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  if (quote === -1) return text.length;
  return text.charCodeAt(quote - 1) === 0x5c ? closingQuoteAmongEscapes(text, from) : quote;
}

/** With many escapes, a search from quote to quote costs more than a loop over all characters. */
function closingQuoteAmongEscapes(text: string, from: number): number {
  const { length } = text;
  for (let i = from; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++;
  }
  return length;
}

function countKeys(value: JsonValue[] | JsonObject): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item !== 'object' || item === null) continue;
      const inner = countKeys(item);
      if (inner < 0) return inner;
      count += inner;
    }
    return count;
  }
  // for-in allocates no array of keys; what JSON.parse makes inherits nothing enumerable.
  for (const key in value) {
    if (key === '__proto__') return PROTO_KEY;
    count++;
    const member = value[key];
    if (typeof member !== 'object' || member === null) continue;
    if (key === 'constructor' && Object.hasOwn(member, 'prototype')) return CONSTRUCTOR_PROTOTYPE;
    const inner = countKeys(member);
    if (inner < 0) return inner;
    count += inner;
  }
  return count;
}

/** Messages of JSON.parse may quote the body, so only the position is used. */
function syntaxReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  return position === undefined
    ? 'The text is not valid JSON.'
    : `The text is not valid JSON at position ${position}.`;
}

/** Runs only once a duplicate is certain, on text that JSON.parse has accepted. */
function duplicateReason(text: string): string {
  const open: Set<string>[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x7b || code === 0x5b) open.push(new Set());
    else if (code === 0x7d || code === 0x5d) open.pop();
    if (code !== 0x22) continue;
    const end = closingQuote(text, i + 1);
    const start = i;
    i = end;
    if (!colonFollows(text, end + 1)) continue;
    const plain = text.slice(start + 1, end);
    const key = plain.includes('\\') ? (JSON.parse(`"${plain}"`) as string) : plain;
    const keys = open.at(-1);
    if (keys?.has(key)) return `The JSON has a duplicate key ${shownKey(key)} in one object.`;
    keys?.add(key);
  }
  return 'The JSON has a duplicate key in one object.';
}

function colonFollows(text: string, from: number): boolean {
  let i = from;
  while (text.charCodeAt(i) <= 0x20) i++;
  return text.charCodeAt(i) === 0x3a;
}

export function shownKey(key: string): string {
  return JSON.stringify(key.length > 64 ? `${key.slice(0, 64)}…` : key);
}
