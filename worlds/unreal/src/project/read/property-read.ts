import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { didYouMean } from '@worldwire/server/kit';
import type { ExportProperties, Package } from '@worldwire/uasset';
import { Notes } from '../../port/notes.js';
import type { ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';

import type { ObjectTable } from './object-table.js';
import { tableRow } from './table-detail.js';

const MAX_HINTS = 20;

/** One property of an object, in whatever case it is named, or all. A row of a table is read like a property. */
export async function objectProperty(
  opened: Package,
  table: ObjectTable,
  index: number,
  asked: string | undefined,
): Promise<ResultOf<'property.read'>> {
  const read = await opened.properties(index);
  const isKnown =
    asked === undefined || Object.keys(read.types).some(name => name.toLowerCase() === asked.toLowerCase());
  const row = isKnown ? undefined : await tableRow(opened, index, table.shortClassOf(index + 1), asked);
  if (row !== undefined) return { value: row as JsonValue };
  return propertyOf(read, table.absolute(index + 1) ?? table.path, asked);
}

function propertyOf(
  { values, types, notes }: ExportProperties,
  object: string,
  asked: string | undefined,
): ResultOf<'property.read'> {
  if (asked === undefined) {
    const unread = new Notes();
    unread.add(...notes);
    return { value: values as JsonObject, ...unread.member };
  }
  const name = Object.hasOwn(values, asked) ? asked : folded(values, asked);
  if (name !== undefined) {
    const type = types[name];
    return { value: values[name] as JsonValue, ...(type !== undefined && { type }) };
  }
  const known = Object.keys(types).find(other => other.toLowerCase() === asked.toLowerCase());
  if (known !== undefined) {
    throw new UnrealError(
      'failed',
      `${known} of ${object} cannot be read from its file. ${notes.join(' ')}`.trim(),
    );
  }
  const names = Object.keys(values);
  const shown = names.slice(0, MAX_HINTS).join(', ');
  throw new UnrealError(
    'not-found',
    `${object} has no property ${asked} in its file: it has its default, or there is none.${didYouMean(asked, names)}`,
    names.length === 0
      ? 'describe_asset or get_actor shows what is there.'
      : `It has ${shown}${names.length > MAX_HINTS ? ` and ${names.length - MAX_HINTS} others; get_property without property returns all` : ''}.`,
  );
}

function folded(values: ExportProperties['values'], asked: string): string | undefined {
  return Object.keys(values).find(name => name.toLowerCase() === asked.toLowerCase());
}
