import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';
import { HIDDEN_CHARACTERS, legible } from '../api/legible.js';
import { hasSerialized, SerializedJson } from '../api/serialized-json.js';

/** Which members of an answer have invisible characters in a value, which the answer has as it is. */
export const META_INVISIBLE = 'worldwire/invisible';

const MAX_NOTED = 20;
const MAX_CODES = 8;
const MAX_DEPTH = 64;

/**
 * Members with values that clients read and write back. Their texts stay exact. Everything else is a name or a text to be read, and
 * shows its invisible characters.
 */
const EXACT =
  /^(?:(?:json|old|new)?value(?:s|json|text)?|before|after|default|contents?|source|code|script|properties|arguments?|args|argsJson|data|json|undo|metadata|payload|rows?|steps)$/i;
/** Members by which an object is addressed, and those that are names of it. */
const ADDRESS = /^(?:id|object_?id|path)$/i;
const NAME = /^(?:id|object_?id|path|name|label|title|tag|type|class|folder|parent|scene)$/i;
/** What `shownText` writes. */
const SHOWN = /\\u(?:([0-9a-f]{4})|\{([0-9a-f]{1,6})\})/gi;
/** Of this form a JSON text is. */
const JSON_TEXT = /^\s*[[{"]/;

/** Most texts, which need no further search. */
const PLAIN = /^[\x20-\x7e\n\t]*$/;
/** Line ends and tabs are seen. */
const INVISIBLE = new RegExp(`(?!\\r?\\n|\\t)(?:${HIDDEN_CHARACTERS.source})`, 'u');
const EVERY_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/** Other than those that JSON always escapes, so that data shows them in any case. */
const INVISIBLE_IN_DATA = new RegExp(`(?![\\0-\\x1f])(?:${HIDDEN_CHARACTERS.source})`, 'gu');

/** Characters of a text that a result shows as escapes. */
export function countInvisible(text: string): number {
  return PLAIN.test(text) ? 0 : (text.match(EVERY_INVISIBLE)?.length ?? 0);
}

/** Whether a text has characters that a reader does not see, or sees elsewhere. Line ends and tabs are none. */
export function hasInvisible(text: string): boolean {
  return !PLAIN.test(text) && INVISIBLE.test(text);
}

/**
 * A text with its invisible characters as escapes. JSON stays JSON of the same value: `{"a":"\u202e"}` is `{"a":"\\u202e"}`.
 */
export function shownText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(EVERY_INVISIBLE, JSON_TEXT.test(text) ? escapes : character => legible(character));
}

/**
 * The result of a tool or a resource of a world whose texts others wrote. Texts and names show invisible characters. Values stay
 * exact, and a note says which of them have some. Returns the same object where nothing is invisible.
 */
export function shownResult(result: JsonObject): JsonObject {
  const noted: string[] = [];
  let changed = false;
  const data = result.structuredContent as unknown;
  const structured = shownStructured(data, noted);
  const isShown = structured !== data;
  const list = (name: 'content' | 'contents' | 'messages') => {
    const items = result[name];
    if (!Array.isArray(items)) return undefined;
    return items.map(item => {
      const shown = isShown && isSame(item, data) ? textOf(structured) : shownBlock(item);
      if (shown !== item) changed = true;
      return shown;
    });
  };
  const [content, contents, messages] = [list('content'), list('contents'), list('messages')];
  if (!changed && !isShown) return result;
  if (noted.length > 0) content?.push({ type: 'text', text: noteOf(noted) });
  const meta: JsonObject = isObject(result._meta) ? result._meta : {};
  return hasSerialized({
    ...result,
    ...(content !== undefined && { content }),
    ...(contents !== undefined && { contents }),
    ...(messages !== undefined && { messages }),
    ...(structured !== undefined && { structuredContent: structured }),
    ...(noted.length > 0 && { _meta: { ...meta, [META_INVISIBLE]: noted } }),
  });
}

/** Whether a block is the text of the data. */
function isSame(block: JsonValue, data: unknown): boolean {
  if (!isObject(block) || typeof block.text !== 'string' || !JSON_TEXT.test(block.text)) return false;
  try {
    return JSON.stringify(JSON.parse(block.text)) === jsonOf(data);
  } catch {
    return false;
  }
}

function textOf(data: unknown): JsonValue {
  return { type: 'text', text: shownText(jsonOf(data)) };
}

function jsonOf(data: unknown): string {
  return data instanceof SerializedJson ? data.text : JSON.stringify(data);
}

/** A block of a result, a resource, an entry of a list, or a message of a prompt. */
export function shownBlock(block: JsonValue): JsonValue {
  if (!isObject(block)) return block;
  let shown: Record<string, unknown> | undefined;
  for (const name of ['text', 'name', 'title', 'description']) {
    const text: unknown = block[name];
    const whole = text instanceof SerializedJson ? text.text : text;
    if (typeof whole !== 'string' || !hasInvisible(whole)) continue;
    const written = text instanceof SerializedJson ? new SerializedJson(shownText(whole)) : shownText(whole);
    shown = { ...(shown ?? block), [name]: written };
  }
  for (const name of ['resource', 'content']) {
    const inner = block[name];
    if (!isObject(inner)) continue;
    const known = shownBlock(inner);
    if (known !== inner) shown = { ...(shown ?? block), [name]: known };
  }
  return (shown ?? block) as JsonValue;
}

function shownStructured(data: unknown, noted: string[]): JsonValue | undefined {
  if (data === undefined) return undefined;
  if (!hasInvisible(jsonOf(data))) return data as JsonValue;
  const value = data instanceof SerializedJson ? data.toJSON() : data;
  const shown = shownData(value, '', noted, 0);
  return (data instanceof SerializedJson ? new SerializedJson(JSON.stringify(shown)) : shown) as JsonValue;
}

function shownData(value: unknown, at: string, noted: string[], depth: number): unknown {
  if (typeof value === 'string') return seen(value);
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map(each => shownData(each, `${at}[]`, noted, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const shown = seen(name);
      const place = at === '' ? shown : `${at}.${shown}`;
      if (!EXACT.test(name)) return [shown, shownData(each, place, noted, depth + 1)];
      const exact = shownCards(each, depth + 1);
      noteInvisible(exact, place, noted);
      return [shown, exact];
    }),
  );
}

/** A value may be an object of the world, such as one that is removed. Its names are no values. */
function shownCards(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map(each => shownCards(each, depth + 1));
  const members = Object.entries(value);
  const isCard = members.some(([name]) => ADDRESS.test(name));
  return Object.fromEntries(
    members.map(([name, each]) => [
      name,
      isCard && typeof each === 'string' && NAME.test(name) ? seen(each) : shownCards(each, depth + 1),
    ]),
  );
}

/** Also of a text that looks like JSON: here it is a value, and not the answer. */
function seen(text: string): string {
  return PLAIN.test(text) ? text : text.replace(INVISIBLE_IN_DATA, character => legible(character));
}

function noteInvisible(value: unknown, place: string, noted: string[]): void {
  if (noted.length >= MAX_NOTED) return;
  const codes = new Set<string>();
  collect(value, codes, 0);
  if (codes.size === 0) return;
  const some = [...codes].slice(0, MAX_CODES);
  const note = `${place}: ${some.join(' ')}${codes.size > some.length ? ' …' : ''}`;
  if (!noted.includes(note)) noted.push(note);
}

function collect(value: unknown, codes: Set<string>, depth: number): void {
  if (typeof value === 'string' && hasInvisible(value)) {
    for (const [character] of value.matchAll(INVISIBLE_IN_DATA)) codes.add(codePoint(character));
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [name, each] of Object.entries(value)) {
      collect(name, codes, depth);
      collect(each, codes, depth + 1);
    }
  }
}

