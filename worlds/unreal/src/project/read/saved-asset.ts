import type { JsonObject } from '@worldwire/protocol';
import { cutText } from '@worldwire/server/kit';
import { type ByteSource, type Package, PackageError } from '@worldwire/uasset';
import type { AssetDetail } from '../../port/operations.js';
import type { RowRequest } from '../../port/table-page.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { nameOf, shortName, UNREADABLE } from '../index/package-entry.js';
import { describeBlueprint, isBlueprint } from './blueprint-info.js';
import { withoutAssetBookkeeping, withoutBookkeeping } from './bookkeeping.js';
import { bounded } from './bounded.js';
import { levelActors } from './level-actors.js';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { numberOf, structure, textOf, type Values } from './property-values.js';
import { curveTableOf, dataTableOf, stringTableOf } from './table-detail.js';

const MAX_TAG = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BYTES_IN_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

type Detail = { -readonly [Key in keyof AssetDetail]: AssetDetail[Key] };

/** The main object of a package, for its summary. */
export interface Summarised {
  readonly opened: Package;
  readonly table: ObjectTable;
  readonly main: number;
  readonly values: Values;
  readonly tags: Readonly<Record<string, string>>;
  readonly slice: TimeSlice;
}

/** What a developer would say of an asset in a few lines; none for a class that has nothing to say. */
export type Summarise = (
  subject: Summarised,
) => Promise<{ readonly lines: readonly string[]; readonly notes: readonly string[] }>;

/** Describes the asset of a package. A part that cannot be read becomes a note. */
export async function describeAsset(
  opened: Package,
  bytes: ByteSource,
  path: string,
  rows: RowRequest,
  summarise: Summarise,
  slice: TimeSlice,
): Promise<AssetDetail> {
  const notes: string[] = [];
  const detail: Detail = { path, name: nameOf(path), class: UNREADABLE, size: bytes.size };
  const savedBy = /^[1-9]\d*\.\d+\.\d+/.exec(opened.summary.savedBy)?.[0];
  if (savedBy !== undefined) detail.savedBy = savedBy;
  const main = await mainObject(opened, detail.name);
  if (main === undefined) return { ...detail, notes: ['It contains no object.'] };
  const table = await ObjectTable.of(opened, path, slice);
  detail.class = shortName(table.classOf(main));
  for (const [what, part] of PARTS) {
    try {
      await part(detail, { opened, table, main, rows, summarise, notes, slice });
    } catch (thrown) {
      if (!(thrown instanceof PackageError)) throw thrown;
      notes.push(`${what} cannot be read. ${thrown.message}`);
    }
  }
  return { ...detail, ...(notes.length > 0 && { notes: [...new Set(notes)] }) };
}

interface Subject {
  readonly opened: Package;
  readonly table: ObjectTable;
  readonly main: number;
  readonly rows: RowRequest;
  readonly summarise: Summarise;
  readonly notes: string[];
  readonly slice: TimeSlice;
}

const PARTS: readonly [string, (detail: Detail, subject: Subject) => Promise<void>][] = [
  [
    'The tags of the asset registry',
    async (detail, { opened, table, main }) => {
      const tags = await tagsOf(opened, table.entry(main).name);
      if (Object.keys(tags).length > 0) detail.tags = tags;
    },
  ],
  ['The list of soft references', async (_detail, { opened }) => void (await opened.softReferences())],
  [
    'The properties',
    async (detail, { opened, table, main, summarise, notes, slice }) => {
      const { values, notes: unread } = await opened.properties(main);
      const shown = isBlueprint(detail.class) ? withoutBookkeeping(values) : withoutAssetBookkeeping(values);
      detail.properties = bounded(shown, 'The asset', notes) as JsonObject;
      notes.push(...unread);
      const texture = /^Texture/.test(detail.class) ? textureOf(values) : undefined;
      if (texture !== undefined) detail.texture = texture;
      const summary = await summarise({ opened, table, main, values, tags: detail.tags ?? {}, slice });
      if (summary.lines.length > 0) detail.summary = summary.lines;
      notes.push(...summary.notes);
    },
  ],
  [
    'The Blueprint',
    async (detail, { opened, table, main, notes, slice }) => {
      if (!isBlueprint(detail.class)) return;
      const { value, notes: left } = await describeBlueprint(opened, table, main, slice);
      detail.blueprint = value;
      notes.push(...left);
    },
  ],
  [
    'The rows',
    async (detail, { opened, main, rows, notes }) => {
      if (/DataTable$/.test(detail.class))
        Object.assign(detail, await dataTableOf(opened, main, rows, notes));
      else if (/CurveTable$/.test(detail.class))
        Object.assign(detail, await curveTableOf(opened, main, rows, notes));
    },
  ],
  [
    'The texts',
    async (detail, { opened, main, rows }) => {
      if (detail.class === 'StringTable') Object.assign(detail, await stringTableOf(opened, main, rows));
    },
  ],
  [
    'The level',
    async (detail, { opened, table, slice }) => {
      if (detail.class === 'World')
        detail.level = { actors: (await levelActors(opened, table, slice)).length };
    },
  ],
];

/** The size and format of the imported image. */
function textureOf(values: Values): AssetDetail['texture'] {
  const source = structure(values, 'Source');
  const imported = structure(values, 'ImportedSize');
  const width = numberOf(source, 'SizeX') ?? numberOf(imported, 'X');
  const height = numberOf(source, 'SizeY') ?? numberOf(imported, 'Y');
  if (width === undefined || height === undefined) return undefined;
  const format = textOf(source, 'Format');
  return { width, height, ...(format !== undefined && { format }) };
}

/** The tags of the main asset. */
async function tagsOf(opened: Package, name: string): Promise<Record<string, string>> {
  const assets = await opened.registry();
  const asset = assets.find(({ path }) => shortName(path) === name) ?? assets[0];
  // The editor's search data is binary.
  const readable = Object.entries(asset?.tags ?? {}).filter(([, text]) => !BYTES_IN_TEXT.test(text));
  return Object.fromEntries(readable.map(([key, text]) => [key, cutText(text, MAX_TAG)]));
}
