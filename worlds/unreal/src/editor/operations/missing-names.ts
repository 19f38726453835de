import { nearestActors, nearestNames } from '../../port/nearest.js';
import { UnrealError } from '../../port/unreal-error.js';
import { isActor, nameOf } from '../../port/unreal-paths.js';
import { listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { allActors } from './actor-info.js';
import { allAssets } from './assets.js';
import type { Editor } from './editor.js';

const MAX_NAMED = 10;
/** Classes that are spawned often, to suggest in place of an unknown one. */
const COMMON_CLASSES = [
  'CameraActor',
  'DecalActor',
  'DirectionalLight',
  'Note',
  'PlayerStart',
  'PointLight',
  'RectLight',
  'SkyLight',
  'SpotLight',
  'StaticMeshActor',
  'TargetPoint',
  'TextRenderActor',
  'TriggerBox',
];

/** The error for paths that are not actors of the open levels. */
export function noActors(missing: readonly string[], there: readonly string[]): UnrealError {
  const [first = ''] = missing;
  const shown = missing.slice(0, MAX_NAMED).join(', ');
  const subject =
    missing.length === 1
      ? `actor ${first}`
      : `actors ${shown}${missing.length > MAX_NAMED ? ' and others' : ''}`;
  const near = nearestActors(
    first,
    there.map(path => ({ path })),
  );
  return new UnrealError('not-found', `The open levels have no ${subject}.`, near);
}

/** Runs work on an actor. Where the actor is missing, the error has the nearest ones. */
export async function onActor<Result>(
  editor: Editor,
  path: string,
  job: Job,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Refused) || thrown.why !== 'object' || !isActor(path)) throw thrown;
    throw noActors([path], await unlessRefused(() => allActors(editor, job), []));
  }
}

/** Runs a call of a function. Where the object has no such function, the error names those it has. */
export async function onFunction<Result>(
  editor: Editor,
  object: string,
  name: string,
  job: Job,
  work: () => Promise<Result>,
): Promise<Result> {
  // An editor that allows only listed functions refuses an unknown one by the list.
  return onMember(editor, object, job, work, ['member', 'functions', 'other'], async () => {
    const names = await functionNames(editor, object, job);
    return names.length === 0 || hasName(names, name) ? undefined : noFunction(object, name, names);
  });
}

/** Runs work on a member of an object. A refusal for one of these reasons becomes the error of `missing`, where it returns one. */
export async function onMember<Result>(
  editor: Editor,
  object: string,
  job: Job,
  work: () => Promise<Result>,
  reasons: readonly Refused['why'][],
  missing: () => Promise<UnrealError | undefined>,
): Promise<Result> {
  try {
    return await onActor(editor, object, job, work);
  } catch (thrown) {
    if (!(thrown instanceof Refused) || !reasons.includes(thrown.why)) throw thrown;
    throw (await missing()) ?? thrown;
  }
}

/** Empty where the editor does not describe the object. */
export async function functionNames(editor: Editor, object: string, job: Job): Promise<string[]> {
  const described = await unlessRefused(() => editor.calls.describe(job, object), {});
  return listField(described, 'Functions').map(each => textField(each, 'Name') ?? '');
}

export function hasName(names: readonly string[], name: string): boolean {
  return names.some(each => each.toLowerCase() === name.toLowerCase());
}

export function noFunction(object: string, name: string, names: readonly string[]): UnrealError {
  const hint = nearestNames(name, names, 'Give one of these as function:');
  return new UnrealError('not-found', `${object} has no function ${name}.`, hint);
}

/** The error for a class that the editor does not know, with classes and Blueprints of similar names. */
export async function noClass(editor: Editor, classPath: string, job: Job): Promise<UnrealError> {
  const blueprints = await unlessRefused(
    () => allAssets(editor, { path: '/Game', class: 'Blueprint' }, job),
    [],
  );
  const wanted = nameOf(classPath).replace(/_C$/, '');
  const named = new Map([
    ...COMMON_CLASSES.map(name => [name, name] as const),
    ...blueprints.map(({ name, path }) => [name, path] as const),
  ]);
  const near = nearestNames(wanted, [...named.keys()], 'Known classes and Blueprints:');
  const exact = named.get(wanted);
  return new UnrealError(
    'not-found',
    `The editor spawned no actor: ${classPath} is not an actor class that it knows.`,
    [
      exact?.startsWith('/') ? `The path of ${wanted} is ${exact}.` : near,
      'Give a class such as "/Script/Engine.PointLight", or the path of a Blueprint from find_assets.',
    ].join(' '),
  );
}

async function unlessRefused<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof UnrealError && thrown.kind !== 'gone' && thrown.kind !== 'timeout')
      return otherwise;
    throw thrown;
  }
}
