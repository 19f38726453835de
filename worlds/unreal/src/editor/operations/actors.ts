import { missingLevel, noLevel, notAnActor } from '../../port/no-level.js';
import { requirePath } from '../../port/object-path.js';
import type { ActorInfo, Page, ParamsOf, ResultOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { byText, type PageRequest, pageOf, readPaging } from '../../port/paging.js';
import { UnrealError } from '../../port/unreal-error.js';
import { isActor, shortClass, spawnableClass } from '../../port/unreal-paths.js';
import { pool } from '../../work/pool.js';
import { sorted } from '../../work/sorted.js';
import { TimeSlice } from '../../work/time-slice.js';
import { isRecord } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import { actorsOfClass, classesOf } from './actor-classes.js';
import { componentsOf } from './actor-components.js';
import { actorFacts, MAX_PATHS } from './actor-facts.js';
import { actorInfo, actorInfos, actorLabel, allActors, outlinerFacts } from './actor-info.js';
import { findAsset } from './asset-registry.js';
import type { Editor, Operation } from './editor.js';
import { openLevelPath } from './levels.js';

type List = Operation<ParamsOf<'actor.list'>, ResultOf<'actor.list'>>;
type Get = Operation<ParamsOf<'actor.get'>, ResultOf<'actor.get'>>;

export const listActors: List = async (editor, params, job) => {
  const paging = readPaging(params);
  if (params.class !== undefined || params.query !== undefined) return searched(editor, params, paging, job);
  return present(editor, params.level, paging, job);
};

export const getActor: Get = async (editor, { path }, job) => {
  if (!isActor(requirePath(path))) {
    throw notAnActor(path);
  }
  const read = await editor.calls.read(job, path);
  const properties = isRecord(read) ? read : {};
  const info = (await actorFacts(editor, [path], job))?.[0] ?? {
    ...(await actorInfo(editor, path, job)),
    ...(await outlinerFacts(editor, path, properties, job)),
  };
  const { mesh: _, materials: __, ...facts } = info;
  return {
    ...facts,
    level: enginePackageOf(path),
    components: await componentsOf(editor, path, properties, job),
    properties,
  };
};

/** Actors may be removed while the editor is asked about them: the page is filled with the next ones. */
async function present(
  editor: Editor,
  level: string | undefined,
  paging: PageRequest,
  job: Job,
): Promise<ResultOf<'actor.list'>> {
  const items: ActorInfo[] = [];
  let next: PageRequest = paging;
  for (let asked = 0; ; ) {
    const { items: paths, total = paths.length, nextCursor } = await pageOfPaths(editor, level, next, job);
    const found = await actorInfos(editor, paths, job);
    items.push(...found);
    asked += paths.length;
    const left = total - (paths.length - found.length);
    if (left < total) forget(editor, level, missing(paths, found));
    if (nextCursor === undefined) {
      if (items.length === 0 && asked > 0 && paging.after === undefined) throw unknownActors(asked);
      return { items, total: left };
    }
    const limit = paging.limit - items.length;
    if (limit === 0 || asked >= editor.limits.questions) return { items, total: left, nextCursor };
    next = { limit, after: nextCursor };
  }
}

/** A list that is empty would say that the level is. */
function unknownActors(count: number): UnrealError {
  return new UnrealError(
    'failed',
    `The editor lists ${count} actors, and knows none of them when it is asked about each.`,
    'Check that the level is not being loaded, and try again.',
  );
}

/** The list in the cache keeps its age. */
function forget(editor: Editor, level: string | undefined, gone: ReadonlySet<string>): void {
  const list = editor.actorLists.get(level ?? '');
  if (list !== undefined) list.paths = list.paths.filter(path => !gone.has(path));
}

function missing(paths: readonly string[], found: readonly ActorInfo[]): ReadonlySet<string> {
  const present = new Set(found.map(({ path }) => path));
  return new Set(paths.filter(path => !present.has(path)));
}

/** Returns only the page, so that the list of all actors is not held while the editor is asked about each. */
async function pageOfPaths(
  editor: Editor,
  level: string | undefined,
  paging: PageRequest,
  job: Job,
): Promise<Page<string>> {
  return pageOf(await orderedPaths(editor, level, paging, job), path => path, paging);
}

/** The list of the previous page, where this is a further page and the cache still has it; else a new one. */
async function orderedPaths(
  editor: Editor,
  level: string | undefined,
  { after }: PageRequest,
  job: Job,
): Promise<readonly string[]> {
  const key = level ?? '';
  const known = after === undefined ? undefined : editor.actorLists.get(key);
  if (known !== undefined) return known.paths;
  // Concurrent callers share one list.
  return editor.listing.run(key, job.signal, () =>
    editor.runDetached('a list of actors', async own => {
      const slice = new TimeSlice(own.signal);
      const paths = await sorted(await actorsIn(editor, level, own, slice), byText, slice);
      const [first] = paths;
      if (level === undefined) editor.actorClasses.levelIs(first === undefined ? '' : enginePackageOf(first));
      editor.actorLists.set(key, { paths }, paths.length);
      return paths;
    }),
  );
}

async function actorsIn(
  editor: Editor,
  level: string | undefined,
  job: Job,
  slice: TimeSlice,
): Promise<string[]> {
  const paths = await allActors(editor, job);
  if (level === undefined) return paths;
  const wanted = enginePackageOf(requirePath(level)).toLowerCase();
  const inside: string[] = [];
  for (const path of paths) {
    if (enginePackageOf(path).toLowerCase() === wanted) inside.push(path);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  if (inside.length > 0 || (await openLevelPath(editor, job))?.toLowerCase() === wanted) return inside;
  throw await notOpen(editor, enginePackageOf(level), job);
}

async function notOpen(editor: Editor, path: string, job: Job): Promise<UnrealError> {
  const found = await findAsset(editor, path, job).catch((thrown: unknown) => {
    if (refusalIn(thrown) === undefined) throw thrown;
    return 'unknown' as const;
  });
  if (found === undefined) return missingLevel(path);
  if (found !== 'unknown' && found.class !== 'World') return noLevel(path, found.class);
  return new UnrealError(
    'not-found',
    `The level ${path} is not open in the editor.`,
    'Open it with open_level.',
  );
}

/** Asks the editor about some actors after the others, until the page is full or the limit of questions is reached. */
async function searched(
  editor: Editor,
  { class: className, query, level }: ParamsOf<'actor.list'>,
  paging: PageRequest,
  job: Job,
): Promise<ResultOf<'actor.list'>> {
  const wanted = {
    class: className === undefined ? undefined : shortClass(className).toLowerCase(),
    words: query?.toLowerCase(),
  };
  const { limit } = paging;
  const all = await orderedPaths(editor, level, paging, job);
  const narrowed = className === undefined ? all : await withClass(editor, className, all, job);
  const page = { ...paging, limit: editor.limits.questions };
  const { items: candidates, nextCursor: more } = pageOf(narrowed, path => path, page);
  const step = editor.connection.isOpen('python') ? MAX_PATHS : editor.limits.concurrency;
  const told = new Map<string, ActorInfo>();
  const found: string[] = [];
  for (let at = 0; at < candidates.length && found.length <= limit; at += step) {
    found.push(...(await matching(editor, candidates.slice(at, at + step), wanted, told, job)));
    job.progress(Math.min(at + step, candidates.length), candidates.length);
  }
  const taken = found.slice(0, limit);
  const untold = taken.filter(path => !told.has(path));
  for (const info of await actorInfos(editor, untold, job)) told.set(info.path, info);
  const items = taken.flatMap(path => told.get(path) ?? []);
  if (found.length > limit) return { items, nextCursor: taken.at(-1) as string };
  return more === undefined ? { items } : { items, nextCursor: more };
}

interface Wanted {
  readonly class: string | undefined;
  readonly words: string | undefined;
}

/** The actors that the function of the editor lists for a class. All where it has none: the class may be in another module. */
async function withClass(
  editor: Editor,
  className: string,
  paths: readonly string[],
  job: Job,
): Promise<readonly string[]> {
  const [first] = paths;
  if (first === undefined || editor.connection.isOpen('python')) return paths;
  const members = await actorsOfClass(editor, spawnableClass(className), first, job);
  return members === undefined || members.size === 0 ? paths : paths.filter(path => members.has(path));
}

/** The paths of the actors that match. What Python tells about them is added to `told`. */
async function matching(
  editor: Editor,
  paths: readonly string[],
  wanted: Wanted,
  told: Map<string, ActorInfo>,
  job: Job,
): Promise<readonly string[]> {
  const facts = await actorFacts(editor, paths, job);
  if (facts !== undefined) {
    const fitting = facts.filter(info => fits(info, wanted));
    for (const info of fitting) told.set(info.path, info);
    return fitting.map(({ path }) => path);
  }
  const { words } = wanted;
  const classes = wanted.class === undefined ? undefined : await classesOf(editor, paths, job);
  const ofClass = paths.filter(
    path => classes === undefined || classes.get(path)?.toLowerCase() === wanted.class,
  );
  const named = await pool(ofClass, editor.limits.concurrency, async path => {
    if (words === undefined || path.toLowerCase().includes(words)) return true;
    return (await actorLabel(editor, path, job).catch(gone))?.toLowerCase().includes(words) === true;
  });
  return ofClass.filter((_, index) => named[index]);
}

function fits({ path, label = '', class: className }: ActorInfo, wanted: Wanted): boolean {
  if (wanted.class !== undefined && className.toLowerCase() !== wanted.class) return false;
  return wanted.words === undefined || `${path}\n${label}`.toLowerCase().includes(wanted.words);
}

function gone(thrown: unknown): undefined {
  if (thrown instanceof Refused && thrown.why === 'object') return undefined;
  throw thrown;
}
