import type { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { CUSTOM, type Layout } from '../format/versions.js';

const INVARIANT_TEXT = 32;
const TEXT_NOTES = 260;
const HISTORY = { none: -1, base: 0, table: 11 } as const;

/** A localizable text: `{ text }`, `{ text, namespace, key }` or, from a string table, `{ table, key }`. */
export function readText(cursor: NameCursor, layout: Layout): PropertyValue {
  cursor.skip(4);
  const history = cursor.i8();
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
    case HISTORY.table:
      return { table: cursor.name(), key: cursor.text() };
    default:
      throw new PackageError(
        'unsupported',
        `A text is generated at run time (history type ${history}).`,
        cursor.offset,
      );
  }
}
