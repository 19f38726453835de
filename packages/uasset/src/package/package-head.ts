import { ByteCursor, type CursorOptions } from '../bytes/byte-cursor.js';
import type { ByteSource } from '../bytes/byte-source.js';
import { ByteWindow } from '../bytes/byte-window.js';
import { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { OpenOptions, PackageLimits, Table } from '../format/package.js';
import { inSteps, type Steps } from '../format/steps.js';
import { type FullExport, namedExports, readExports } from '../tables/export-table.js';
import { type FullImport, readImports } from '../tables/import-table.js';
import { readNames } from '../tables/name-table.js';
import { ObjectPaths } from '../tables/object-paths.js';
import { readSoftPaths } from '../tables/soft-path.js';
import { type FullSummary, readSummary } from '../tables/summary.js';

/** The summary, the tables of names and objects, and access to all other bytes. */
export interface PackageHead extends FullSummary {
  readonly limits: PackageLimits;
  readonly window: ByteWindow;
  readonly cursorOptions: CursorOptions;
  readonly names: readonly string[];
  readonly imports: readonly FullImport[];
  readonly exports: readonly FullExport[];
  readonly softPaths: readonly string[];
  readonly paths: ObjectPaths;
}

/** One read for most packages, two for longer tables. */
export async function readHead(
  source: ByteSource,
  limits: PackageLimits,
  { path, pause }: Pick<OpenOptions, 'path' | 'pause'> = {},
): Promise<PackageHead> {
  const window = await ByteWindow.open(source, limits.bytes);
  const full = readSummary(window.head, window.size, limits);
  const { summary, layout } = full;
  const used = [summary.names, summary.softObjectPaths, summary.imports, summary.exports].filter(
    ({ count }) => count > 0,
  );
  for (const { offset } of used) {
    if (offset < summary.end || offset >= window.size)
      throw new PackageError('malformed', 'The offset of a table is outside of the file.', offset);
  }
  await window.keep(Math.max(0, ...used.map(({ offset }) => partEnd(full, window, offset))));

  const cursorOptions = { ...limits, littleEndian: layout.littleEndian };
  const piece = ({ count, offset }: Table) =>
    count === 0
      ? ([new Uint8Array(0), 0] as const)
      : ([window.head.subarray(offset, partEnd(full, window, offset)), offset] as const);
  const cursor = (table: Table) => new NameCursor(...piece(table), cursorOptions, names);

  const all = <Result>(steps: Steps<Result>) => inSteps(steps, pause);
  const plain = new ByteCursor(...piece(summary.names), cursorOptions);
  const names = await all(readNames(plain, summary.names.count, layout));
  const { softObjectPaths: soft } = summary;
  const softPaths = await all(readSoftPaths(cursor(soft), soft.count, layout));
  const imports = await all(readImports(cursor(summary.imports), summary.imports.count, layout));
  const raw = await all(readExports(cursor(summary.exports), summary.exports.count, layout));
  const paths = new ObjectPaths(imports, raw, path);
  const exports = await all(namedExports(raw, index => paths.entry(index)?.name));
  return { ...full, limits, window, cursorOptions, names, imports, exports, softPaths, paths };
}

/** The maximum end of the part at `offset`: the start of the next one. */
export function partEnd(
  { starts }: FullSummary,
  { size }: { readonly size: number },
  offset: number,
): number {
  return starts.find(start => start > offset) ?? size;
}
