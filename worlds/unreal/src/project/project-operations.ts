import { join } from 'node:path';
import type { Log } from '@worldwire/server';
import { tailLog } from '../files/log-file.js';
import { type ObjectPath, readObjectPath, readObjectPaths } from '../port/object-path.js';
import type {
  AssetDetail,
  AssetFilter,
  OperationName,
  ParamsOf,
  ResultOf,
  WithNotes,
} from '../port/operations.js';
import { enginePackageOf } from '../port/package-of.js';
import { EXTERNAL } from '../port/special-packages.js';
import { readTablePaging } from '../port/table-page.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions } from '../port/unreal-source.js';
import { writeT3d } from '../t3d/t3d-writer.js';
import { SerialQueue } from '../work/serial-queue.js';
import { TimeSlice } from '../work/time-slice.js';
import { CodeIndex } from './code/code-index.js';
import { NativeClasses, placeOf } from './code/native-classes.js';
import { SourceTexts } from './code/source-texts.js';
import { Absences, missingTargets } from './index/absences.js';
import { listAssets } from './index/asset-list.js';
import { reachOf, referencesOf } from './index/asset-references.js';
import { packagesIn } from './index/catalogue.js';
import { actorInLevel, actorName, externalActor, externalsOf } from './index/external-actors.js';
import { findMounts } from './index/mounts.js';
import { nameOf, type PackageEntry, UNREADABLE } from './index/package-entry.js';
import { PackageFinder } from './index/package-finder.js';
import type { PackageIndex } from './index/package-index.js';
import { unusedAssets } from './index/unused-assets.js';
import { ProjectObjects } from './levels/project-objects.js';
import { actorDetail } from './levels/saved-actor.js';
import { Levels } from './levels/saved-levels.js';
import type { ProjectFolder } from './project-folder.js';
import { describeProject } from './project-info.js';
import { assetPicture } from './read/asset-picture.js';
import { ObjectTable } from './read/object-table.js';
import { readObjectTree } from './read/object-tree.js';
import { openFound } from './read/open-found.js';
import { softReferences } from './read/package-facts.js';
import { objectProperty } from './read/property-read.js';
import { describeAsset } from './read/saved-asset.js';
import { StandIn } from './read/stand-in.js';
import { nativeAncestor } from './search/class-tree.js';
import type { TextFile } from './search/code-hits.js';
import { describeClass } from './search/describe-class.js';
import { searchProject } from './search/project-search.js';
import { propertyPlaces } from './search/property-places.js';
import { type ConfigFile, ConfigTexts } from './settings/config-texts.js';
import { ProjectSettings } from './settings/project-settings.js';
import { summarise } from './summary/summaries.js';
import { projectTags } from './tags/project-tags.js';

type Table = {
  readonly [Name in OperationName]?: (
    params: ParamsOf<Name>,
    options: CallOptions,
  ) => Promise<ResultOf<Name>>;
};

/** The operations that the files of a project can answer. */
export class ProjectOperations {
  readonly #project: ProjectFolder;
  readonly #index: PackageIndex;
  readonly #log: Log;
  readonly #describing: () => Promise<void>;
  readonly #finder: PackageFinder;
  readonly #settings: ProjectSettings;
  readonly #levels: Levels;
  readonly #objects: ProjectObjects;
  readonly #sources: SourceTexts;
  readonly #code: CodeIndex;
  readonly #config: ConfigTexts;
  readonly #pictures = new SerialQueue('read a picture');
  readonly #table: Table;

  /** `describing` is called before the project is described. */
  constructor(project: ProjectFolder, index: PackageIndex, log: Log, describing: () => Promise<void>) {
    this.#project = project;
    this.#index = index;
    this.#log = log;
    this.#describing = describing;
    this.#finder = new PackageFinder(project.root, index);
    this.#settings = new ProjectSettings(project.root);
    this.#levels = new Levels(project.root, index, this.#finder, this.#settings);
    this.#objects = new ProjectObjects(project.root, this.#finder, this.#levels);
    this.#sources = new SourceTexts(project.root);
    this.#code = new CodeIndex(this.#sources);
    this.#config = new ConfigTexts(project.root);
    this.#table = this.#operations();
  }

  run<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<ResultOf<Name>> {
    const operation = this.#table[name];
    if (operation !== undefined) return operation(params, options);
    throw new UnrealError(
      'unsupported',
      'This needs a running editor: the files of a project are read-only.',
      'Start the Unreal Editor with the Remote Control API plugin, and the server with --editor and its address.',
    );
  }