function noteOf(noted: readonly string[]): string {
  return `These values have invisible characters, and are exact: ${noted.join('; ')}. Text shows them as \\u escapes.`;
}

/** A name that a client may give back: `withoutShown` reads it. */
export function shownName(name: string): string {
  return seen(name);
}

/** Arguments in which names and paths may have the form that `shownText` gave them. Values are taken as they are. */
export function withoutShown(args: JsonObject): JsonObject {
  return fromShown(args, 0) as JsonObject;
}

function fromShown(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.includes('\\u') ? value.replace(SHOWN, hiddenOf) : value;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map(each => fromShown(each, depth + 1));
  let read: Record<string, JsonValue> | undefined;
  for (const [name, each] of Object.entries(value)) {
    const known = EXACT.test(name) || /text$/i.test(name) ? each : fromShown(each as JsonValue, depth + 1);
    if (known !== each) read = { ...(read ?? (value as JsonObject)), [name]: known as JsonValue } as never;
  }
  return read ?? value;
}

/** The hidden character of an escape. Another escape is a text that has a backslash. */
function hiddenOf(written: string, four: string | undefined, braced: string | undefined): string {
  const code = Number.parseInt(four ?? braced ?? '', 16);
  if (code > 0x10_ff_ff) return written;
  const character = String.fromCodePoint(code);
  return hasInvisible(character) ? character : written;
}

function escapes(character: string): string {
  let text = '';
  for (let index = 0; index < character.length; index++)
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return text;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}
