import { expect, it } from 'vitest';
import type { LiveGodot } from './live-godot.js';

/** The largest number of 32 bits, and one that no 32 bits have. */
export const LARGEST = 3.4028234663852886e38;
export const TOO_LARGE = 3.5e38;
export const FAR = { x: 0, y: 0, z: TOO_LARGE };

/** What large numbers do to the crate of the arena and to the freecam. The versions of the engine name two types differently. */
export function largestNumbers(
  live: () => LiveGodot,
  words: { readonly body: string; readonly rotation: string },
): void {
  it('is refused for the freecam', async () => {
    const before = await live().call('freecam.get', {});
    await live().refusal('invalid', live().call('freecam.set', { position: FAR }));
    await live().refusal('invalid', live().call('freecam.set', { rotation: FAR }));
    expect(await live().call('freecam.get', {})).toEqual(before);
  });

  it('is told from the largest there is room for', async () => {
    const crate = await live().find('/Arena/Crate');
    const place = { x: LARGEST, y: -LARGEST, z: 0 };
    expect((await live().write(crate, 'Health', 'last_hit', place)).json).toEqual(place);
    expect((await live().write(crate, 'Health', 'current', 1e300)).json).toBe(1e300);
    expect((await live().write(crate, words.body, 'collision_layer', 2 ** 32 - 1)).json).toBe(2 ** 32 - 1);
  });

  it('does not make a rotation into none', async () => {
    const crate = await live().find('/Arena/Crate');
    const turned = async (value: unknown) => {
      await live().run(`find("Crate").notes = ${words.rotation}.IDENTITY`);
      return (await live().write(crate, 'Health', 'notes', value)).json;
    };
    expect(await turned([0, 3e38, 0, 0])).toEqual({ x: 0, y: 1, z: 0, w: 0 });
    expect(await turned([0, 0, 0, 2])).toEqual({ x: 0, y: 0, z: 0, w: 1 });
  });
}
