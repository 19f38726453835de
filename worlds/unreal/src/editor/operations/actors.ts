import type { JsonObject } from '@worldwire/protocol';
import { missingLevel, noLevel } from '../../source/no-level.js';
import type { ActorDetail, ParamsOf, ResultOf } from '../../source/operations.js';
import { enginePackageOf } from '../../source/package-of.js';
import { inOrder, type PageWanted, pageOf, readPaging } from '../../source/paging.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Editor, Operation } from '../editor.js';
import type { Job } from '../job.js';
import { pool } from '../pool.js';
import { isRecord } from '../remote/fields.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import { isActor, nameOf, requirePath, shortClass } from '../unreal-paths.js';
import { actorClass, actorInfo, actorInfos, actorLabel, allActors, pathsIn } from './actor-info.js';
import { findAsset } from './asset-registry.js';
import { openLevelPath } from './levels.js';

type List = Operation<ParamsOf<'actor.list'>, ResultOf<'actor.list'>>;
type Get = Operation<ParamsOf<'actor.get'>, ResultOf<'actor.get'>>;

export const listActors: List = async (editor, params, job) => {
  const paging = readPaging(params);
  const all = inOrder(await actorsIn(editor, params.level, job), path => path);
  if (params.class === undefined && params.query === undefined) {
    const { items, ...page } = pageOf(all, path => path, paging);
    return { items: await actorInfos(editor, items, job), ...page };
  }
  return searched(editor, all, params, paging, job);
};

export const getActor: Get = async (editor, { path }, job) => {
  if (!isActor(requirePath(path))) {
    const example = 'Actors are directly in a level, such as "/Game/Maps/Hall.Hall:PersistentLevel.Door_1".';
    throw new UnrealError('not-found', `${path} is no actor.`, example);
  }
  const read = await editor.calls.read(job, path);
  const properties = isRecord(read) ? read : {};
  const info = await actorInfo(editor, path, job);
  return {
    ...info,
    level: enginePackageOf(path),
    components: await componentsOf(editor, path, properties, job),
    properties,
  };
};

async function actorsIn(editor: Editor, level: string | undefined, job: Job): Promise<string[]> {
  const paths = await allActors(editor, job);
  if (level === undefined) return paths;
  const wanted = enginePackageOf(requirePath(level)).toLowerCase();
  const inside = paths.filter(path => enginePackageOf(path).toLowerCase() === wanted);
  if (inside.length > 0 || (await openLevelPath(editor, job))?.toLowerCase() === wanted) return inside;
  throw await notOpen(editor, enginePackageOf(level), job);
}

/** Only what is a level at all can be opened. */
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

/** Looks at one actor after the other until the page is full or a cursor has to lead on: each takes a question. */
async function searched(
  editor: Editor,
  all: readonly string[],
  { class: className, query }: ParamsOf<'actor.list'>,
  { limit, after = '' }: PageWanted,
  job: Job,
): Promise<ResultOf<'actor.list'>> {
  const wantedClass = className === undefined ? undefined : shortClass(className).toLowerCase();
  const words = query?.toLowerCase();
  const matches = async (path: string): Promise<boolean> => {
    if (words !== undefined && !path.toLowerCase().includes(words)) {
      const label = await actorLabel(editor, path, job);
      if (label?.toLowerCase().includes(words) !== true) return false;
    }
    return wantedClass === undefined || (await actorClass(editor, path, job)).toLowerCase() === wantedClass;
  };
  const candidates = all.filter(path => path > after);
  const { concurrency, questions } = editor.limits;
  const found: string[] = [];
  let at = 0;
  while (at < candidates.length && at < questions && found.length <= limit) {
    const some = candidates.slice(at, at + concurrency);
    const fits = await pool(some, concurrency, matches);
    found.push(...some.filter((_, index) => fits[index]));
    at += some.length;
    job.progress(at, candidates.length);
  }
  const taken = found.slice(0, limit);
  const items = await actorInfos(editor, taken, job);
  if (found.length > limit) return { items, nextCursor: taken.at(-1) as string };
  return at < candidates.length ? { items, nextCursor: candidates[at - 1] as string } : { items };
}

/** By the function that lists them, or else those that properties of the actor refer to. */
async function componentsOf(
  editor: Editor,
  path: string,
  properties: JsonObject,
  job: Job,
): Promise<ActorDetail['components']> {
  const listed = await listedComponents(editor, path, job);
  const referred = Object.values(properties)
    .flat()
    .filter(value => typeof value === 'string' && value.startsWith(`${path}.`));
  const paths = [...new Set(listed ?? (referred as string[]))];
  return pool(paths, editor.limits.concurrency, async each => ({
    path: each,
    name: nameOf(each),
    class: await actorClass(editor, each, job),
  }));
}

async function listedComponents(editor: Editor, path: string, job: Job): Promise<string[] | undefined> {
  try {
    const parameters = { ComponentClass: '/Script/Engine.ActorComponent' };
    return pathsIn(await editor.functions.askObject(job, path, 'components', parameters));
  } catch (thrown) {
    if (thrown instanceof Refused && ['other', 'route', 'functions'].includes(thrown.why)) return undefined;
    throw thrown;
  }
}
