import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { AssetInfo } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { nameOf, shortClass } from '../../port/unreal-paths.js';
import { TimeSlice } from '../../work/time-slice.js';
import { field, isRecord, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import type { Editor } from './editor.js';

/** Explicit, because the editor may have a smaller limit of its own that it does not report. */
const MAX_FOUND = 100_000;
const SEARCH = '/remote/search/assets';

/** An asset as the registry knows it. */
export interface Found {
  readonly info: AssetInfo;
  readonly tags?: Record<string, string>;
}

/** The assets that match a filter, from the editor's search. */
export async function search(
  editor: Editor,
  filter: JsonObject,
  job: Job,
  limit = MAX_FOUND,
): Promise<Found[]> {
  const body = {
    Query: '',
    Filter: {
      PackageNames: [],
      ClassNames: [],
      PackagePaths: [],
      RecursiveClassesExclusionSet: [],
      RecursivePaths: true,
      RecursiveClasses: false,
      ...filter,
    },
  };
  const answer = await editor.calls.search(job, { ...body, Limit: limit }).catch(thrown => {
    // An editor without this parameter may refuse it.
    if (thrown instanceof Refused && thrown.why === 'other') return editor.calls.search(job, body);
    throw thrown;
  });
  const slice = new TimeSlice(job.signal);
  const found: Found[] = [];
  for (const each of listField(answer, 'Assets')) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const path = textField(each, 'Path') ?? '';
    if (path === '') continue;
    const info = {
      path: enginePackageOf(path),
      name: textField(each, 'Name') ?? nameOf(path),
      class: shortClass(textField(each, 'Class') ?? ''),
    };
    const tags = tagsOf(field(each, 'Metadata'));
    found.push(tags === undefined ? { info } : { info, tags });
  }
  return found;
}

/** The entry of a package or of one object in it, with its tags. */
export async function findAsset(
  editor: Editor,
  path: string,
  job: Job,
): Promise<(AssetInfo & { readonly tags?: Record<string, string> }) | undefined> {
  const packagePath = enginePackageOf(path);
  if (hasSearch(editor)) {
    try {
      const found = await search(editor, { PackageNames: [packagePath] }, job);
      const named = found.find(each => each.info.name.toLowerCase() === nameOf(path).toLowerCase());
      const main = named ?? (path === packagePath ? found[0] : undefined);
      return main === undefined ? undefined : { ...main.info, ...(main.tags && { tags: main.tags }) };
    } catch (thrown) {
      if (!(thrown instanceof Refused) || thrown.why !== 'route') throw thrown;
    }
  }
  return assetData(editor, path, job);
}

/** True also for an editor that does not list its routes. */
export function hasSearch({ connection }: Editor): boolean {
  return connection.probe?.routes?.some(({ path }) => path === SEARCH) ?? true;
}

/** Before UE 5.1 the class is a name; since then it is a path, as a text or in two parts. */
export async function assetData(editor: Editor, path: string, job: Job): Promise<AssetInfo | undefined> {
  const answer = await editor.functions.ask(job, 'FindAssetData', { AssetPath: path });
  const data = field(answer, 'ReturnValue');
  const name = textField(data, 'AssetName') ?? '';
  if (name === '' || name === 'None') return undefined;
  const classPath = field(data, 'AssetClassPath');
  const className =
    textField(classPath, 'AssetName') ??
    (typeof classPath === 'string' ? classPath : undefined) ??
    textField(data, 'AssetClass') ??
    '';
  return { path: enginePackageOf(path), name, class: shortClass(className) };
}

function tagsOf(metadata: JsonValue | undefined): Record<string, string> | undefined {
  if (!isRecord(metadata)) return undefined;
  const entries = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
