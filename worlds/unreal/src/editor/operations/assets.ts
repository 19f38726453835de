import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { AssetFilter, AssetInfo, Page, ParamsOf, ResultOf } from '../../source/operations.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Editor, Operation } from '../editor.js';
import type { Job } from '../job.js';
import { inOrder, pageOf, readPaging } from '../paging.js';
import { pool } from '../pool.js';
import { atLeast } from '../probe/engine-version.js';
import { field, isRecord, listField, numberField, textField } from '../remote/fields.js';
import { Refused } from '../remote/refusal.js';
import { nameOf, packageOf, requirePath, shortClass } from '../unreal-paths.js';

type List = Operation<ParamsOf<'asset.list'>, ResultOf<'asset.list'>>;
type Wanted = Pick<AssetFilter, 'path' | 'class' | 'query'>;

/** What the editor is asked for at most. Without a number it may stop at one of its own, which it does not tell. */
const MOST_FOUND = 100_000;
const SEARCH = '/remote/search/assets';

/** Classes whose module is known: the filter of later editors wants whole paths. Others are filtered here. */
const ENGINE_CLASSES: ReadonlySet<string> = new Set([
  'Blueprint',
  'DataTable',
  'Material',
  'SkeletalMesh',
  'SoundWave',
  'StaticMesh',
  'StringTable',
  'Texture2D',
  'World',
]);

export const listAssets: List = async (editor, params, job) => {
  const paging = readPaging(params);
  const wanted = wantedOf(params);
  if (hasSearch(editor)) {
    try {
      return pageOf(await searched(editor, wanted, job), keyOf, paging);
    } catch (thrown) {
      if (!(thrown instanceof Refused) || thrown.why !== 'route') throw thrown;
    }
  }
  if (editor.connection.isOpen('python')) return listedByPython(editor, wanted, paging, job);
  return listedByQuestions(editor, wanted, paging, job);
};

/** All that fit. */
export async function allAssets(editor: Editor, wanted: Wanted, job: Job): Promise<AssetInfo[]> {
  const all: AssetInfo[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Page<AssetInfo> = await listAssets(
      editor,
      { ...wanted, limit: 1_000, ...(cursor === undefined ? {} : { cursor }) },
      job,
    );
    all.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return all;
  }
}

/** The registry's entry of a package, with what else it says of it. */
export async function findAsset(
  editor: Editor,
  path: string,
  job: Job,
): Promise<(AssetInfo & { readonly tags?: Record<string, string> }) | undefined> {
  const packagePath = packageOf(path);
  if (hasSearch(editor)) {
    try {
      const found = await search(editor, { PackageNames: [packagePath] }, job);
      const main = found.find(each => each.info.name === nameOf(packagePath)) ?? found[0];
      return main === undefined ? undefined : { ...main.info, ...(main.tags && { tags: main.tags }) };
    } catch (thrown) {
      if (!(thrown instanceof Refused) || thrown.why !== 'route') throw thrown;
    }
  }
  return assetData(editor, packagePath, job);
}

function wantedOf(params: AssetFilter): Required<Wanted> {
  const path = requirePath(params.path ?? '/Game').replace(/\/+$/, '');
  return {
    path: packageOf(path),
    class: params.class === undefined ? '' : shortClass(params.class),
    query: params.query?.toLowerCase() ?? '',
  };
}

function keyOf({ path, name }: AssetInfo): string {
  return `${path}.${name}`;
}

/** An editor that does not tell its routes may have it. */
function hasSearch({ connection }: Editor): boolean {
  return connection.probe?.routes?.some(({ path }) => path === SEARCH) ?? true;
}

async function searched(editor: Editor, wanted: Required<Wanted>, job: Job): Promise<AssetInfo[]> {
  const classes = classNames(editor, wanted.class);
  let found = await search(editor, { PackagePaths: [wanted.path], ClassNames: classes }, job);
  // What was named may be a package and not a folder.
  if (found.length === 0) found = await search(editor, { PackageNames: [wanted.path] }, job);
  const fitting = found.map(({ info }) => info).filter(info => fits(info, wanted));
  return inOrder(fitting, keyOf);
}

function classNames(editor: Editor, name: string): string[] {
  const { version } = editor.connection;
  if (name === '' || version === undefined || !ENGINE_CLASSES.has(name)) return [];
  return [atLeast(version, 5, 1) ? `/Script/Engine.${name}` : name];
}

