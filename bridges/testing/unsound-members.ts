import { EngineError, type MemberInfo } from '@worldwire/engine';
import type { LiveGodot } from './live-godot.js';

/** Numbers that no property of the engine's own has room for. */
const MONSTERS: Readonly<Record<string, number>> = { float: 1e300, int: 2 ** 40 + 3 };

/** Makes a node of each class, and names the members that do not take back what they give, or take a number that they cannot hold. */
export async function unsoundMembers(live: LiveGodot, types: readonly string[]): Promise<string[]> {
  const unsound: string[] = [];
  for (const type of types) {
    const { id } = await live.call('object.create', { name: type, components: [{ type }] });
    const { items } = await live.call('member.list', { object: id, type, limit: 1000 });
    const own = items.filter(({ name, canWrite }) => canWrite && name !== 'name');
    const sound = await Promise.all(own.map(member => isSound(live, id, type, member)));
    unsound.push(...own.filter((_, at) => !sound[at]).map(({ name }) => `${type}.${name}`));
    await live.call('object.destroy', { id });
  }
  return unsound.sort();
}

async function isSound(live: LiveGodot, object: string, type: string, member: MemberInfo): Promise<boolean> {
  const { name, type: of } = member;
  try {
    const before = await live.read(object, type, name);
    const value = before.ref ?? before.json;
    if (value === undefined) return true;
    const after = await live.write(object, type, name, value);
    const monster = MONSTERS[of];
    if (monster !== undefined) await live.refusal('invalid', live.write(object, type, name, monster));
    return JSON.stringify(after.json) === JSON.stringify(before.json);
  } catch (thrown) {
    if (thrown instanceof EngineError) return false;
    throw thrown;
  }
}
