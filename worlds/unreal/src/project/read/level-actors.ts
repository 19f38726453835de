import type { Package } from '@worldwire/uasset';
import type { TimeSlice } from '../../work/time-slice.js';
import type { ObjectTable } from './object-table.js';

/** What a level has inside it that is no actor, where only its class can tell. */
const NO_ACTOR =
  /^(Model|Polys|Level|World|.*Component|.*Blueprint|.*GeneratedClass|ActorFolder|LevelActorContainer|.*Chunk|.*Data|.*Registry|.*Config)$/;

/** The version in which a level writes its actors as a plain list, without the owner of it in front. */
const RELEASES = '9C54D522A8264FBE9421074661B482D0';
const PLAIN_LIST = 3;

/** The exports that are actors of the level in a package, in the order of the level. */
export async function levelActors(
  opened: Package,
  table: ObjectTable,
  slice: TimeSlice,
): Promise<readonly number[]> {
  const level = levelExport(opened);
  if (level === undefined) return [];
  const inside = table.inside(level);
  const owned = (opened.summary.customVersions.get(RELEASES) ?? 0) < PLAIN_LIST;
  const listed = actorList(await opened.tail(level), owned, new Set(inside));
  if (listed !== undefined) return listed;
  const actors: number[] = [];
  const isActor = new Map<string, boolean>();
  for (const index of inside) {
    const { className } = table.entry(index);
    const known = isActor.get(className) ?? !NO_ACTOR.test(className);
    isActor.set(className, known);
    if (known) actors.push(index);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  return actors;
}

/** The level in a package, where it has one. */
export function levelExport(opened: Package): number | undefined {
  const found = opened.exports.findIndex(
    ({ className, name }) => className === 'Level' && name === 'PersistentLevel',
  );
  return found < 0 ? undefined : found;
}

/**
 * A level writes its actors behind its properties: a mark whether it has an id, perhaps the owner of the list, their number
 * and an index for each. Taken only if every index is an object of this level.
 */
function actorList(tail: Uint8Array, owned: boolean, inside: ReadonlySet<number>): number[] | undefined {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const word = (at: number) => (at + 4 <= tail.length ? view.getInt32(at, true) : undefined);
  const start = (word(0) === 0 ? 4 : 20) + (owned ? 4 : 0);
  const count = word(start);
  if (count === undefined || count < 0 || start + 4 + count * 4 > tail.length) return undefined;
  const actors: number[] = [];
  for (let index = 0; index < count; index++) {
    const object = word(start + 4 + index * 4) as number;
    // Actors that were removed leave a hole; those with files of their own are imports.
    if (object <= 0) continue;
    if (!inside.has(object - 1)) return undefined;
    actors.push(object - 1);
  }
  return actors;
}
