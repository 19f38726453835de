import { basename, join, relative, sep } from 'node:path';
import { cutText } from '@worldwire/server/kit';
import { entriesOf, readText } from '../../files/inside-folder.js';
import { type NamingTexts, type Setting, UsedRoots } from '../../graph/used-roots.js';
import { maskedSetting } from '../../port/credentials.js';
import { readObjectPath } from '../../port/object-path.js';
import type { ProjectInfo } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import { findMounts } from '../index/mounts.js';
import type { IniTags } from '../tags/project-tags.js';
import { Ini } from './ini.js';
import { isListed, legacyInput, tagLines, tagOf, tagTables } from './project-lists.js';

const MAX_FILES = 200;
/** Characters of all files together. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_KEYS = 2_000;
const MAX_VALUE = 2_000;
const MAPS = '/Script/EngineSettings.GameMapsSettings';

export interface ShownSettings extends Pick<ProjectInfo, 'input'> {
  readonly tags: IniTags;
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is not shown. */
  readonly notes: readonly string[];
}

interface ReadSettings {
  readonly ini: Ini;
  /** The first file of each line that defines a gameplay tag, relative to the project. */
  readonly tagFiles: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** The settings of a project. One caller reads at a time, because the files can be large. */
export class ProjectSettings {
  readonly #root: string;
  readonly #reading = new SerialQueue('read the settings of the project');

  constructor(root: string) {
    this.#root = root;
  }

  shown(signal: AbortSignal): Promise<ShownSettings> {
    return this.#reading.run('shown', signal, async stop => {
      const slice = new TimeSlice(stop);
      const plugins = await pluginTags(this.#root, slice);
      return shownSettings(await readSettings(this.#root, slice), plugins, slice);
    });
  }

  /** What the settings and other texts name, which counts as used. */
  usedRoots(texts: NamingTexts, signal: AbortSignal): Promise<UsedRoots> {
    return this.#reading.run('used', signal, async stop => {
      const slice = new TimeSlice(stop);
      return UsedRoots.of(eachValue((await readSettings(this.#root, slice)).ini), slice, texts);
    });
  }

  /** The start map of the editor, or else of the game; undefined where it is not a valid path. */
  startMap(signal: AbortSignal): Promise<string | undefined> {
    return this.#reading.run('start map', signal, async stop =>
      startMap((await readSettings(this.#root, new TimeSlice(stop))).ini),
    );
  }
}

/** Gameplay tags in Config/Tags of the project's plugins. */
export async function pluginTagFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { folder } of (await findMounts(root)).plugins)
    files.push(...(await iniFiles(join(folder, 'Config', 'Tags'), /\.ini$/i)));
  return files.slice(0, MAX_FILES);
}

async function pluginTags(root: string, slice: TimeSlice): Promise<IniTags['tags']> {
  const tags: IniTags['tags'][number][] = [];
  for (const path of await pluginTagFiles(root)) {
    const ini = await new Ini().apply(await readText(path), slice);
    const file = named(root, path);
    for (const tag of tagLines(ini).map(tagOf)) if (tag !== undefined) tags.push({ ...tag, file });
  }
  return tags;
}

function named(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Config/Default*.ini of a project, in order, and then its gameplay tags in Config/Tags. */
export async function settingsFiles(root: string): Promise<readonly string[]> {
  const config = join(root, 'Config');
  const files = [
    ...(await iniFiles(config, /^Default.*\.ini$/i)),
    ...(await iniFiles(join(config, 'Tags'), /\.ini$/i)),
  ];
  return files.slice(0, MAX_FILES);
}

async function iniFiles(folder: string, name: RegExp): Promise<string[]> {
  return (await entriesOf(folder))
    .filter(entry => entry.isFile() && name.test(entry.name))
    .map(entry => join(folder, entry.name))
    .sort();
}

/** Later files override earlier ones. */
async function readSettings(root: string, slice: TimeSlice): Promise<ReadSettings> {
  const ini = new Ini();
  const notes: string[] = [];
  const tagFiles = new Map<string, string>();
  let characters = 0;
  for (const file of await settingsFiles(root)) {
    const text = await readText(file);
    characters += text.length;
    if (characters > MAX_TEXT) {
      notes.push(
        `Settings from ${basename(file)} on are not read: the files have more than ${MAX_TEXT} characters.`,
      );
      break;
    }
    await ini.apply(text, slice);
    if (!text.includes('GameplayTagList')) continue;
    for (const line of tagLines(await new Ini().apply(text, slice)))
      if (!tagFiles.has(line)) tagFiles.set(line, named(root, file));
  }
  if (ini.left > 0)
    notes.push(`${ini.left} lines of the settings are not read: they are too long or too many.`);
  return { ini, tagFiles, notes };
}

/** Settings without credentials, up to MAX_KEYS. Array values are lines. */
async function shownSettings(
  { ini, tagFiles, notes }: ReadSettings,
  plugins: IniTags['tags'],
  slice: TimeSlice,
): Promise<ShownSettings> {
  const sections = new Map<string, [string, string][]>();
  let [keys, masked] = [0, 0];
  for (const { section, key, values } of ini.entries()) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (isListed(section, key) || ++keys > MAX_KEYS) continue;
    const { text, hasMask } = await shownValues(section, key, values, slice);
    if (hasMask) masked++;
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [[key, text]]);
    else known.push([key, text]);
  }
  const settings = [...sections].map(([name, entries]) => [name, Object.fromEntries(entries)]);
  const more = [
    ...(masked > 0 ? [`${masked} settings are masked because they look like credentials.`] : []),
    ...(keys > MAX_KEYS ? [`There are ${keys} settings; ${MAX_KEYS} are shown.`] : []),
  ];
  const own: IniTags['tags'][number][] = [];
  for (const line of tagLines(ini)) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const tag = tagOf(line);
    if (tag !== undefined) own.push({ ...tag, file: tagFiles.get(line) ?? 'Config' });
  }
  const input = await legacyInput(ini, slice);
  return {
    settings: Object.fromEntries(settings),
    tags: { tags: [...own, ...plugins], tables: tagTables(ini) },
    ...(input && { input }),
    notes: [...more, ...notes],
  };
}

/** Masks only as many values as are shown, because masking is slow. */
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
  return { text: cutText(text, MAX_VALUE), hasMask };
}

function* eachValue(ini: Ini): Iterable<Setting> {
  for (const { key, values } of ini.entries()) for (const value of values) yield { key, value };
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