function fits(info: AssetInfo, { class: className, query }: Required<Wanted>): boolean {
  if (className !== '' && info.class.toLowerCase() !== className.toLowerCase()) return false;
  return query === '' || keyOf(info).toLowerCase().includes(query);
}

interface Found {
  readonly info: AssetInfo;
  readonly tags?: Record<string, string>;
}

async function search(editor: Editor, filter: JsonObject, job: Job): Promise<Found[]> {
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
  const answer = await editor.calls.search(job, { ...body, Limit: MOST_FOUND }).catch(thrown => {
    // An editor that knows no limit may mind it.
    if (thrown instanceof Refused && thrown.why === 'other') return editor.calls.search(job, body);
    throw thrown;
  });
  return listField(answer, 'Assets').flatMap(each => {
    const path = textField(each, 'Path') ?? '';
    if (path === '') return [];
    const info = {
      path: packageOf(path),
      name: textField(each, 'Name') ?? nameOf(path),
      class: shortClass(textField(each, 'Class') ?? ''),
    };
    const tags = tagsOf(field(each, 'Metadata'));
    return [tags === undefined ? { info } : { info, tags }];
  });
}

function tagsOf(metadata: JsonValue | undefined): Record<string, string> | undefined {
  if (!isRecord(metadata)) return undefined;
  const entries = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

async function listedByPython(
  editor: Editor,
  wanted: Required<Wanted>,
  { limit, after }: { limit: number; after: string },
  job: Job,
): Promise<Page<AssetInfo>> {
  const told = await editor.python.json(job, 'assets', { ...wanted, limit, after });
  const items = listField(told, 'items').map(each => ({
    path: textField(each, 'Path') ?? '',
    name: textField(each, 'Name') ?? '',
    class: shortClass(textField(each, 'Class') ?? ''),
  }));
  const total = numberField(told, 'total');
  const last = items.at(-1);
  return {
    items,
    ...(total === undefined ? {} : { total }),
    ...(field(told, 'more') === true && last !== undefined ? { nextCursor: keyOf(last) } : {}),
  };
}

/** The paths in one answer, and a question for what each of them is. */
async function listedByQuestions(
  editor: Editor,
  wanted: Required<Wanted>,
  paging: { limit: number; after: string },
  job: Job,
): Promise<Page<AssetInfo>> {
  const { concurrency, questions } = editor.limits;
  const answer = await editor.functions.ask(job, 'ListAssets', {
    DirectoryPath: wanted.path,
    bRecursive: true,
    bIncludeFolder: false,
  });
  const paths = listField(answer, 'ReturnValue').filter(each => typeof each === 'string') as string[];
  const named = paths.map(path => ({ path: packageOf(path), name: nameOf(path), class: '' }));
  const plain = inOrder(named, keyOf).filter(info => fits(info, { ...wanted, class: '' }));
  const whole = async (info: AssetInfo) => (await assetData(editor, info.path, job)) ?? info;
  if (wanted.class === '') {
    const { items, ...page } = pageOf(plain, keyOf, paging);
    return { items: await pool(items, concurrency, whole), ...page };
  }
  if (plain.length > questions) {
    throw new UnrealError(
      'unsupported',
      `This editor tells classes one by one, and there are ${plain.length} assets in ${wanted.path}.`,
      'Name a narrower folder, or let Python be run.',
    );
  }
  const fitting = (await pool(plain, concurrency, whole)).filter(info => fits(info, wanted));
  return pageOf(fitting, keyOf, paging);
}

/** Older editors name the class, later ones its path, as a text or in two parts. */
async function assetData(editor: Editor, packagePath: string, job: Job): Promise<AssetInfo | undefined> {
  const answer = await editor.functions.ask(job, 'FindAssetData', { AssetPath: packagePath });
  const data = field(answer, 'ReturnValue');
  const name = textField(data, 'AssetName') ?? '';
  if (name === '' || name === 'None') return undefined;
  const classPath = field(data, 'AssetClassPath');
  const className =
    textField(classPath, 'AssetName') ??
    (typeof classPath === 'string' ? classPath : undefined) ??
    textField(data, 'AssetClass') ??
    '';
  return { path: packagePath, name, class: shortClass(className) };
}
