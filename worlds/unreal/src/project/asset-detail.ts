import type { JsonObject } from '@worldwire/protocol';
import { type ByteSource, type Package, PackageError, type PropertyValue } from '@worldwire/uasset';
import type { AssetDetail } from '../source/operations.js';
import { describeBlueprint, isBlueprint } from './blueprint-info.js';
import type { Breath } from './breath.js';
import { levelActors } from './level-actors.js';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { shortName, UNREADABLE } from './package-entry.js';

const MOST_ELEMENTS = 500;
const MOST_TAG = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

type Detail = { -readonly [Key in keyof AssetDetail]: AssetDetail[Key] };

/** All that a package says of its asset, each part for itself: what cannot be read is a note, and the rest is given. */
export async function describeAsset(
  opened: Package,
  bytes: ByteSource,
  path: string,
  breath: Breath,
): Promise<AssetDetail> {
  const notes: string[] = [];
  const part = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof PackageError)) throw thrown;
      notes.push(`${what} cannot be read. ${thrown.message}`);
    }
  };
  const detail: Detail = { path, name: shortName(path), class: UNREADABLE, size: bytes.size };
  const savedBy = /^\d+\.\d+\.\d+/.exec(opened.summary.savedBy)?.[0];
  if (savedBy !== undefined && !savedBy.startsWith('0.')) detail.savedBy = savedBy;
  const main = await mainObject(opened, detail.name);
  if (main === undefined) return { ...detail, notes: ['It has no object in it.'] };
  const table = new ObjectTable(opened, path);
  detail.class = shortName(table.classOf(main));
  await part('What the asset registry knows', async () => {
    const tags = await tagsOf(opened, table.entry(main).name);
    if (tags !== undefined) detail.tags = tags;
  });
  await part('The properties', async () => {
    const { values, notes: unread } = await opened.properties(main);
    detail.properties = bounded(values, 'The asset', notes) as JsonObject;
    notes.push(...unread);
  });
  if (isBlueprint(detail.class)) {
    await part('The Blueprint', async () => {
      const { value, notes: more } = await describeBlueprint(opened, table, main, breath);
      detail.blueprint = value;
      notes.push(...more);
    });
  }
  if (detail.class === 'World') {
    await part('The level', async () => {
      detail.level = { actors: (await levelActors(opened, table)).length };
    });
  }
  return { ...detail, ...(notes.length > 0 && { notes }) };
}

/** Of the asset itself, where the package has several. */
async function tagsOf(opened: Package, name: string): Promise<Record<string, string> | undefined> {
  const assets = await opened.registry();
  const asset = assets.find(({ path }) => shortName(path) === name) ?? assets[0];
  if (asset === undefined) return undefined;
  // Some are not for people: what the editor searches in is bytes in a text.
  const readable = Object.entries(asset.tags).filter(([, text]) => !UNREADABLE_TEXT.test(text));
  const shown = readable.map(([key, text]) => {
    return [key, text.length > MOST_TAG ? `${text.slice(0, MOST_TAG)}…` : text];
  });
  return Object.fromEntries(shown) as Record<string, string>;
}

/** The value with long arrays cut off, and a note for each. */
function bounded(value: PropertyValue, name: string, notes: string[]): PropertyValue {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, bounded(member, key, notes)]);
    return Object.fromEntries(members) as PropertyValue;
  }
  if (value.length > MOST_ELEMENTS)
    notes.push(`${name} has ${value.length} elements; ${MOST_ELEMENTS} are shown.`);
  return value.slice(0, MOST_ELEMENTS).map(element => bounded(element, name, notes));
}
