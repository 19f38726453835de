import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { entriesOf, readText } from '../../files/inside-folder.js';
import { settingMask } from '../../port/credentials.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';

const MAX_FILES = 500;
const MAX_DEPTH = 4;
/** Of one file. */
const MAX_TEXTS = 20_000;
/** Values may be credentials: only tags, and paths below the roots of packages, are kept. */
const NAMED = /\bTag(?:Name)?="([^"\n]{1,300})"|(\/\w[^\s"'.,:;()=]{1,300})/g;
/** Part of every line with one of them. */
const MAY_NAME = /Tag|\//;
const SECTION = /^\[([^\]]{0,1000})\]/;
/** Characters of a line. Longer values are not searched to their end, either. */
const MAX_LINE = 64 * 1024;
const MAX_KEY = 1_000;

export interface ConfigFile {
  /** Relative to the project, with "/" on every system. */
  readonly file: string;
  readonly texts: readonly { readonly line: number; readonly text: string }[];
}

interface Kept {
  readonly stamp: string;
  readonly config: ConfigFile | undefined;
}

/** The paths and tags that the ini files below Config name. A file is read again only after a change. */
export class ConfigTexts {
  readonly #root: string;
  readonly #reading = new SerialQueue('read the ini files of the project');
  #kept: ReadonlyMap<string, Kept> = new Map();

  constructor(root: string) {
    this.#root = root;
  }

  /** `folders` have a folder Config: the project and its plugins. `roots` are those of package paths: "/Game". */
  read(
    folders: readonly string[],
    roots: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ConfigFile[]> {
    return this.#reading.run('config', signal, async stop => {
      const slice = new TimeSlice(stop);
      const kept = new Map<string, Kept>();
      const below = roots.map(root => `${root.toLowerCase()}/`);
      for (const folder of folders) await this.#folder(join(folder, 'Config'), below, kept, slice, 0);
      this.#kept = kept;
      return [...kept.values()].map(({ config }) => config).filter(config => config !== undefined);
    });
  }

  async #folder(
    folder: string,
    roots: readonly string[],
    kept: Map<string, Kept>,
    slice: TimeSlice,
    depth: number,
  ): Promise<void> {
    const entries = (await entriesOf(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (slice.isOver) await slice.yieldToEventLoop();
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await this.#folder(path, roots, kept, slice, depth + 1);
      if (!entry.isFile() || !/\.ini$/i.test(entry.name) || kept.size >= MAX_FILES) continue;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      const stamp = `${stats?.size} ${stats?.mtimeMs} ${stats?.ctimeMs} ${roots.join()}`;
      const before = this.#kept.get(path);
      kept.set(
        path,
        before?.stamp === stamp ? before : { stamp, config: await this.#file(path, roots, slice) },
      );
    }
  }

  async #file(path: string, roots: readonly string[], slice: TimeSlice): Promise<ConfigFile | undefined> {
    const texts: { line: number; text: string }[] = [];
    let line = 0;
    let masked = settingMask('');
    for (const content of linesOf((await textOf(path)) ?? '')) {
      line++;
      if (slice.isOverAfter(content.length + 1)) await slice.yieldToEventLoop();
      const trimmed = content.trim();
      const section = SECTION.exec(trimmed)?.[1];
      if (section !== undefined) masked = settingMask(section);
      if (/^[;[]/.test(trimmed) || !MAY_NAME.test(trimmed) || texts.length >= MAX_TEXTS) continue;
      for (const [, tag, named = ''] of masked(...settingIn(trimmed)).matchAll(NAMED)) {
        const folded = named.toLowerCase();
        const isNamed = tag !== undefined || roots.some(root => folded.startsWith(root));
        if (isNamed && texts.length < MAX_TEXTS) texts.push({ line, text: tag ?? named });
      }
    }
    return { file: relative(this.#root, path).split(sep).join('/'), texts };
  }
}

/** The key without its sign, and the value. A line without a key is a value. */
function settingIn(line: string): readonly [key: string, value: string] {
  const equals = line.indexOf('=');
  const key = line.slice(0, Math.max(0, equals)).replace(/^[-+!.](?=.)/s, '');
  if (key === '' || key.length > MAX_KEY) return ['', line];
  return [key.trim(), line.slice(equals + 1)];
}

/** One at a time, because an array of all lines could be larger than the text. */
function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, Math.min(end, start + MAX_LINE));
    start = end + 1;
  }
}

/** Undefined where the file is too large, or cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch (thrown) {
    if (thrown instanceof UnrealError || typeof (thrown as NodeJS.ErrnoException).code === 'string')
      return undefined;
    throw thrown;
  }
}