  #operations(): Table {
    const { root } = this.#project;
    return {
      'project.describe': async (_params, { signal }) => {
        await this.#describing();
        const code = await this.#code.read(signal);
        const slice = new TimeSlice(signal);
        const table = (params: ParamsOf<'asset.describe'>) => this.#describe(params, slice);
        return describeProject(this.#project, this.#settings, this.#log, signal, ini =>
          projectTags(ini, code, table, slice),
        );
      },
      'asset.list': async (filter, { signal, progress }) => {
        await this.#index.refresh(signal, progress);
        return this.#list(filter, signal);
      },
      'asset.references': async ({ path }, { signal, progress }) => {
        const readings = readObjectPaths(path);
        await this.#index.refresh(signal, progress);
        const { package: found, notes = [] } = this.#referred(path, readings);
        const result = referencesOf(this.#index, found);
        return withNotes(result, notes);
      },
      'asset.reach': async (params, { signal, progress }) => {
        const readings = readObjectPaths(params.path);
        await this.#index.refresh(signal, progress);
        const { package: path, notes = [] } = this.#referred(params.path, readings);
        const result = await reachOf(this.#index, { ...params, path }, new TimeSlice(signal));
        return withNotes(result, notes);
      },
      'asset.unused': async (params, { signal, progress }) => {
        await this.#index.refresh(signal, progress);
        const { path } = params;
        // Throws with the nearest names where there is no such folder.
        if (path !== undefined) await this.#list({ path, limit: 1 }, signal);
        const code = await this.#code.read(signal);
        const config = await this.#configTexts(signal);
        const named = { code: textsOf(code.files), config: textsOf(config) };
        const roots = await this.#settings.usedRoots(named, signal);
        const slice = new TimeSlice(signal);
        return unusedAssets(this.#index.catalogue, roots, params, code.notes, slice);
      },
      'asset.search': async (params, { signal, progress }) => {
        await this.#index.refresh(signal, progress);
        // Throws with the nearest names where there is no such folder.
        if (params.path !== undefined) await this.#list({ path: params.path, limit: 1 }, signal);
        const slice = new TimeSlice(signal);
        const { catalogue, words, left, links } = this.#index;
        const searched = {
          left,
          links,
          absences: new Absences(this.#index),
          unread: catalogue.unread,
          sources: await this.#sources.read(signal),
          entries: () => packagesIn(catalogue.root),
          words,
          code: await this.#code.read(signal),
          config: await this.#configTexts(signal),
          actorOf: (entry: PackageEntry) => actorInLevel(catalogue, entry),
          places: (entry: PackageEntry, word: string) => this.#places(entry, word, slice),
        };
        return searchProject(searched, params, slice);
      },
      'asset.describe': (params, { signal }) => this.#describe(params, new TimeSlice(signal)),
      'class.describe': async ({ path }, { signal, progress }) => {
        await this.#index.refresh(signal, progress);
        const code = await this.#code.read(signal);
        const { catalogue, words } = this.#index;
        return describeClass(path, code, () => packagesIn(catalogue.root), words, new TimeSlice(signal));
      },
      'asset.contents': (params, { signal }) => this.#contents(params, new TimeSlice(signal)),
      'asset.picture': async ({ path }, { signal }) => {
        const found = await this.#finder.find(path, signal);
        return this.#pictures.run(found.path, signal, stop =>
          openFound(found, stop, opened => assetPicture(opened, found.path, stop)),
        );
      },
      'level.list': async (_params, { signal, progress }) => {
        await this.#index.refresh(signal, progress);
        return this.#levels.list(new TimeSlice(signal));
      },
      'actor.list': (params, { signal }) => this.#levels.actors(params, new TimeSlice(signal)),
      'actor.get': ({ path }, { signal }) =>
        this.#objects.object(path, new TimeSlice(signal), async (opened, table, index) => {
          const level = enginePackageOf(table.absolute(index + 1) as string);
          return actorDetail(opened, table, index, await this.#levels.surroundings(opened, level, signal));
        }),
      'property.read': ({ object, property }, { signal }) =>
        this.#objects.object(object, new TimeSlice(signal), (opened, table, index) =>
          objectProperty(opened, table, index, property),
        ),
      'log.tail': (params, { signal }) => tailLog(root, params, signal),
    };
  }

  async #configTexts(signal: AbortSignal): Promise<readonly ConfigFile[]> {
    const { mounts, plugins } = await findMounts(this.#project.root);
    const folders = [this.#project.root, ...plugins.map(({ folder }) => folder)];
    return this.#config.read(folders, [...mounts.map(({ name }) => name), '/Engine', '/Script'], signal);
  }

  /** Empty where the package cannot be read: its words are known. */
  async #places({ path, file }: PackageEntry, word: string, slice: TimeSlice): Promise<readonly string[]> {
    try {
      return await openFound({ path, file: join(this.#project.root, file) }, slice.signal, opened =>
        propertyPlaces(opened, word, slice),
      );
    } catch (thrown) {
      if (thrown instanceof UnrealError) return [];
      throw thrown;
    }
  }

  /** The package whose references are meant: for an actor its own file, or else its level. Needs an up-to-date index. */
  #referred(given: string, readings: readonly ObjectPath[]): { readonly package: string } & WithNotes {
    const { catalogue } = this.#index;
    const known = readings.find(reading => catalogue.find(reading.package) !== undefined);
    const { package: path, object } = known ?? readObjectPath(given);
    const name = object?.split('.')[2]?.toLowerCase();
    if (name === undefined) return { package: path };
    const own = externalsOf(catalogue, path).find(entry => actorName(entry).toLowerCase() === name);
    if (own !== undefined) return { package: own.path };
    return {
      package: path,
      notes: [`${given} has no file of its own: these are the references of its level.`],
    };
  }

  #list(filter: AssetFilter, signal: AbortSignal): Promise<ResultOf<'asset.list'>> {
    const { catalogue, links } = this.#index;
    const isFolder = (path: string) => this.#finder.isFolder(path);
    const linksOn = (path: string) => this.#finder.linksOn(path);
    return listAssets({ catalogue, links, isFolder, linksOn }, filter, new TimeSlice(signal));
  }

