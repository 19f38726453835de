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

const namesAt = (x: number, y: number) => metAt(live, x, y);

/** Where a place of the world is seen. */
async function placeOf(x: number, y: number, z: number): Promise<readonly [number, number]> {
  const { json } = await live.run(
    `var at = root.get_camera_3d().unproject_position(Vector3(${x}, ${y}, ${z}))\nreturn [at.x, at.y]`,
  );
  return json as [number, number];
}

const PHYSICS_KNOWS = ['await tree.physics_frame', 'await tree.physics_frame'];

describe('a pick in a level', () => {
  beforeEach(() => live.load('arena'));

  /** Blocks of two units before the crate, and far behind it, which are parts of the same map. */
  const BLOCKS = [
    'var library = MeshLibrary.new()',
    'library.create_item(0)',
    'var cube := BoxMesh.new()',
    'cube.size = Vector3.ONE * 2',
    'library.set_item_mesh(0, cube)',
    'var box := BoxShape3D.new()',
    'box.size = cube.size',
    'library.set_item_shapes(0, [box, Transform3D.IDENTITY])',
    'var blocks = GridMap.new()',
    'blocks.name = "Blocks"',
    'blocks.mesh_library = library',
    'blocks.cell_size = Vector3(2, 2, 2)',
    'scene.add_child(blocks)',
    'for x in range(-1, 1):',
    '\tblocks.set_cell_item(Vector3i(x, 0, 2), 0)',
    '\tblocks.set_cell_item(Vector3i(x, 0, -40), 0)',
    ...PHYSICS_KNOWS,
  ].join('\n');

  it('meets blocks with collision once, before what they hide', async () => {
    await live.run(BLOCKS);
    expect(await namesAt(320, 240)).toEqual(['Blocks', 'Crate', 'Mesh', 'Sign']);
    await live.run('find("Blocks").position.x = 50');
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
        'var ghost = Node3D.new()',
        'ghost.name = "Ghost"',
        'ghost.set_meta("shape", BoxShape3D.new())',
        'scene.add_child(ghost)',
        'var body := PhysicsServer3D.body_create()',
        'PhysicsServer3D.body_set_mode(body, PhysicsServer3D.BODY_MODE_STATIC)',
        'PhysicsServer3D.body_add_shape(body, ghost.get_meta("shape").get_rid())',
        'PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, Transform3D(Basis(), Vector3(0, 1, 5)))',
        'PhysicsServer3D.body_set_space(body, root.find_world_3d().space)',
        'PhysicsServer3D.body_attach_object_instance_id(body, ghost.get_instance_id())',
        ...PHYSICS_KNOWS,
      ].join('\n'),
    );
    expect((await namesAt(320, 240))[0]).toBe('Ghost');
  });

  for (const solid of [true, false]) {
    it(`meets the surface of a shape with a hole, ${solid ? 'with' : 'without'} collision`, async () => {
      await live.run(
        [
          'var wall = CSGBox3D.new()',
          'wall.name = "Wall"',
          'wall.size = Vector3(6, 6, 2)',
          `wall.use_collision = ${solid}`,
          'wall.position = Vector3(0, 1, 4)',
          'var hole = CSGBox3D.new()',
          'hole.name = "Hole"',
          'hole.operation = CSGShape3D.OPERATION_SUBTRACTION',
          'hole.size = Vector3(2, 2, 8)',
          'wall.add_child(hole)',
          'scene.add_child(wall)',
          ...PHYSICS_KNOWS,
        ].join('\n'),
      );
      expect(await namesAt(320, 240)).toEqual(['Crate', 'Mesh', 'Sign']);
      const beside = await placeOf(2, 1, 5);
      expect(await namesAt(...beside)).toEqual(['Wall']);
      await live.run('find("Wall").position.x = 50');
      expect(await namesAt(...beside)).toEqual([]);
    });
  }
});

