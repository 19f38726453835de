import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveGodot } from './live-godot.js';
import { readPng } from './read-png.js';

/** The names of the objects that a pick in the world meets. */
export async function namesAt(live: LiveGodot, x: number, y: number): Promise<string[]> {
  return (await live.call('pick.world', { x, y })).map(({ name }) => name);
}

/** The code that makes a `shape`, by its name. */
export type Shapes = Readonly<Record<string, readonly string[]>>;

/** The lines of `camera` make a camera in a solid scene, and those of `step` wait for physics. */
export interface SolidWords {
  readonly camera: readonly string[];
  readonly step: string;
}

/** Adds one test for each shape of a flat and of a solid scene. */
export function meetsWhereDrawn(live: () => LiveGodot, flat: Shapes, solid: Shapes, words: SolidWords): void {
  describe('a pick meets where it is drawn, and nowhere else,', () => {
    beforeEach(() => live().load('garden'));
    const add = ['shape.name = "Shape"', 'scene.add_child(shape)'];

    it.each(Object.entries(flat))('%s', async (_, code) => {
      await live().run([...code, ...add, 'shape.position = Vector2(300, 200)'].join('\n'));
      await expectMetWhereDrawn(live());
    });

    it.each(Object.entries(solid))('%s', async (_, code) => {
      const camera = [...words.camera, 'scene.add_child(camera)', 'camera.make_current()'];
      await live().run([...camera, ...code, ...add, words.step, words.step].join('\n'));
      await expectMetWhereDrawn(live());
    });
  });
}

/** That the pixels of a grid where something is drawn are those where the object "Shape" is met. */
async function expectMetWhereDrawn(live: LiveGodot): Promise<void> {
  const picture = readPng(Buffer.from((await live.call('view.capture', {})).data, 'base64'));
  const empty = picture.at(1, 1);
  const [drawn, met]: [string[], string[]] = [[], []];
  for (let y = 5; y < 480; y += 22) {
    for (let x = 3; x < 640; x += 22) {
      // In the middle of the pixel.
      if ((await namesAt(live, x + 0.5, y + 0.5)).includes('Shape')) met.push(`${x} ${y}`);
      if (picture.at(x, y).join() !== empty.join()) drawn.push(`${x} ${y}`);
    }
  }
  expect(drawn.length).toBeGreaterThan(5);
  expect(met).toEqual(drawn);
}
