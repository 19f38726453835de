export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
export type JsonParse =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string };

export const DEFAULT_JSON_DEPTH = 64;

// The walk below recurses once per level; past this no caller's limit can make it overflow the stack.
const DEEPEST = 1000;

const TOO_DEEP = -1;
const PROTO_KEY = -2;
const CONSTRUCTOR_PROTOTYPE = -3;

/**
 * JSON.parse for text from strangers: it never throws, and it refuses what JSON.parse lets through, namely
 * millions of levels, a key written twice (two readers may pick different ones), and keys that reach a prototype.
 */
export function parseJson(text: string, limits?: { readonly depth: number }): JsonParse {
  const depth = limits === undefined ? DEFAULT_JSON_DEPTH : Math.min(limits.depth, DEEPEST);
  const members = countMembers(text, depth);
  if (members === TOO_DEEP) return refuse(`The JSON nests deeper than ${depth} levels.`);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return refuse(syntaxReason(error));
  }
  const keys = typeof value === 'object' && value !== null ? countKeys(value) : 0;
  if (keys === members) return { ok: true, value };
  if (keys === PROTO_KEY) return refuse('The JSON has a key "__proto__", which is not allowed.');
  if (keys === CONSTRUCTOR_PROTOTYPE) {
    return refuse('The JSON has a key "prototype" inside "constructor", which is not allowed.');
  }
  return refuse(duplicateReason(text));
}

function refuse(reason: string): JsonParse {
  return { ok: false, reason };
}

/** In sound JSON every colon outside a string belongs to one member. Unsound JSON is left to JSON.parse. */
function countMembers(text: string, maxDepth: number): number {
  const length = text.length;
  let depth = 0;
  let members = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = closingQuote(text, i + 1);
    } else if (code < 0x3a) {
      // Digits, commas and blanks: most of what stands outside strings.
    } else if (code === 0x3a) {
      members++;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return TOO_DEEP;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return members;
}

/** indexOf looks at many characters at once: measured faster than a loop, even on short keys. */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1) {
    if (text.charCodeAt(quote - 1) !== 0x5c) return quote;
    let run = quote - 1;
    while (run > from && text.charCodeAt(run - 1) === 0x5c) run--;
    if (((quote - run) & 1) === 0) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
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

/** Engine messages may quote the body, so only the position is taken from them. */
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
    const quoted = text.slice(i, end + 1);
    i = end;
    if (!colonFollows(text, end + 1)) continue;
    const key = JSON.parse(quoted) as string;
    const keys = open.at(-1);
    if (keys?.has(key)) return `The JSON has a duplicate key ${shown(key)} in one object.`;
    keys?.add(key);
  }
  return 'The JSON has a duplicate key in one object.';
}

function colonFollows(text: string, from: number): boolean {
  let i = from;
  while (text.charCodeAt(i) <= 0x20) i++;
  return text.charCodeAt(i) === 0x3a;
}

function shown(key: string): string {
  return JSON.stringify(key.length > 64 ? `${key.slice(0, 64)}…` : key);
}
