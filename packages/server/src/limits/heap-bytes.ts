const OBJECT_BYTES = 64;
/** A dictionary entry, or a slot with its share of the hidden class. */
const MEMBER_BYTES = 104;
const ELEMENT_BYTES = 8;
const NUMBER_BYTES = 16;
const TEXT_BYTES = 32;

const TWO_BYTES_EACH = /[^\0-\xff]/;

/** Estimated heap size of a JSON value in bytes, rather too high than too low. */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = OBJECT_BYTES;
  if (Array.isArray(value)) {
    for (const element of value) bytes += ELEMENT_BYTES + heapBytes(element);
    return bytes;
  }
  for (const [key, member] of Object.entries(value)) {
    bytes += MEMBER_BYTES + textBytes(key) + heapBytes(member);
  }
  return bytes;
}

/** V8 stores one byte per character, or two if any character needs it. */
export function textBytes(text: string): number {
  return TEXT_BYTES + text.length * (TWO_BYTES_EACH.test(text) ? 2 : 1);
}
