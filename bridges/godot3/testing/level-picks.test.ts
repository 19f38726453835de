import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
  await live.call('time.set', { scale: 0 });
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('arena'));

const namesAt = async (x: number, y: number) =>
  (await live.call('pick.world', { x, y })).map(({ name }) => name);

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

  it('meets an animated sprite in the rectangle of the frame that it shows', async () => {
    await live.run(
      [
        ...texture(40, 20),
        'var frames = SpriteFrames.new()',
        'frames.add_frame("default", texture)',
        'var hero = AnimatedSprite.new()',
        'hero.name = "Hero"',
        'hero.frames = frames',
        'hero.position = Vector2(200, 100)',
        'scene.add_child(hero)',
      ].join('\n'),
    );
    expect(await namesAt(185, 95)).toEqual(['Hero']);
    expect(await namesAt(185, 115)).toEqual([]);
    expect(await namesAt(225, 100)).toEqual([]);
    await live.run('find("Hero").centered = false\nfind("Hero").offset = Vector2(0, 5)');
    expect(await namesAt(239, 124)).toEqual(['Hero']);
    expect(await namesAt(195, 100)).toEqual([]);
    await live.run('find("Hero").frames = null');
    expect(await namesAt(210, 110)).toEqual([]);
    await live.run(
      'var frames = SpriteFrames.new()\nfind("Hero").frames = frames\nframes.rename_animation("default", "other")',
    );
    expect(await namesAt(210, 110)).toEqual([]);
  });

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

  it('meets a polygon inside of its line, or outside where it is inverted', async () => {
    await live.run(
      [
        'var hill = Polygon2D.new()',
        'hill.name = "Hill"',
        'hill.polygon = PoolVector2Array([Vector2(0, 0), Vector2(100, 0), Vector2(0, 100)])',
        'hill.offset = Vector2(10, 0)',
        'hill.position = Vector2(200, 200)',
        'scene.add_child(hill)',
      ].join('\n'),
    );
    expect(await namesAt(220, 210)).toEqual(['Hill']);
    expect(await namesAt(290, 290)).toEqual([]);
    expect(await namesAt(205, 210)).toEqual([]);
    await live.run('find("Hill").invert_enable = true\nfind("Hill").invert_border = 20');
    expect(await namesAt(220, 210)).toEqual([]);
    expect(await namesAt(290, 290)).toEqual(['Hill']);
    expect(await namesAt(205, 210)).toEqual(['Hill']);
    expect(await namesAt(185, 210)).toEqual([]);
  });

  it('meets a polygon of several parts in those alone', async () => {
    await live.run(
      [
        'var stones = Polygon2D.new()',
        'stones.name = "Stones"',
        'stones.polygon = PoolVector2Array([Vector2(0, 0), Vector2(40, 0), Vector2(0, 40), Vector2(100, 100), Vector2(60, 100), Vector2(100, 60), Vector2(500, 500)])',
        'stones.polygons = [PoolIntArray([0, 1, 2]), PoolIntArray([3, 4, 5])]',
        'stones.internal_vertex_count = 1',
        'scene.add_child(stones)',
      ].join('\n'),
    );
    expect(await namesAt(10, 10)).toEqual(['Stones']);
    expect(await namesAt(95, 95)).toEqual(['Stones']);
    expect(await namesAt(50, 50)).toEqual([]);
    // The last corner lies inside of a polygon, and is none of its line.
    await live.run('find("Stones").polygons = []');
    expect(await namesAt(300, 290)).toEqual([]);
    await live.run('find("Stones").internal_vertex_count = 0');
    expect(await namesAt(300, 290)).toEqual(['Stones']);
  });
});
