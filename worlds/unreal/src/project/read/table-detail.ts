import type { JsonValue } from '@worldwire/protocol';
import { type Package, readDataTable, readStringTable } from '@worldwire/uasset';
import type { AssetDetail } from '../../port/operations.js';
import { type RowRequest, tablePage } from '../../port/table-page.js';
import { bounded } from './bounded.js';

/** A page of rows of a data table, by name. */
export async function dataTableOf(
  opened: Package,
  main: number,
  wanted: RowRequest,
  notes: string[],
): Promise<Pick<AssetDetail, 'dataTable' | 'nextCursor'>> {
  const table = await readDataTable(opened, main);
  const { members, total, ...next } = tablePage(
    table.rows.map(({ name, values }) => [name, values] as const),
    wanted,
  );
  const rows = Object.entries(members).map(([name, values]) => {
    return [name, bounded(values, name, notes) as JsonValue] as const;
  });
  notes.push(...table.notes);
  const { rowStruct } = table;
  return {
    dataTable: { ...(typeof rowStruct === 'string' && { rowStruct }), rows: Object.fromEntries(rows), total },
    ...next,
  };
}

/** A page of texts of a string table, by key. */
export async function stringTableOf(
  opened: Package,
  main: number,
  wanted: RowRequest,
): Promise<Pick<AssetDetail, 'stringTable' | 'nextCursor'>> {
  const { namespace, entries: all } = await readStringTable(opened, main);
  const { members, total, ...next } = tablePage(
    all.map(({ key, text }) => [key, text] as const),
    wanted,
  );
  return { stringTable: { ...(namespace !== '' && { namespace }), entries: members, total }, ...next };
}
