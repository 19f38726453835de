import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flatPicks } from '../../testing/flat-picks.js';
import { namesAt as metAt } from '../../testing/picks.js';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
  await live.call('time.set', { scale: 0 });
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('arena'));

const namesAt = (x: number, y: number) => metAt(live, x, y);

/** Where a place of the world is seen. */
async function placeOf(x: number, y: number, z: number): Promise<readonly [number, number]> {
  const { json } = await live.run(
    `var at = root.get_camera().unproject_position(Vector3(${x}, ${y}, ${z}))\nreturn [at.x, at.y]`,
  );
  return json as [number, number];
}

const PHYSICS_KNOWS = ['yield(tree, "physics_frame")', 'yield(tree, "physics_frame")'];

describe('a pick in a level', () => {
  /** Blocks of two units before the crate, and far behind it, which are parts of the same map. */
  const BLOCKS = [
    'var library = MeshLibrary.new()',
    'library.create_item(0)',
    'library.set_item_mesh(0, CubeMesh.new())',
    'library.set_item_shapes(0, [BoxShape.new(), Transform.IDENTITY])',
    'var blocks = GridMap.new()',
    'blocks.name = "Blocks"',
    'blocks.mesh_library = library',
    'blocks.cell_size = Vector3(2, 2, 2)',
    'scene.add_child(blocks)',
    'for x in range(-1, 1):',
    '\tblocks.set_cell_item(x, 0, 2, 0)',
    '\tblocks.set_cell_item(x, 0, -40, 0)',
    ...PHYSICS_KNOWS,
  ].join('\n');

  it('meets blocks with collision once, before what they hide', async () => {
    await live.run(BLOCKS);
    expect(await namesAt(320, 240)).toEqual(['Blocks', 'Crate', 'Mesh', 'Sign']);
    await live.run('find("Blocks").translation.x = 50');
    expect(await namesAt(320, 240)).toEqual(['Crate', 'Mesh', 'Sign']);
  });

  it('passes blocks that are off', async () => {
    await live.run(BLOCKS);
    await live.call('object.activate', { id: await live.find('/Arena/Blocks'), active: false });
    expect(await namesAt(320, 240)).toEqual(['Crate', 'Mesh', 'Sign']);
  });

  it('meets any node that stands for a body', async () => {
    await live.run(
      [
        'var ghost = Spatial.new()',
        'ghost.name = "Ghost"',
        'ghost.set_meta("shape", BoxShape.new())',
        'scene.add_child(ghost)',
        'var body = PhysicsServer.body_create(PhysicsServer.BODY_MODE_STATIC)',
        'PhysicsServer.body_add_shape(body, ghost.get_meta("shape").get_rid())',
        'PhysicsServer.body_set_state(body, PhysicsServer.BODY_STATE_TRANSFORM, Transform(Basis(), Vector3(0, 1, 5)))',
        'PhysicsServer.body_set_space(body, root.world.space)',
        'PhysicsServer.body_attach_object_instance_id(body, ghost.get_instance_id())',
        ...PHYSICS_KNOWS,
      ].join('\n'),
    );
    expect((await namesAt(320, 240))[0]).toBe('Ghost');
  });

  for (const solid of [true, false]) {
    it(`meets the surface of a shape with a hole, ${solid ? 'with' : 'without'} collision`, async () => {
      await live.run(
        [
          'var wall = CSGBox.new()',
          'wall.name = "Wall"',
          'wall.width = 6',
          'wall.height = 6',
          `wall.use_collision = ${solid}`,
          'wall.translation = Vector3(0, 1, 4)',
          'var hole = CSGBox.new()',
          'hole.name = "Hole"',
          'hole.operation = CSGShape.OPERATION_SUBTRACTION',
          'hole.depth = 8',
          'wall.add_child(hole)',
          'scene.add_child(wall)',
          ...PHYSICS_KNOWS,
        ].join('\n'),
      );
      expect(await namesAt(320, 240)).toEqual(['Crate', 'Mesh', 'Sign']);
      const beside = await placeOf(2, 1, 5);
      expect(await namesAt(...beside)).toEqual(['Wall']);
      await live.run('find("Wall").translation.x = 50');
      expect(await namesAt(...beside)).toEqual([]);
    });
  }
});

describe('a pick in a flat level', () => {
  beforeEach(async () => live.call('object.destroy', { id: await live.find('/Arena/Camera') }));

  const texture = (width: number, height: number) => [
    'var image = Image.new()',
    `image.create(${width}, ${height}, false, Image.FORMAT_RGB8)`,
    'var texture = ImageTexture.new()',
    'texture.create_from_image(image)',
  ];

  it('meets a tile map where it has tiles, and what lies above before it', async () => {
    await live.run(
      [
        ...texture(32, 32),
        'var tiles = TileSet.new()',
        'tiles.create_tile(3)',
        'tiles.tile_set_texture(3, texture)',
        'var map = TileMap.new()',
        'map.name = "Map"',
        'map.tile_set = tiles',
        'map.cell_size = Vector2(32, 32)',
        'map.position = Vector2(100, 100)',
        'map.set_cell(1, 2, 3)',
        'map.set_cell(-1, 0, 3)',
        'tiles.create_tile(4)',
        'map.set_cell(0, 0, 4)',
        'map.set_cell(0, 1, 99)',
        'scene.add_child(map)',
        'var sprite = Sprite.new()',
        'sprite.name = "Above"',
        'sprite.texture = texture',
        'sprite.position = Vector2(148, 180)',
        'scene.add_child(sprite)',
      ].join('\n'),
    );
    expect(await namesAt(140, 170)).toEqual(['Above', 'Map']);
    for (const [x, y] of [
      [110, 110],
      [110, 140],
      [140, 110],
    ] as const)
      expect(await namesAt(x, y)).toEqual([]);
    expect(await namesAt(70, 131)).toEqual(['Map']);
    expect(await namesAt(67, 131)).toEqual([]);
  });

  it('meets a tile map where its tiles collide, also beyond their cells', async () => {
    await live.run(
      [
        ...texture(32, 32),
        'var shape = RectangleShape2D.new()',
        'shape.extents = Vector2(100, 10)',
        'var tiles = TileSet.new()',
        'tiles.create_tile(0)',
        'tiles.tile_set_texture(0, texture)',
        'tiles.tile_set_region(0, Rect2(0, 0, 32, 32))',
        'tiles.tile_add_shape(0, shape, Transform2D(0, Vector2(100, 10)))',
        'var map = TileMap.new()',
        'map.name = "Map"',
        'map.tile_set = tiles',
        'map.cell_size = Vector2(32, 32)',
        'map.set_cell(2, 2, 0)',
        'scene.add_child(map)',
        ...PHYSICS_KNOWS,
      ].join('\n'),
    );
    expect(await namesAt(200, 74)).toEqual(['Map']);
    expect(await namesAt(200, 94)).toEqual([]);
  });

  flatPicks(() => live, {
    sprite: 'AnimatedSprite',
    frames: 'frames',
    texture,
    points: 'PoolVector2Array',
    integers: 'PoolIntArray',
    invert: 'invert_enable',
  });
});
