import { namesBelow, nothingAt } from '../../port/nothing-at.js';
import { readFolderPath } from '../../port/object-path.js';
import type { AssetFilter, AssetInfo, Page, ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { byText, type PageRequest, pageOf, readPaging } from '../../port/paging.js';
import { EXTERNAL } from '../../port/special-packages.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf, shortClass } from '../../port/unreal-paths.js';
import { pool } from '../../work/pool.js';
import { sorted } from '../../work/sorted.js';
import { TimeSlice } from '../../work/time-slice.js';
import { atLeast } from '../gates/engine-version.js';
import { field, listField, numberField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import { pathsIn } from './actor-info.js';
import { assetData, hasSearch, search } from './asset-registry.js';
import type { Editor, Operation } from './editor.js';

type List = Operation<ParamsOf<'asset.list'>, ResultOf<'asset.list'>>;
type Wanted = Pick<AssetFilter, 'path' | 'class' | 'query'>;

const CONTENT = '/Game';
/** Assets whose folders are suggested in place of a wrong one. */
const MAX_NEAR = 1_000;

/** Classes whose module is known: the filter of UE 5.1 and later needs class paths. Other classes are filtered here. */
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
      const found = await kept(editor, 'search', wanted, paging, () => searched(editor, wanted, job));
      return pageOf(found, keyOf, paging);
    } catch (thrown) {
      if (!(thrown instanceof Refused) || thrown.why !== 'route') throw thrown;
    }
  }
  if (editor.connection.isOpen('python')) return listedByPython(editor, wanted, paging, job);
  return listedByQuestions(editor, wanted, paging, job);
};

/** The list of the previous page, where this is a further page and the cache still has it; else a new one. */
async function kept(
  editor: Editor,
  how: string,
  wanted: Required<Wanted>,
  { after }: PageRequest,
  make: () => Promise<AssetInfo[]>,
): Promise<readonly AssetInfo[]> {
  const key = JSON.stringify([how, wanted]);
  const known = after === undefined ? undefined : editor.assetLists.get(key);
  if (known !== undefined) return known;
  const made = await make();
  editor.assetLists.set(key, made, made.length);
  return made;
}

/** All pages. */
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

function wantedOf(params: AssetFilter): Required<Wanted> {
  return {
    path: enginePackageOf(readFolderPath(params.path ?? CONTENT)),
    class: params.class === undefined ? '' : shortClass(params.class),
    query: params.query?.toLowerCase() ?? '',
  };
}

function keyOf({ path, name }: AssetInfo): string {
  return `${path}.${name}`;
}

function byKey(a: AssetInfo, b: AssetInfo): number {
  return byText(keyOf(a), keyOf(b));
}

