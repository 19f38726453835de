import type { JsonObject } from '@worldwire/protocol';
import type { ActorInfo, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf, shortClass, unquoted } from '../../port/unreal-paths.js';
import { pool } from '../../work/pool.js';
import { type field, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { classesOf } from './actor-classes.js';
import { actorFacts } from './actor-facts.js';
import type { Editor } from './editor.js';
import { readRelative, readTransformAtOnce } from './transforms.js';

const OBJECT_CLASS = { path: '/Script/Engine.Default__GameplayStatics', function: 'GetObjectClass' };

/** The paths of all actors of the loaded levels, in the editor's order. */
export async function allActors(editor: Editor, job: Job): Promise<string[]> {
  return pathsIn(await editor.functions.ask(job, 'GetAllLevelActors'));
}

export function pathsIn(answer: Parameters<typeof field>[0]): string[] {
  return listField(answer, 'ReturnValue').filter(each => typeof each === 'string' && each !== '') as string[];
}

export async function actorInfo(editor: Editor, path: string, job: Job): Promise<ActorInfo> {
  return infoOf(editor, path, await actorClass(editor, path, job), job);
}

/** Without the actors that were removed meanwhile. With Python one request is enough for a page; otherwise two for each actor. */
export async function actorInfos(editor: Editor, paths: readonly string[], job: Job): Promise<ActorInfo[]> {
  const told = await actorFacts(editor, paths, job);
  if (told !== undefined) return told;
  const classes = await classesOf(editor, paths, job);
  const infos = await pool([...classes], editor.limits.concurrency, ([path, className]) =>
    infoOf(editor, path, className, job).catch((thrown: unknown) => {
      if (!(thrown instanceof Refused) || thrown.why !== 'object') throw thrown;
      editor.actorClasses.forget(path);
      return undefined;
    }),
  );
  return infos.filter(info => info !== undefined);
}

async function infoOf(editor: Editor, path: string, className: string, job: Job): Promise<ActorInfo> {
  const name = nameOf(path);
  const label = await actorLabel(editor, path, job);
  const transform = await transformIfAny(editor, path, job);
  return {
    path,
    name,
    class: className,
    ...(label === undefined || label === name ? {} : { label }),
    ...transform,
  };
}

/** From a function where that is allowed, because the description of an object is long. */
export async function actorClass(editor: Editor, path: string, job: Job): Promise<string> {
  return shortClass(await actorClassPath(editor, path, job));
}

/** A short name where the editor does not return more. */
export async function actorClassPath(editor: Editor, path: string, job: Job): Promise<string> {
  const asked = await unlessRefused(() =>
    editor.calls.ask(job, OBJECT_CLASS.path, OBJECT_CLASS.function, { Object: path }),
  );
  const found = textField(asked, 'ReturnValue');
  if (found !== undefined && found !== '' && found !== 'None') return unquoted(found);
  return unquoted(textField(await editor.calls.describe(job, path), 'Class') ?? '');
}

export async function actorLabel(editor: Editor, path: string, job: Job): Promise<string | undefined> {
  const label = textField(
    await unlessRefused(() => editor.functions.askObject(job, path, 'label')),
    'ReturnValue',
  );
  return label === '' ? undefined : label;
}

/** What the editor tells of one actor without Python: folder, tags and what it is attached to. */
export async function outlinerFacts(
  editor: Editor,
  path: string,
  properties: JsonObject,
  job: Job,
): Promise<Partial<ActorInfo>> {
  const ask = async (name: 'folder' | 'parent' | 'socket') => {
    const answer = await unlessRefused(() => editor.functions.askObject(job, path, name));
    const found = textField(answer, 'ReturnValue') ?? '';
    return found === '' || found === 'None' ? undefined : found;
  };
  const folder = await ask('folder');
  const attachedTo = await ask('parent');
  const socket = attachedTo === undefined ? undefined : await ask('socket');
  const tags = listField(properties, 'Tags').filter(each => typeof each === 'string') as string[];
  const root = properties.RootComponent;
  const relative =
    attachedTo === undefined || typeof root !== 'string'
      ? undefined
      : await unlessRefused(() => readRelative(editor, root, job));
  return {
    ...(folder !== undefined && { folder }),
    ...(tags.length > 0 && { tags }),
    ...(attachedTo !== undefined && { attachedTo }),
    ...(socket !== undefined && { socket }),
    ...(relative !== undefined && { relative }),
  };
}

async function transformIfAny(editor: Editor, path: string, job: Job): Promise<Partial<Transform>> {
  return (await unlessRefused(() => readTransformAtOnce(editor, path, job))) ?? {};
}

/** Undefined where the editor refuses, unless the object is missing. */
export async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.why !== 'object') return undefined;
    if (thrown instanceof UnrealError && thrown.kind === 'unsupported') return undefined;
    throw thrown;
  }
}
