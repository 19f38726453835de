import { join } from 'node:path';
import { type Package, PackageError } from '@worldwire/uasset';
import { entriesOf } from '../../files/inside-folder.js';
import { missingLevel, noLevel } from '../../port/no-level.js';
import type { ActorInfo, ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { byText, type PageRequest, readPaging } from '../../port/paging.js';
import { UnrealError } from '../../port/unreal-error.js';
import { sorted } from '../../work/sorted.js';
import { TimeSlice } from '../../work/time-slice.js';
import { FolderPaths } from '../index/actor-folders.js';
import { packagesIn } from '../index/catalogue.js';
import {
  actorName,
  externalActor,
  externalsOf,
  foldersOf,
  unreadExternals,
} from '../index/external-actors.js';
import { nameOf, type PackageEntry, shortName, UNREADABLE } from '../index/package-entry.js';
import type { FoundPackage, PackageFinder } from '../index/package-finder.js';
import type { PackageIndex } from '../index/package-index.js';
import { readFolders } from '../read/actor-folders.js';
import { levelActors, levelExport } from '../read/level-actors.js';
import { mainObject } from '../read/main-object.js';
import { ObjectTable } from '../read/object-table.js';
import { openFound } from '../read/open-found.js';
import { withPackage } from '../read/package-file.js';
import type { ProjectSettings } from '../settings/project-settings.js';
import { ComponentPlaces } from './component-places.js';
import { actorInfo, type Surroundings } from './saved-actor.js';
import { SavedObjects } from './saved-objects.js';

/** An actor is an export of the level's package, or has a package of its own. */
interface Place {
  readonly name: string;
  readonly class: string;
  readonly in: number | PackageEntry;
}

/** Levels of the project and the actors in them. */
export class Levels {
  readonly #root: string;
  readonly #index: PackageIndex;
  readonly #finder: PackageFinder;
  readonly #settings: ProjectSettings;

  constructor(root: string, index: PackageIndex, finder: PackageFinder, settings: ProjectSettings) {
    this.#settings = settings;
    this.#root = root;
    this.#index = index;
    this.#finder = finder;
  }

  /** Needs an up-to-date index. The start map counts as open. */
  async list(slice: TimeSlice): Promise<ResultOf<'level.list'>> {
    const start = (await this.#settings.startMap(slice.signal))?.toLowerCase();
    const levels: { path: string; name: string; open: boolean }[] = [];
    for (const { path, class: className, file } of packagesIn(this.#index.catalogue.root)) {
      await slice.yieldToEventLoop();
      if (shortName(className) !== 'World' && !/\.umap$/i.test(file)) continue;
      levels.push({ path, name: nameOf(path), open: path.toLowerCase() === start });
    }
    return levels;
  }

  async actors(params: ParamsOf<'actor.list'>, slice: TimeSlice): Promise<ResultOf<'actor.list'>> {
    const wanted = readPaging(params);
    const level = await this.#level(params.level ?? (await this.#start(slice)), slice.signal);
    const { class: kind, query } = params;
    const list = async (opened: Package, own: TimeSlice) => {
      const table = await ObjectTable.of(opened, level.path, own);
      if (levelExport(opened) === undefined) throw await notALevel(opened, table);
      const externals = await this.externals(level.path, own.signal);
      const places = await placesIn(opened, table, externals, own);
      const fitting = places.filter(place => isOfClass(place.class, kind));
      const around = await this.#surroundings(opened, level.path, externals, own.signal);
      const page = await around.objects.within(opened, table, () =>
        this.#page(opened, table, fitting, { ...wanted, query }, around, own),
      );
      const unread = externals.length === 0 ? 0 : unreadExternals(this.#index.catalogue, level.path);
      return unread === 0 ? page : { ...page, notes: [unreadNote(unread, level.path)] };
    };
    const question = JSON.stringify(['actors', wanted, kind, query]);
    return openFound(
      level,
      slice.signal,
      (opened, _, signal) => list(opened, new TimeSlice(signal)),
      question,
    );
  }

  async #level(asked: string, signal: AbortSignal): Promise<FoundPackage> {
    try {
      return await this.#finder.find(asked, signal);
    } catch (thrown) {
      if (thrown instanceof UnrealError && thrown.kind === 'not-found') throw missingLevel(asked);
      throw thrown;
    }
  }

  /** Undefined where the level has no such actor with a package of its own. */
  async external(found: FoundPackage, signal: AbortSignal): Promise<PackageEntry | undefined> {
    const name = found.object?.split('.')[2]?.toLowerCase();
    if (name === undefined) return undefined;
    const entries = await this.externals(found.path, signal);
    return entries.find(entry => actorName(entry).toLowerCase() === name);
  }

  /** The actor of a file, with its level, label, folder and class. */
  actorText(entry: PackageEntry): string | undefined {
    return externalActor(this.#index.catalogue, entry)?.actor;
  }

  /** The start map of the project, unless it belongs to the engine, or else the only level. */
  async #start(slice: TimeSlice): Promise<string> {
    const start = await this.#settings.startMap(slice.signal);
    if (start !== undefined && (await this.#finder.onDisk(start)) !== undefined) return start;
    await this.#index.refresh(slice.signal);
    const levels = await this.list(slice);
    if (levels.length === 1) return (levels[0] as { path: string }).path;
    throw new UnrealError(
      'invalid',
      levels.length === 0
        ? 'The project has no level.'
        : 'The project has several levels and no start map of its own.',
      levels.length === 0
        ? 'list_assets lists what the project has.'
        : `Give a level, such as ${levels[0]?.path}.`,
    );
  }

  /** What an actor of a level, in an opened package of it, is described with. */
  async surroundings(opened: Package, level: string, signal: AbortSignal): Promise<Surroundings> {
    return this.#surroundings(opened, level, await this.externals(level, signal), signal);
  }

  async #surroundings(
    opened: Package,
    level: string,
    externals: readonly PackageEntry[],
    signal: AbortSignal,
  ): Promise<Surroundings> {
    const files = new Map(externals.map(entry => [actorName(entry).toLowerCase(), entry]));
    const prefix = `${level}.${nameOf(level)}:PersistentLevel.`.toLowerCase();
    const objects = new SavedObjects(async path => {
      const inside = path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : undefined;
      const own = inside && files.get((inside.split('.', 1)[0] as string).toLowerCase());
      if (own) return { path: own.path, file: join(this.#root, own.file) };
      return this.#finder.onDisk(enginePackageOf(path));
    });
    const folders =
      externals.length === 0
        ? new FolderPaths(await readFolders(opened, new TimeSlice(signal)))
        : foldersOf(this.#index.catalogue, level);
    return { objects, places: new ComponentPlaces(objects), folders };
  }

  /** Packages of single actors, which levels with One File Per Actor (UE 5.0) have. */
  async externals(level: string, signal: AbortSignal): Promise<PackageEntry[]> {
    const [, mount, below = ''] = /^(\/[^/]+)(\/.+)$/.exec(level) ?? [];
    if (mount === '/Game') {
      // Most levels have no such folder, and then need no index.
      const folder = join(this.#root, 'Content', '__ExternalActors__', ...below.slice(1).split('/'));
      if ((await entriesOf(folder)).length === 0) return [];
    }
    await this.#index.refresh(signal);
    return externalsOf(this.#index.catalogue, level);
  }

  async #page(
    opened: Package,
    table: ObjectTable,
    places: readonly Place[],
    { limit, after: last, query }: PageRequest & { readonly query: string | undefined },
    around: Surroundings,
    slice: TimeSlice,
  ): Promise<ResultOf<'actor.list'>> {
    const after = last === undefined ? undefined : shortName(last);
    const folded = query?.toLowerCase();
    const items: ActorInfo[] = [];
    const total = folded === undefined ? { total: places.length } : {};
    for (const place of places) {
      if (after !== undefined && place.name <= after) continue;
      if (slice.isOver) await slice.yieldToEventLoop();
      slice.signal.throwIfAborted();
      const info = await this.#info(opened, table, place, around);
      if (info === undefined || (folded !== undefined && !mentions(info, folded))) continue;
      if (items.length === limit) return { items, ...total, nextCursor: (items.at(-1) as ActorInfo).path };
      items.push(info);
    }
    return { items, ...total };
  }

  async #info(
    opened: Package,
    table: ObjectTable,
    actor: Place,
    around: Surroundings,
  ): Promise<ActorInfo | undefined> {
    const { in: place, name } = actor;
    try {
      if (typeof place === 'number') return await actorInfo(opened, table, place, around);
      return await withPackage({ path: place.path, file: join(this.#root, place.file) }, async own => {
        const index = await mainObject(own, nameOf(place.path));
        if (index === undefined) return undefined;
        return actorInfo(own, await ObjectTable.of(own, place.path), index, around);
      });
    } catch (thrown) {
      if (!(thrown instanceof UnrealError || thrown instanceof PackageError)) throw thrown;
      const path = `${table.path}.${nameOf(table.path)}:PersistentLevel.${name}`;
      return { path, name, class: shortName(actor.class) };
    }
  }
}

async function notALevel(opened: Package, table: ObjectTable): Promise<UnrealError> {
  const main = await mainObject(opened, nameOf(table.path));
  return noLevel(table.path, main === undefined ? UNREADABLE : shortName(table.classOf(main)));
}

/** All actors of a level, by name. */
async function placesIn(
  opened: Package,
  table: ObjectTable,
  externals: readonly PackageEntry[],
  slice: TimeSlice,
): Promise<Place[]> {
  const places: Place[] = [];
  for (const index of await levelActors(opened, table, slice)) {
    places.push({ name: table.entry(index).name, class: table.classOf(index), in: index });
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  for (const entry of externals) places.push({ name: actorName(entry), class: entry.class, in: entry });
  return sorted(places, (a, b) => byText(a.name, b.name), slice);
}

function unreadNote(count: number, level: string): string {
  const [files, are] = count === 1 ? ['file', 'is'] : ['files', 'are'];
  const [, mount = '', below = ''] = /^(\/[^/]+)(\/.+)$/.exec(level) ?? [];
  return `${count} actor ${files} of this level cannot be read and ${are} left out: list_assets with path ${mount}/__ExternalActors__${below} and class "Unreadable".`;
}

function isOfClass(path: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return (wanted.includes('/') ? path : shortName(path)).toLowerCase() === wanted.toLowerCase();
}

function mentions({ name, label, class: className }: ActorInfo, folded: string): boolean {
  return [name, label, className].some(text => text?.toLowerCase().includes(folded));
}
