import type { JsonValue } from '@worldwire/protocol';
import {
  type Package,
  type PropertyValue,
  readCurveTable,
  readDataTable,
  readStringTable,
  type TableRow,
} from '@worldwire/uasset';
import type { AssetDetail } from '../../port/operations.js';
import { type RowRequest, tablePage } from '../../port/table-page.js';
import { bounded } from './bounded.js';
import { elements, isStructure } from './property-values.js';

/** A page of rows of a data table, by name. */
export async function dataTableOf(
  opened: Package,
  main: number,
  wanted: RowRequest,
  notes: string[],
): Promise<Pick<AssetDetail, 'dataTable' | 'nextCursor'>> {
  const { rows, rowStruct, notes: unread } = await readDataTable(opened, main);
  notes.push(...unread);
  const { page, ...next } = pageOf(
    rows.map(({ name, values }) => [name, values] as const),
    wanted,
    notes,
  );
  return { dataTable: { ...(typeof rowStruct === 'string' && { rowStruct }), ...page }, ...next };
}

/** A page of the curves of a curve table, by name: the interpolation, and each key as [time, value]. */
export async function curveTableOf(
  opened: Package,
  main: number,
  wanted: RowRequest,
  notes: string[],
): Promise<Pick<AssetDetail, 'dataTable' | 'nextCursor'>> {
  const { rows, notes: unread } = await readCurveTable(opened, main);
  notes.push(...unread);
  const { page, ...next } = pageOf(
    rows.map(row => [row.name, curveOf(row)] as const),
    wanted,
    notes,
  );
  return { dataTable: page, ...next };
}

/** The row of a table with a name, in any case; undefined for an object of another class. */
export async function tableRow(
  opened: Package,
  main: number,
  className: string,
  wanted: string,
): Promise<PropertyValue | undefined> {
  const rows = await rowsOf(opened, main, className);
  const folded = wanted.toLowerCase();
  const found =
    rows.find(([name]) => name === wanted) ?? rows.find(([name]) => name.toLowerCase() === folded);
  return found?.[1];
}

type Row = readonly [name: string, value: PropertyValue];

async function rowsOf(opened: Package, main: number, className: string): Promise<readonly Row[]> {
  if (className === 'StringTable') {
    return (await readStringTable(opened, main)).entries.map(({ key, text }) => [key, text] as const);
  }
  if (/CurveTable$/.test(className)) {
    return (await readCurveTable(opened, main)).rows.map(row => [row.name, curveOf(row)] as const);
  }
  if (!/DataTable$/.test(className)) return [];
  return (await readDataTable(opened, main)).rows.map(({ name, values }) => [name, values] as const);
}

function pageOf(rows: readonly Row[], wanted: RowRequest, notes: string[]) {
  const { members, total, ...next } = tablePage(rows, wanted);
  const shown = Object.entries(members).map(([name, values]) => {
    return [name, bounded(values, name, notes) as JsonValue] as const;
  });
  return { page: { rows: Object.fromEntries(shown), total }, ...next };
}

function curveOf({ values }: TableRow): PropertyValue {
  const { Keys: _, InterpMode: mode, ...others } = values;
  const keys = elements(values, 'Keys').filter(isStructure);
  const interpolation =
    typeof mode === 'string' ? { interpolation: mode.replace(/^.*RCIM_/, '').toLowerCase() } : {};
  return { ...others, ...interpolation, keys: keys.map(key => [key.Time ?? 0, key.Value ?? 0]) };
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
