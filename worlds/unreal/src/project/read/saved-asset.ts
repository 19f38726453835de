import type { JsonObject } from '@worldwire/protocol';
import { type ByteSource, type Package, PackageError } from '@worldwire/uasset';
import type { AssetDetail } from '../../port/operations.js';
import type { RowRequest } from '../../port/table-page.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { nameOf, shortName, UNREADABLE } from '../index/package-entry.js';
import { describeBlueprint, isBlueprint } from './blueprint-info.js';
import { bounded } from './bounded.js';
import { levelActors } from './level-actors.js';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { numberOf, structure, textOf, type Values } from './property-values.js';
import { dataTableOf, stringTableOf } from './table-detail.js';

const MAX_TAG = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BYTES_IN_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

type Detail = { -readonly [Key in keyof AssetDetail]: AssetDetail[Key] };

/** All that a package says of its asset, each part for itself: what cannot be read is a note, and the rest is given. */
export async function describeAsset(
  opened: Package,
  bytes: ByteSource,
  path: string,
  rows: RowRequest,
  slice: TimeSlice,
): Promise<AssetDetail> {
  const notes: string[] = [];
  const detail: Detail = { path, name: nameOf(path), class: UNREADABLE, size: bytes.size };
  const savedBy = /^[1-9]\d*\.\d+\.\d+/.exec(opened.summary.savedBy)?.[0];
  if (savedBy !== undefined) detail.savedBy = savedBy;
  const main = await mainObject(opened, detail.name);
  if (main === undefined) return { ...detail, notes: ['It has no object in it.'] };
  const table = await ObjectTable.of(opened, path, slice);
  detail.class = shortName(table.classOf(main));
  for (const [what, part] of PARTS) {
    try {
      await part(detail, { opened, table, main, rows, notes, slice });
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
  readonly notes: string[];
  readonly slice: TimeSlice;
}

const PARTS: readonly [string, (detail: Detail, subject: Subject) => Promise<void>][] = [
  [
    'What the asset registry knows',
    async (detail, { opened, table, main }) => {
      const tags = await tagsOf(opened, table.entry(main).name);
      if (Object.keys(tags).length > 0) detail.tags = tags;
    },
  ],
  ['The list of soft references', async (_detail, { opened }) => void (await opened.softReferences())],
  [
    'The properties',
    async (detail, { opened, main, notes }) => {
      const { values, notes: unread } = await opened.properties(main);
      detail.properties = bounded(values, 'The asset', notes) as JsonObject;
      notes.push(...unread);
      const texture = /^Texture/.test(detail.class) ? textureOf(values) : undefined;
      if (texture !== undefined) detail.texture = texture;
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

/** As it was imported: the engine makes what a graphics card takes from that. */
function textureOf(values: Values): AssetDetail['texture'] {
  const source = structure(values, 'Source');
  const imported = structure(values, 'ImportedSize');
  const width = numberOf(source, 'SizeX') ?? numberOf(imported, 'X');
  const height = numberOf(source, 'SizeY') ?? numberOf(imported, 'Y');
  if (width === undefined || height === undefined) return undefined;
  const format = textOf(source, 'Format');
  return { width, height, ...(format !== undefined && { format }) };
}

/** Of the asset itself, where the package has several. */
async function tagsOf(opened: Package, name: string): Promise<Record<string, string>> {
  const assets = await opened.registry();
  const asset = assets.find(({ path }) => shortName(path) === name) ?? assets[0];
  // Some are not for people: what the editor searches in is bytes in a text.
  const readable = Object.entries(asset?.tags ?? {}).filter(([, text]) => !BYTES_IN_TEXT.test(text));
  const shown = readable.map(([key, text]) => {
    return [key, text.length > MAX_TAG ? `${text.slice(0, MAX_TAG)}…` : text];
  });
  return Object.fromEntries(shown) as Record<string, string>;
}
