import type { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { CUSTOM, type Layout, UE4 } from '../format/versions.js';
import { integer, real, single } from './numbers.js';

const VARIANT_ARGUMENTS = 5;
const ALWAYS_SIGN = 21;
const INVARIANT_TEXT = 32;
const TEXT_NOTES = 260;
const WIDE_ARGUMENTS = 12;
/** Texts in the arguments of texts. */
const MAX_DEPTH = 8;
const NUMBERS: Readonly<Record<number, string>> = { 4: 'number', 5: 'percent', 6: 'currency' };
const DATES: Readonly<Record<number, string>> = { 7: 'date', 8: 'time', 9: 'dateTime' };
const HISTORY = {
  none: -1,
  base: 0,
  named: 1,
  ordered: 2,
  arguments: 3,
  transform: 10,
  table: 11,
  generator: 12,
} as const;
const TRANSFORMS = ['lower', 'upper'];

/**
 * A localizable text: `{ text }`, `{ text, namespace, key }` or, from a string table, `{ table, key }`. One that the engine
 * makes at run time has its parts: `{ format, arguments }`, `{ as: 'number', value }`, `{ as: 'upper', text }`.
 */
export function readText(cursor: NameCursor, layout: Layout): PropertyValue {
  return readNested(cursor, layout, 0);
}

function readNested(cursor: NameCursor, layout: Layout, depth: number): PropertyValue {
  if (depth > MAX_DEPTH) throw new PackageError('too-large', 'Texts are nested too deeply.', cursor.offset);
  if (layout.ue4 < UE4.TEXT_HISTORY) return readOldText(cursor);
  cursor.skip(4);
  const history = cursor.i8();
  const inner = () => readNested(cursor, layout, depth + 1);
  const numbers = NUMBERS[history];
  if (numbers !== undefined) return readNumber(cursor, layout, numbers, inner);
  const dates = DATES[history];
  if (dates !== undefined) return readDate(cursor, dates);
  switch (history) {
    case HISTORY.none: {
      const kept = layout.custom(CUSTOM.editor) >= INVARIANT_TEXT && cursor.flag();
      return { text: kept ? cursor.text() : '' };
    }
    case HISTORY.base: {
      const [namespace, key, text] = [cursor.text(), cursor.text(), cursor.text()];
      if (!layout.filtered && layout.custom(CUSTOM.fortniteMain) >= TEXT_NOTES) cursor.text();
      return { text, namespace, key };
    }
    case HISTORY.named: {
      const format = inner();
      const named = list(cursor, 9, () => [cursor.text(), readArgument(cursor, inner, true)]);
      return { format, arguments: Object.fromEntries(named) };
    }
    case HISTORY.ordered: {
      const format = inner();
      return { format, arguments: list(cursor, 2, () => readArgument(cursor, inner, true)) };
    }
    case HISTORY.arguments: {
      const format = inner();
      const isVariant = layout.custom(CUSTOM.editor) >= VARIANT_ARGUMENTS;
      const wide = layout.custom(CUSTOM.ue5Release) >= WIDE_ARGUMENTS;
      const named = list(cursor, 5, () => [
        cursor.text(),
        isVariant ? readArgument(cursor, inner, wide) : inner(),
      ]);
      return { format, arguments: Object.fromEntries(named) };
    }
    case HISTORY.transform: {
      const text = inner();
      return { as: TRANSFORMS[cursor.u8()] ?? 'other', text };
    }
    case HISTORY.table:
      return { table: cursor.name(), key: cursor.text() };
    case HISTORY.generator: {
      const generator = cursor.name();
      if (generator !== 'None') cursor.skip(cursor.count(1));
      return { generator };
    }
    default:
      throw new PackageError(
        'unsupported',
        `The history type ${history} of a text is unknown.`,
        cursor.offset,
      );
  }
}

/** The text, its namespace and key, then flags. */
function readOldText(cursor: NameCursor): PropertyValue {
  const [text, namespace, key] = [cursor.text(), cursor.text(), cursor.text()];
  cursor.skip(4);
  return { text, namespace, key };
}

function list<T>(cursor: NameCursor, least: number, read: () => T): T[] {
  return Array.from({ length: cursor.count(least) }, read);
}

function readArgument(cursor: NameCursor, inner: () => PropertyValue, wide: boolean): PropertyValue {
  const type = cursor.u8();
  switch (type) {
    case 0:
      return wide ? integer(cursor.big64(true)) : cursor.i32();
    case 1:
      return integer(cursor.big64(false));
    case 2:
      return single(cursor.f32());
    case 3:
      return real(cursor.f64());
    case 4:
      return inner();
    case 5:
      return cursor.u8();
    default:
      throw cursor.malformed(`The type ${type} of an argument of a text is unknown.`);
  }
}

/** A number with its format and the culture. */
function readNumber(
  cursor: NameCursor,
  layout: Layout,
  as: string,
  inner: () => PropertyValue,
): PropertyValue {
  const currency = as === 'currency' ? { currency: cursor.text() } : {};
  const value = readArgument(cursor, inner, true);
  if (cursor.flag()) {
    if (layout.custom(CUSTOM.editor) >= ALWAYS_SIGN) cursor.flag();
    cursor.flag();
    cursor.skip(1 + 4 * 4);
  }
  cursor.text();
  return { as, value, ...currency };
}

/** 100 nanoseconds since the year 1, the styles, the time zone and the culture. */
function readDate(cursor: NameCursor, as: string): PropertyValue {
  const value = integer(cursor.big64(true));
  cursor.skip(as === 'dateTime' ? 2 : 1);
  const timeZone = cursor.text();
  cursor.text();
  return { as, value, timeZone };
}
