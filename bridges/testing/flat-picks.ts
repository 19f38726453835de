import { expect, it } from 'vitest';
import type { LiveGodot } from './live-godot.js';
import { namesAt } from './picks.js';

/** What the versions of the engine name differently. */
export interface FlatWords {
  /** The class of animated sprites, and its member with the frames. */
  readonly sprite: string;
  readonly frames: string;
  /** Lines that make a texture of a size. */
  readonly texture: (width: number, height: number) => readonly string[];
  readonly points: string;
  readonly integers: string;
  readonly invert: string;
}

/** Where sprites and polygons of a scene without a camera are met. */
export function flatPicks(live: () => LiveGodot, words: FlatWords): void {
  const metAt = (x: number, y: number) => namesAt(live(), x, y);

  it('meets an animated sprite in the rectangle of the frame that it shows', async () => {
    await live().run(
      [
        ...words.texture(40, 20),
        'var frames = SpriteFrames.new()',
        'frames.add_frame("default", texture)',
        `var hero = ${words.sprite}.new()`,
        'hero.name = "Hero"',
        `hero.${words.frames} = frames`,
        'hero.position = Vector2(200, 100)',
        'scene.add_child(hero)',
      ].join('\n'),
    );
    expect(await metAt(185, 95)).toEqual(['Hero']);
    expect(await metAt(185, 115)).toEqual([]);
    expect(await metAt(225, 100)).toEqual([]);
    await live().run('find("Hero").centered = false\nfind("Hero").offset = Vector2(0, 5)');
    expect(await metAt(239, 124)).toEqual(['Hero']);
    expect(await metAt(195, 100)).toEqual([]);
    await live().run(`find("Hero").${words.frames} = null`);
    expect(await metAt(210, 110)).toEqual([]);
    await live().run(
      `var frames = SpriteFrames.new()\nfind("Hero").${words.frames} = frames\nframes.rename_animation("default", "other")`,
    );
    expect(await metAt(210, 110)).toEqual([]);
  });

  it('meets a polygon inside of its line, or outside where it is inverted', async () => {
    await live().run(
      [
        'var hill = Polygon2D.new()',
        'hill.name = "Hill"',
        `hill.polygon = ${words.points}([Vector2(0, 0), Vector2(100, 0), Vector2(0, 100)])`,
        'hill.offset = Vector2(10, 0)',
        'hill.position = Vector2(200, 200)',
        'scene.add_child(hill)',
      ].join('\n'),
    );
    expect(await metAt(220, 210)).toEqual(['Hill']);
    expect(await metAt(290, 290)).toEqual([]);
    expect(await metAt(205, 210)).toEqual([]);
    await live().run(`find("Hill").${words.invert} = true\nfind("Hill").invert_border = 20`);
    expect(await metAt(220, 210)).toEqual([]);
    expect(await metAt(290, 290)).toEqual(['Hill']);
    expect(await metAt(205, 210)).toEqual(['Hill']);
    expect(await metAt(185, 210)).toEqual([]);
  });

  it('meets a polygon of several parts in those alone', async () => {
    await live().run(
      [
        'var stones = Polygon2D.new()',
        'stones.name = "Stones"',
        `stones.polygon = ${words.points}([Vector2(0, 0), Vector2(40, 0), Vector2(0, 40), Vector2(100, 100), Vector2(60, 100), Vector2(100, 60), Vector2(500, 500)])`,
        `stones.polygons = [${words.integers}([0, 1, 2]), ${words.integers}([3, 4, 5])]`,
        'stones.internal_vertex_count = 1',
        'scene.add_child(stones)',
      ].join('\n'),
    );
    expect(await metAt(10, 10)).toEqual(['Stones']);
    expect(await metAt(95, 95)).toEqual(['Stones']);
    expect(await metAt(50, 50)).toEqual([]);
    // The last corner lies inside of a polygon, and is none of its line.
    await live().run('find("Stones").polygons = []');
    expect(await metAt(300, 290)).toEqual([]);
    await live().run('find("Stones").internal_vertex_count = 0');
    expect(await metAt(300, 290)).toEqual(['Stones']);
  });
}
