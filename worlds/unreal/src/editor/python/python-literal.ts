import type { JsonValue } from '@worldwire/protocol';

/**
 * A value as the text of a string literal that Python and JSON read alike; `json.loads` of it is the value. Letters,
 * digits and a few signs stand as they are and everything else as an escape, so that no value can end the literal, begin a
 * line or look like anything but text. The value is escaped once as JSON and once more as a literal, because Python does
 * not join the two halves of a character outside the basic plane and `json.loads` does.
 */
export function pythonLiteral(value: JsonValue): string {
  const ascii = JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
  return `"${ascii.replace(/[^A-Za-z0-9 _:,/-]/g, escaped)}"`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
