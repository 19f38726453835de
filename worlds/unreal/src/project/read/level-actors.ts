import type { Package } from '@worldwire/uasset';
import type { TimeSlice } from '../../work/time-slice.js';
import type { ObjectTable } from './object-table.js';

/** Classes of objects in a level that are not actors. */
const NO_ACTOR =
  /^(Model|Polys|Level|World|.*Component|.*Blueprint|.*GeneratedClass|ActorFolder|LevelActorContainer|.*Chunk|.*Data|.*Registry|.*Config)$/;

/** From this custom version on (FReleaseObjectVersion), a level writes its actors without the owner of the list. */
const RELEASES = '9C54D522A8264FBE9421074661B482D0';
const PLAIN_LIST = 3;

/** The actors of the level in a package, in its order. */
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

/** The level in a package. */
export function levelExport(opened: Package): number | undefined {
  const found = opened.exports.findIndex(
    ({ className, name }) => className === 'Level' && name === 'PersistentLevel',
  );
  return found < 0 ? undefined : found;
}

/**
 * The list behind the properties of a level: a flag for an id, perhaps the owner, the count, and an index for each actor.
 * Undefined where an index is not an object of this level.
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
    // A removed actor is 0, an actor with its own file an import.
    if (object <= 0) continue;
    if (!inside.has(object - 1)) return undefined;
    actors.push(object - 1);
  }
  return actors;
}
