import type { JsonObject, JsonValue } from '@worldwire/protocol';

/** The text within so many characters, with a sign where some are missing. Never half of a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}…`;
}

/** The value, or the beginning of its JSON where that is long. */
export function shortValue(value: JsonValue, most: number): JsonValue {
  if (typeof value === 'string') return cutText(value, most);
  return lengthOf(value) <= most ? value : cutText(JSON.stringify(value), most);
}

/** As many items from the first on as fit, and how many that leaves out. */
export function fitList<Item>(items: readonly Item[], most: number): { kept: Item[]; missing: number } {
  let characters = 0;
  const kept: Item[] = [];
  for (const item of items) {
    characters += lengthOf(item) + 1;
    if (characters > most) break;
    kept.push(item);
  }
  return { kept, missing: items.length - kept.length };
}

/**
 * The same for the members of an object. A member too large by itself is there with the beginning of its value, and
 * counts as missing.
 */
export function fitMembers(
  record: Readonly<Record<string, JsonValue>>,
  most: number,
): { kept: JsonObject; missing: number } {
  const entries = Object.entries(record);
  let shortened = 0;
  const short = entries.map(([name, value]) => {
    const kept = shortValue(value, most / 4);
    if (kept !== value) shortened++;
    return [cutText(name, 1_000), kept] as const;
  });
  const { kept, missing } = fitList(short, most);
  return { kept: Object.fromEntries(kept), missing: missing + shortened };
}

/** The same place in a text, or one further where a character would be torn apart. */
export function wholeCharacters(text: string, end: number): number {
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** As JSON, to which what is undefined is nothing. */
function lengthOf(value: unknown): number {
  return ((JSON.stringify(value) as string | undefined) ?? '').length;
}