describe('a pick in a flat level', () => {
  // It has no camera.
  beforeEach(() => live.load('garden'));

  const texture = (width: number, height: number) => [
    `var image := Image.create_empty(${width}, ${height}, false, Image.FORMAT_RGB8)`,
    'var texture := ImageTexture.create_from_image(image)',
  ];

  const tiles = (...prepared: string[]) => [
    ...texture(64, 32),
    'var atlas := TileSetAtlasSource.new()',
    'atlas.texture = texture',
    'atlas.texture_region_size = Vector2i(32, 32)',
    'atlas.create_tile(Vector2i.ZERO)',
    'var tiles := TileSet.new()',
    'tiles.tile_size = Vector2i(32, 32)',
    ...prepared,
    'tiles.add_source(atlas, 3)',
  ];
  const layer = (...cells: string[]) => [
    'var map := TileMapLayer.new()',
    'map.name = "Map"',
    'map.tile_set = tiles',
    ...cells.map(cell => `map.set_cell(${cell})`),
    'scene.add_child(map)',
  ];

  it('meets a tile map layer where it has tiles, and what lies above before it', async () => {
    const [there, afar] = ['Vector2i(1, 2), 3, Vector2i.ZERO', 'Vector2i(-1, 0), 3, Vector2i.ZERO'];
    // A tile, a source and an alternative that do not exist, and a source that makes nodes.
    const missing = [
      'Vector2i(0, 0), 3, Vector2i(1, 0)',
      'Vector2i(0, 1), 99, Vector2i.ZERO',
      'Vector2i(1, 0), 3, Vector2i.ZERO, 4',
      'Vector2i(2, 0), 5, Vector2i.ZERO, 1',
    ];
    await live.run(
      [
        ...tiles('tiles.add_source(TileSetScenesCollectionSource.new(), 5)'),
        ...layer(there, afar, ...missing),
        'map.position = Vector2(100, 100)',
        'var sprite = Sprite2D.new()',
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
      [170, 110],
    ] as const)
      expect(await namesAt(x, y)).toEqual([]);
    expect(await namesAt(70, 131)).toEqual(['Map']);
    expect(await namesAt(67, 131)).toEqual([]);
    await live.run('find("Map").enabled = false');
    expect(await namesAt(70, 131)).toEqual([]);
    await live.run('find("Map").enabled = true\nfind("Map").tile_set.get_source(3).texture = null');
    expect(await namesAt(70, 131)).toEqual([]);
    await live.run('find("Map").tile_set = null');
    expect(await namesAt(70, 131)).toEqual([]);
  });

  it('meets an old tile map in each of its layers, and passes cells without a tile', async () => {
    await live.run(
      [
        ...tiles(),
        'var map = TileMap.new()',
        'map.name = "Map"',
        'map.tile_set = tiles',
        'map.add_layer(1)',
        'map.set_cell(0, Vector2i(0, 0), 3, Vector2i.ZERO)',
        'map.set_cell(1, Vector2i(1, 0), 3, Vector2i.ZERO)',
        'map.set_cell(1, Vector2i(2, 0), 3, Vector2i(1, 0))',
        'scene.add_child(map)',
      ].join('\n'),
    );
    expect(await namesAt(10, 10)).toEqual(['Map']);
    expect(await namesAt(40, 10)).toEqual(['Map']);
    expect(await namesAt(70, 10)).toEqual([]);
    await live.run('find("Map").set_layer_enabled(1, false)');
    expect(await namesAt(40, 10)).toEqual([]);
  });

  it('meets slanted tiles in their cells alone, and what stands out of them', async () => {
    await live.run(
      [
        ...tiles(
          'tiles.tile_shape = TileSet.TILE_SHAPE_ISOMETRIC',
          'tiles.tile_size = Vector2i(32, 16)',
          'atlas.get_tile_data(Vector2i.ZERO, 0).texture_origin = Vector2i(0, 8)',
        ),
        ...layer('Vector2i(3, 3), 3, Vector2i.ZERO'),
        'var middle := map.map_to_local(Vector2i(3, 3))',
        'map.position = Vector2(200, 200) - middle',
      ].join('\n'),
    );
    expect(await namesAt(200, 200)).toEqual(['Map']);
    // The upper left corner of its box belongs to another cell.
    expect(await namesAt(186, 194)).toEqual([]);
    // The tile is 32 pixels high and stands on the lower end of its cell.
    expect(await namesAt(190, 180)).toEqual(['Map']);
    expect(await namesAt(190, 174)).toEqual([]);
  });

  it('meets a tile map layer where its tiles collide, also beyond their cells', async () => {
    await live.run(
      [
        ...tiles('tiles.add_physics_layer()'),
        'var tile := atlas.get_tile_data(Vector2i.ZERO, 0)',
        'tile.add_collision_polygon(0)',
        'tile.set_collision_polygon_points(0, 0, PackedVector2Array([Vector2(-16, -16), Vector2(184, -16), Vector2(184, 4), Vector2(-16, 4)]))',
        ...layer('Vector2i(2, 2), 3, Vector2i.ZERO'),
        ...PHYSICS_KNOWS,
      ].join('\n'),
    );
    expect(await namesAt(200, 74)).toEqual(['Map']);
    expect(await namesAt(200, 94)).toEqual([]);
  });

  flatPicks(() => live, {
    sprite: 'AnimatedSprite2D',
    frames: 'sprite_frames',
    texture,
    points: 'PackedVector2Array',
    integers: 'PackedInt32Array',
    invert: 'invert_enabled',
  });
});
