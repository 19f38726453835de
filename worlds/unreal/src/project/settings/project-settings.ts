import { basename, join } from 'node:path';
import { entriesOf, readText } from '../../files/inside-folder.js';
import { maskedSetting } from '../../port/credentials.js';
import { readObjectPath } from '../../port/package-path.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import { Ini } from './ini.js';

const MAX_FILES = 200;
/** Characters of all files together. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_KEYS = 2_000;
const MAX_VALUE = 2_000;
const MAPS = '/Script/EngineSettings.GameMapsSettings';

export interface ShownSettings {
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is not shown, in words. */
  readonly notes: readonly string[];
}

interface ReadSettings {
  readonly ini: Ini;
  readonly notes: readonly string[];
}

/** The settings of a project. They are read for one purpose at a time, because the text of all files can be large. */
export class ProjectSettings {
  readonly #root: string;
  readonly #reading = new SerialQueue('read the settings of the project');

  constructor(root: string) {
    this.#root = root;
  }

  shown(signal: AbortSignal): Promise<ShownSettings> {
    return this.#reading.run('shown', signal, async stop => {
      const slice = new TimeSlice(stop);
      return shownSettings(await readSettings(this.#root, slice), slice);
    });
  }

  /** The map the editor opens first, or else the game, as a package path; undefined where what is named cannot be one. */
  startMap(signal: AbortSignal): Promise<string | undefined> {
    return this.#reading.run('start map', signal, async stop =>
      startMap((await readSettings(this.#root, new TimeSlice(stop))).ini),
    );
  }
}

/** Config/Default*.ini of a project, in order. */
export async function settingsFiles(root: string): Promise<readonly string[]> {
  const folder = join(root, 'Config');
  return (await entriesOf(folder))
    .filter(entry => entry.isFile() && /^Default.*\.ini$/i.test(entry.name))
    .map(entry => join(folder, entry.name))
    .sort()
    .slice(0, MAX_FILES);
}

/** Each file on top of the one before. */
async function readSettings(root: string, slice: TimeSlice): Promise<ReadSettings> {
  const ini = new Ini();
  const notes: string[] = [];
  let characters = 0;
  for (const file of await settingsFiles(root)) {
    const text = await readText(file);
    characters += text.length;
    if (characters > MAX_TEXT) {
      notes.push(
        `Settings from ${basename(file)} on are not read: there are more than ${MAX_TEXT} characters.`,
      );
      break;
    }
    await ini.apply(text, slice);
  }
  if (ini.left > 0)
    notes.push(`${ini.left} lines of the settings are not read: they are too long or too many.`);
  return { ini, notes };
}

/** Settings for the eyes of a client: without credentials, and not without bound. The values of an array are lines. */
async function shownSettings({ ini, notes }: ReadSettings, slice: TimeSlice): Promise<ShownSettings> {
  const sections = new Map<string, [string, string][]>();
  let [keys, masked] = [0, 0];
  for (const { section, key, values } of ini.entries()) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (++keys > MAX_KEYS) continue;
    const { text, hasMask } = await shownValues(section, key, values, slice);
    if (hasMask) masked++;
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [[key, text]]);
    else known.push([key, text]);
  }
  const settings = [...sections].map(([name, entries]) => [name, Object.fromEntries(entries)]);
  const more = [
    ...(masked > 0 ? [`${masked} settings have something masked in them that looks like a credential.`] : []),
    ...(keys > MAX_KEYS ? [`There are ${keys} settings; ${MAX_KEYS} are shown.`] : []),
  ];
  return { settings: Object.fromEntries(settings), notes: [...more, ...notes] };
}

/** As many values as are shown, and no more: masking takes far longer than reading. */
async function shownValues(
  section: string,
  key: string,
  values: Iterable<string>,
  slice: TimeSlice,
): Promise<{ readonly text: string; readonly hasMask: boolean }> {
  const lines: string[] = [];
  let [length, hasMask] = [0, false];
  for (const value of values) {
    if (length > MAX_VALUE) break;
    if (slice.isOver) await slice.yieldToEventLoop();
    const line = maskedSetting(section, key, value);
    hasMask ||= line !== value;
    lines.push(line);
    length += line.length + 1;
  }
  const text = lines.join('\n');
  return { text: text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text, hasMask };
}

function startMap(ini: Ini): string | undefined {
  const named = ini.get(MAPS, 'EditorStartupMap') || ini.get(MAPS, 'GameDefaultMap');
  if (named === undefined) return undefined;
  try {
    return readObjectPath(named).package;
  } catch (thrown) {
    if (thrown instanceof UnrealError) return undefined;
    throw thrown;
  }
}