  async #describe({ path, ...paging }: ParamsOf<'asset.describe'>, slice: TimeSlice): Promise<AssetDetail> {
    const rows = readTablePaging(paging);
    const found = await this.#finder.find(path, slice.signal);
    try {
      const described = await openFound(found, slice.signal, async (opened, bytes) => ({
        shown: await describeAsset(opened, bytes, found.path, rows, summarise, slice),
        references: [...opened.references, ...((await softReferences(opened, found.path)) ?? [])],
      }));
      const missing = await missingTargets(this.#project.root, this.#index, described.references, slice);
      const detail = { ...described.shown, ...(missing.length > 0 && { missingReferences: missing }) };
      if (EXTERNAL.test(found.path)) return { ...detail, ...(await this.#actorOf(found.path, slice.signal)) };
      if (detail.blueprint !== undefined) return await this.#withNativeParent(detail, slice.signal);
      if (detail.level === undefined) return detail;
      const others = await this.#levels.externals(found.path, slice.signal);
      return { ...detail, level: { actors: detail.level.actors + others.length } };
    } catch (thrown) {
      if (!(thrown instanceof UnrealError) || !/^(failed|invalid)$/.test(thrown.kind)) throw thrown;
      const shown = { path: found.path, name: nameOf(found.path) };
      if (!(thrown instanceof StandIn)) return { ...shown, class: UNREADABLE, notes: [thrown.message] };
      return { ...shown, class: thrown.className, notes: [`${thrown.message} ${thrown.enable}`] };
    }
  }

  /** What the file of a single actor is to a person. */
  async #actorOf(path: string, signal: AbortSignal): Promise<Pick<AssetDetail, 'actor'>> {
    await this.#index.refresh(signal);
    const { catalogue } = this.#index;
    const entry = catalogue.find(path);
    const named = entry && externalActor(catalogue, entry);
    return named === undefined ? {} : { actor: `${named.actor}: get_actor {"path":"${named.path}"}` };
  }

  async #withNativeParent(detail: AssetDetail, signal: AbortSignal): Promise<AssetDetail> {
    const { blueprint } = detail;
    // The parent of a Blueprint parent is in the index.
    if (blueprint?.parent !== undefined && !blueprint.parent.startsWith('/Script/'))
      await this.#index.refresh(signal);
    const ancestor = blueprint?.parent && nativeAncestor(this.#index.catalogue, blueprint.parent);
    if (!blueprint || !ancestor || /^\/Script\/(Engine|CoreUObject|UMG)\./.test(ancestor)) return detail;
    const classes = await NativeClasses.of(await this.#code.read(signal), new TimeSlice(signal));
    const type = classes.find(ancestor);
    if (type === undefined) return detail;
    return { ...detail, blueprint: { ...blueprint, nativeParent: `${type.path} (${placeOf(type)})` } };
  }

  async #contents(
    { path, format, object }: ParamsOf<'asset.contents'>,
    slice: TimeSlice,
  ): Promise<ResultOf<'asset.contents'>> {
    const found = await this.#finder.find(path, slice.signal);
    const asset = found.object === undefined || found.object === nameOf(found.path);
    const { objects, knowledge, ...noted } = asset
      ? await openFound(found, slice.signal, async opened => {
          const table = await ObjectTable.of(opened, found.path, slice);
          const only = object === undefined ? undefined : table.ending(object);
          return readObjectTree(opened, table, only, slice);
        })
      : await this.#objects.object(path, slice, (opened, table, index) =>
          readObjectTree(opened, table, object === undefined ? index : table.ending(object), slice),
        );
    return format === 'json' ? { objects, ...noted } : { text: writeT3d(objects, knowledge), ...noted };
  }
}

function* textsOf(files: readonly TextFile[]): Iterable<string> {
  for (const { texts } of files) for (const { text } of texts) yield text;
}

function withNotes<Result extends WithNotes>(result: Result, notes: readonly string[]): Result {
  return notes.length === 0 ? result : { ...result, notes: [...notes, ...(result.notes ?? [])] };
}
