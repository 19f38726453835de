import { nameOf, shortClass } from '../../port/unreal-paths.js';
import { pool } from '../../work/pool.js';
import { listField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { actorClassPath, unlessRefused } from './actor-info.js';
import type { Editor } from './editor.js';

const STATICS = '/Script/Engine.Default__GameplayStatics';
/** Fewer actors of a class are asked about one by one. */
const MIN_GROUP = 3;
/** Classes that are remembered. */
const MAX_KNOWN = 200_000;

/** The classes of actors that were asked about, until the level changes. */
export class ActorClasses {
  readonly #known = new Map<string, string>();
  #world = '';

  get(path: string): string | undefined {
    return this.#known.get(path);
  }

  set(path: string, className: string): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(path, className);
  }

  /** An actor that was destroyed; another may get its name. */
  forget(path: string): void {
    this.#known.delete(path);
  }

  /** Called with the level of each list. */
  levelIs(world: string): void {
    if (world !== this.#world) this.#known.clear();
    this.#world = world;
  }
}

/**
 * The short names of the classes of actors, by path. The editor names an actor by its class and a number. For a group of actors with such names,
 * one function lists the actors of the class, so that one request answers for all of them. The others are asked about one by one. Actors that
 * do not exist any more are left out.
 */
export async function classesOf(
  editor: Editor,
  paths: readonly string[],
  job: Job,
): Promise<ReadonlyMap<string, string>> {
  const unknown = paths.filter(path => editor.actorClasses.get(path) === undefined);
  for (const [stem, group] of groupsOf(unknown)) {
    if (group.length >= MIN_GROUP) await learnGroup(editor, stem, group, job);
  }
  const left = unknown.filter(path => editor.actorClasses.get(path) === undefined);
  await pool(left, editor.limits.concurrency, path => learn(editor, path, job));
  return new Map(
    paths.flatMap(path => {
      const found = editor.actorClasses.get(path);
      return found === undefined ? [] : [[path, found] as const];
    }),
  );
}

/** The actors of a class and of classes derived from it. */
export async function actorsOfClass(
  editor: Editor,
  classPath: string,
  anyActor: string,
  job: Job,
): Promise<ReadonlySet<string> | undefined> {
  const parameters = { WorldContextObject: anyActor, ActorClass: classPath };
  const answer = await unlessRefused(() => editor.calls.ask(job, STATICS, 'GetAllActorsOfClass', parameters));
  if (answer === undefined) return undefined;
  return new Set(listField(answer, 'OutActors').filter(each => typeof each === 'string') as string[]);
}

async function learn(editor: Editor, path: string, job: Job): Promise<string | undefined> {
  try {
    const classPath = await actorClassPath(editor, path, job);
    editor.actorClasses.set(path, shortClass(classPath));
    return classPath;
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.why === 'object') return undefined;
    throw thrown;
  }
}

async function learnGroup(editor: Editor, stem: string, group: readonly string[], job: Job): Promise<void> {
  const [first] = group as readonly [string];
  const classPath = await learn(editor, first, job);
  if (classPath?.includes('/') !== true || shortClass(classPath) !== stem) return;
  const members = await actorsOfClass(editor, classPath, first, job);
  for (const path of members ?? []) if (stemOf(path) === stem) editor.actorClasses.set(path, stem);
}

/** The name without its number: of "StaticMeshActor_12" and "BP_Door_C_UAID_0242AC11_1". */
function stemOf(path: string): string {
  return nameOf(path).replace(/(_UAID_[0-9A-F]+)?_\d+$/, '');
}

function groupsOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const stem = stemOf(path);
    const group = groups.get(stem);
    if (group === undefined) groups.set(stem, [path]);
    else group.push(path);
  }
  return groups;
}
