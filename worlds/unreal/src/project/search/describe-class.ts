import { withoutSecrets } from '@worldwire/server/kit';
import { MASK } from '../../port/credentials.js';
import type { NativeClassInfo, NativeMember } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Code } from '../code/code-index.js';
import { type Member, NativeClasses, placeOf } from '../code/native-classes.js';
import { type PackageEntry, shortName } from '../index/package-entry.js';
import { usesOf } from '../index/package-words.js';
import type { WordPool } from '../index/word-pool.js';
import { ClassTree } from './class-tree.js';
import { nativeClass, typeLine } from './code-hits.js';

const MAX_SPECIFIERS = 300;
const MAX_BLUEPRINTS = 20;
const CALLS: ReadonlySet<string> = new Set(['calls', 'event', 'binds']);

/** A class of the project's C++, with the Blueprints that derive from it and that call it. */
export async function describeClass(
  path: string,
  code: Code,
  entries: () => Iterable<PackageEntry>,
  pool: WordPool,
  slice: TimeSlice,
): Promise<NativeClassInfo> {
  const classes = await NativeClasses.of(code, slice);
  const type = classes.find(path);
  if (type === undefined) throw missing(path, classes);
  const { declaration, members } = type;
  const tree = await ClassTree.of(entries(), classes, pool, slice);
  const below = tree.below(name => name === type.name.toLowerCase());
  const family = new Set([type.name, ...below.map(nameOf)].map(name => name.toLowerCase()));
  const callers = await callersOf(members, family, entries(), pool, slice);
  const ofKind = (kind: string) =>
    members.filter(each => each.declaration.kind === kind).map(each => memberInfo(each, callers));
  const { specifiers, interfaces } = declaration;
  return {
    path: type.path,
    name: type.name,
    class: nativeClass(type),
    at: placeOf(type),
    module: type.module,
    declared: typeLine(declaration),
    ...(specifiers !== '' && { specifiers: masked(specifiers).slice(0, MAX_SPECIFIERS) }),
    ...(interfaces && { interfaces }),
    functions: ofKind('function'),
    properties: ofKind('property'),
    children: below.map(({ entry, native }) => entry?.path ?? native?.path ?? ''),
    ...(code.notes.length > 0 && { notes: code.notes }),
  };
}

/** The Blueprints that call each function of the family, by its name. A call without a class is one of its own class. */
async function callersOf(
  members: readonly Member[],
  family: ReadonlySet<string>,
  entries: Iterable<PackageEntry>,
  pool: WordPool,
  slice: TimeSlice,
): Promise<ReadonlyMap<string, Set<string>>> {
  const names = members.filter(each => each.declaration.kind === 'function' || isDelegate(each));
  const callers = new Map(names.map(({ declaration: { name } }) => [name.toLowerCase(), new Set<string>()]));
  const isCalled = (id: number) => callers.has(pool.word(id).toLowerCase());
  for (const { words, path } of entries) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (words === undefined) continue;
    for (const { kind, name, of = '' } of usesOf(words, isCalled, pool)) {
      if (!CALLS.has(kind)) continue;
      const owner = of === '' ? `${shortName(path)}_c` : of;
      if (family.has(owner.toLowerCase())) callers.get(name.toLowerCase())?.add(path);
    }
  }
  return callers;
}

function memberInfo(member: Member, callers: ReadonlyMap<string, ReadonlySet<string>>): NativeMember {
  const { name, signature = name, specifiers } = member.declaration;
  const blueprints = [...(callers.get(name.toLowerCase()) ?? [])];
  return {
    name,
    at: placeOf(member),
    declared: masked(signature),
    ...(specifiers !== '' && { specifiers: masked(specifiers).slice(0, MAX_SPECIFIERS) }),
    ...(blueprints.length > 0 && { blueprints: blueprints.slice(0, MAX_BLUEPRINTS) }),
  };
}

/** Default values and texts may be secrets. What is cut off could show that something before it is one. */
function masked(code: string): string {
  return withoutSecrets(code, { code: true, mask: MASK });
}

function isDelegate({ declaration }: Member): boolean {
  return /BlueprintAssignable|BlueprintCallable/.test(declaration.specifiers);
}

function nameOf({
  entry,
  native,
}: {
  readonly entry?: PackageEntry;
  readonly native?: { name: string };
}): string {
  return native?.name ?? `${shortName(entry?.path ?? '')}_c`;
}

function missing(path: string, classes: NativeClasses): UnrealError {
  const same = classes.all.filter(({ name }) => name.toLowerCase() === shortName(path).toLowerCase());
  const near = same.length > 0 ? `Similar: ${same.map(type => type.path).join(', ')}. ` : '';
  return new UnrealError(
    'not-found',
    `No header of the project declares ${path}.`,
    `${near}Classes of the engine are not described. search_project with kind "class" finds the project's own.`,
  );
}
