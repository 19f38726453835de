import { type Package, PackageError, type PropertyValue } from '@worldwire/uasset';
import { maskedText } from '../../port/credentials.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { readableProperties } from '../read/readable-properties.js';
import { quoted } from './found-places.js';

const MAX_OBJECTS = 300;
const MAX_PLACES = 3;
const MAX_DEPTH = 8;

/** Where the properties of a package have a word: "Door_GEN_VARIABLE.Tags[0]". */
export async function propertyPlaces(
  opened: Package,
  word: string,
  slice: TimeSlice,
): Promise<readonly string[]> {
  const places: string[] = [];
  for (const [index, { name, className }] of opened.exports.entries()) {
    if (index >= MAX_OBJECTS || places.length >= MAX_PLACES) break;
    if (className === 'MetaData') continue;
    if (slice.isOver) await slice.yieldToEventLoop();
    if (name === word) places.push(`object ${name} (${className})`);
    const read = await readableProperties(opened, index);
    if (read instanceof PackageError) continue;
    for (const path of pathsTo(read.values, word, 0, '')) places.push(`${name}${path}`);
  }
  return places.slice(0, MAX_PLACES);
}

/** `property` is the name by which a value may be a secret. */
function* pathsTo(value: PropertyValue, word: string, depth: number, property: string): Iterable<string> {
  if (depth > MAX_DEPTH || value === null) return;
  if (typeof value === 'string') {
    if (value === word || (word.length > 3 && value.startsWith(word)))
      yield ` = ${quoted(maskedText(property, value))}`;
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      for (const path of pathsTo(each, word, depth + 1, property)) yield `[${index}]${path}`;
  } else if (typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) {
      if (name === word) yield `.${name}`;
      for (const path of pathsTo(each as PropertyValue, word, depth + 1, name)) yield `.${name}${path}`;
    }
  }
}