async function searched(editor: Editor, wanted: Required<Wanted>, job: Job): Promise<AssetInfo[]> {
  const classes = classNames(editor, wanted.class);
  const below = { PackagePaths: [wanted.path] };
  let found = await search(editor, { ...below, ClassNames: classes }, job);
  // The path may be a package instead of a folder.
  if (found.length === 0) found = await search(editor, { PackageNames: [wanted.path] }, job);
  if (found.length === 0) {
    const others = classes.length === 0 ? [] : await search(editor, below, job, 1);
    if (others.length === 0) {
      await refuseNowhere(wanted.path, async () => {
        const near = await search(editor, { PackagePaths: [CONTENT] }, job, MAX_NEAR);
        return near.map(({ info }) => info);
      });
    }
  }
  const slice = new TimeSlice(job.signal);
  const fitting: AssetInfo[] = [];
  for (const { info } of found) {
    if (fits(info, wanted)) fitting.push(info);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  return sorted(fitting, byKey, slice);
}

/** A path without assets is an error, except the content folder, which is empty in a new project. */
async function refuseNowhere(path: string, some: () => Promise<readonly AssetInfo[]>): Promise<void> {
  if (path.toLowerCase() === CONTENT.toLowerCase()) return;
  const near = await some().catch((thrown: unknown) => {
    // Suggestions are optional.
    if (refusalIn(thrown) === undefined) throw thrown;
    return [];
  });
  throw nothingAt(path, namesBelow(near.map(info => info.path)));
}

function classNames(editor: Editor, name: string): string[] {
  const { version } = editor.connection;
  if (name === '' || version === undefined || !ENGINE_CLASSES.has(name)) return [];
  return [atLeast(version, 5, 1) ? `/Script/Engine.${name}` : name];
}

function fits(info: AssetInfo, { path, class: className, query }: Required<Wanted>): boolean {
  if (EXTERNAL.test(info.path) && !EXTERNAL.test(path)) return false;
  if (className !== '' && info.class.toLowerCase() !== className.toLowerCase()) return false;
  return query === '' || keyOf(info).toLowerCase().includes(query);
}

async function listedByPython(
  editor: Editor,
  wanted: Required<Wanted>,
  { limit, after = '' }: PageRequest,
  job: Job,
): Promise<Page<AssetInfo>> {
  const answer = await editor.python.json(job, 'assets', { ...wanted, limit, after });
  if (field(answer, 'there') === false && after === '') {
    await refuseNowhere(wanted.path, async () => {
      const first = { path: CONTENT, class: '', query: '' };
      return (await listedByPython(editor, first, { limit: MAX_NEAR }, job)).items;
    });
  }
  const items = listField(answer, 'items').map(each => ({
    path: textField(each, 'Path') ?? '',
    name: textField(each, 'Name') ?? '',
    class: shortClass(textField(each, 'Class') ?? ''),
  }));
  const total = numberField(answer, 'total');
  const last = items.at(-1);
  return {
    items,
    ...(total === undefined ? {} : { total }),
    ...(field(answer, 'more') === true && last !== undefined ? { nextCursor: keyOf(last) } : {}),
  };
}

/** All paths in one answer, then a call for the class of each. */
async function listedByQuestions(
  editor: Editor,
  wanted: Required<Wanted>,
  paging: PageRequest,
  job: Job,
): Promise<Page<AssetInfo>> {
  const { concurrency, questions } = editor.limits;
  const nameless = { ...wanted, class: '' };
  const plain = await kept(editor, 'paths', nameless, paging, async () => {
    const below = await pathsBelow(editor, wanted.path, job);
    const fitting = below.filter(info => fits(info, nameless));
    return sorted(fitting, byKey, new TimeSlice(job.signal));
  });
  const whole = async (info: AssetInfo) => (await assetData(editor, info.path, job)) ?? info;
  if (wanted.class === '') {
    const { items, ...page } = pageOf(plain, keyOf, paging);
    return { items: await pool(items, concurrency, whole), ...page };
  }
  if (plain.length > questions) {
    throw new UnrealError(
      'unsupported',
      `This editor needs one call for the class of each asset, and ${wanted.path} has ${plain.length} assets.`,
      'Give a narrower folder, or enable remote Python in the editor.',
    );
  }
  const fitting = await kept(editor, 'classes', wanted, paging, async () =>
    (await pool(plain, concurrency, whole)).filter(info => fits(info, wanted)),
  );
  return pageOf(fitting, keyOf, paging);
}

/** The assets below a folder, or the package itself, without their classes. */
async function pathsBelow(editor: Editor, path: string, job: Job): Promise<AssetInfo[]> {
  const listed = await listedPaths(editor, path, job);
  if (listed.length > 0) return listed;
  const itself = await assetData(editor, path, job);
  if (itself !== undefined) return [itself];
  await refuseNowhere(path, () => listedPaths(editor, CONTENT, job));
  return [];
}

async function listedPaths(editor: Editor, path: string, job: Job): Promise<AssetInfo[]> {
  const answer = await editor.functions.ask(job, 'ListAssets', {
    DirectoryPath: path,
    bRecursive: true,
    bIncludeFolder: false,
  });
  return pathsIn(answer).map(each => ({ path: enginePackageOf(each), name: nameOf(each), class: '' }));
}
