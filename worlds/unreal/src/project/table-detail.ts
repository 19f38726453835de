import type { JsonValue } from '@worldwire/protocol';
import { type Package, readDataTable, readStringTable } from '@worldwire/uasset';
import type { AssetDetail } from '../source/operations.js';
import { bounded, MOST_ELEMENTS } from './bounded.js';

/** Rows of a data table by their names. */
export async function dataTableOf(
  opened: Package,
  main: number,
  notes: string[],
): Promise<NonNullable<AssetDetail['dataTable']>> {
  const table = await readDataTable(opened, main);
  const rows = table.rows.slice(0, MOST_ELEMENTS).map(({ name, values }) => {
    return [name, bounded(values, name, notes) as JsonValue] as const;
  });
  notes.push(...table.notes);
  return {
    ...(typeof table.rowStruct === 'string' && { rowStruct: table.rowStruct }),
    rows: Object.fromEntries(rows),
    ...(table.rows.length > MOST_ELEMENTS && { total: table.rows.length }),
  };
}

/** Texts of a string table by their keys. */
export async function stringTableOf(
  opened: Package,
  main: number,
): Promise<NonNullable<AssetDetail['stringTable']>> {
  const { namespace, entries } = await readStringTable(opened, main);
  const shown = entries.slice(0, MOST_ELEMENTS).map(({ key, text }) => [key, text] as const);
  return {
    ...(namespace !== '' && { namespace }),
    entries: Object.fromEntries(shown),
    ...(entries.length > MOST_ELEMENTS && { total: entries.length }),
  };
}
