import { join } from 'node:path';
import { UnrealError } from '../source/unreal-error.js';
import { Ini } from './ini.js';
import { readObjectPath } from './package-path.js';
import { entriesOf } from './plain-folder.js';
import { readText } from './text-file.js';

/** Keys whose values belong to nobody but the owner of the project. */
const SECRET =
  /password|passphrase|secret|token|credential|privatekey|encryptionkey|privateexponent|apikey|accesskey/i;
const MOST_KEYS = 2_000;
const MOST_VALUE = 2_000;
const MAPS = '/Script/EngineSettings.GameMapsSettings';

export type Settings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Config/Default*.ini of a project, each on top of the one before. */
export async function readSettings(root: string): Promise<Ini> {
  const folder = join(root, 'Config');
  const files = (await entriesOf(folder))
    .filter(entry => entry.isFile() && /^Default.*\.ini$/i.test(entry.name))
    .map(entry => entry.name)
    .sort();
  const ini = new Ini();
  for (const file of files) ini.apply(await readText(join(folder, file)));
  return ini;
}

/** Settings for the eyes of a client: without secrets, and not without bound. The values of an array are lines. */
export function shownSettings(ini: Ini): Settings {
  const sections = new Map<string, [string, string][]>();
  let keys = 0;
  for (const { section, key, values } of ini.entries()) {
    if (++keys > MOST_KEYS) break;
    const text = SECRET.test(key) ? '(not shown)' : values.join('\n');
    const shown = text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text;
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [[key, shown]]);
    else known.push([key, shown]);
  }
  return Object.fromEntries([...sections].map(([name, values]) => [name, Object.fromEntries(values)]));
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
