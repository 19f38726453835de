import type { Package } from '@worldwire/uasset';
import type { ObjectTable } from './object-table.js';

/** What a level has inside it that is no actor, where only its class can tell. */
const NO_ACTOR =
  /^(Model|Polys|Level|World|.*Component|.*Blueprint|.*GeneratedClass|ActorFolder|LevelActorContainer|.*Chunk|.*Data|.*Registry|.*Config)$/;

/** The exports that are actors of the level in a package, in the order of the level. */
export async function levelActors(opened: Package, table: ObjectTable): Promise<readonly number[]> {
  const level = opened.exports.findIndex(
    ({ className, name }) => className === 'Level' && name === 'PersistentLevel',
  );
  if (level < 0) return [];
  const inside = table.inside(level);
  const listed = actorList(await opened.tail(level), level + 1, new Set(inside));
  return listed ?? inside.filter(index => !NO_ACTOR.test(table.entry(index).className));
}

/**
 * A level writes its actors behind its properties: perhaps a mark that it has an identity, in older versions the owner
 * of the list, then their number and an index for each. Taken only if every index is an object of this level.
 */
function actorList(tail: Uint8Array, level: number, inside: ReadonlySet<number>): number[] | undefined {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const word = (at: number) => (at + 4 <= tail.length ? view.getInt32(at, true) : undefined);
  const identity = word(0) === 1 ? 20 : 4;
  const start = word(identity) === level && word(identity + 4) !== undefined ? identity + 4 : identity;
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
