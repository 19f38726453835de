import { join } from 'node:path';
import { maskedSetting } from '../credentials.js';
import { entriesOf } from '../files/plain-folder.js';
import { readText } from '../files/text-file.js';
import { UnrealError } from '../source/unreal-error.js';
import { Ini } from './ini.js';
import { readObjectPath } from './package-path.js';

const MOST_KEYS = 2_000;
const MOST_VALUE = 2_000;
const MAPS = '/Script/EngineSettings.GameMapsSettings';

export interface ShownSettings {
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is not shown, in words. */
  readonly notes: readonly string[];
}

/** Config/Default*.ini of a project, in order. */
export async function settingsFiles(root: string): Promise<readonly string[]> {
  const folder = join(root, 'Config');
  return (await entriesOf(folder))
    .filter(entry => entry.isFile() && /^Default.*\.ini$/i.test(entry.name))
    .map(entry => join(folder, entry.name))
    .sort();
}

/** Each file on top of the one before. */
export async function readSettings(root: string): Promise<Ini> {
  const ini = new Ini();
  for (const file of await settingsFiles(root)) ini.apply(await readText(file));
  return ini;
}

/** Settings for the eyes of a client: without credentials, and not without bound. The values of an array are lines. */
export function shownSettings(ini: Ini): ShownSettings {
  const sections = new Map<string, [string, string][]>();
  let [keys, masked] = [0, 0];
  for (const { section, key, values } of ini.entries()) {
    if (++keys > MOST_KEYS) continue;
    const lines = values.map(value => maskedSetting(section, key, value));
    if (lines.some((line, index) => line !== values[index])) masked++;
    const text = lines.join('\n');
    const shown = text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text;
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [[key, shown]]);
    else known.push([key, shown]);
  }
  const settings = [...sections].map(([name, entries]) => [name, Object.fromEntries(entries)]);
  const notes = [
    ...(masked > 0 ? [`${masked} settings have something masked in them that looks like a credential.`] : []),
    ...(keys > MOST_KEYS ? [`There are ${keys} settings; ${MOST_KEYS} are shown.`] : []),
  ];
  return { settings: Object.fromEntries(settings), notes };
}

/** The map the editor opens first, or else the game, as a package path; undefined where what is named cannot be one. */
export function startMap(ini: Ini): string | undefined {
  const named = ini.get(MAPS, 'EditorStartupMap') || ini.get(MAPS, 'GameDefaultMap');
  if (named === undefined) return undefined;
  try {
    return readObjectPath(named).package;
  } catch (thrown) {
    if (thrown instanceof UnrealError) return undefined;
    throw thrown;
  }
}
