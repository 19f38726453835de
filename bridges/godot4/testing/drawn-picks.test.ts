import { afterAll, beforeAll } from 'vitest';
import { meetsWhereDrawn, type Shapes } from '../../testing/picks.js';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';

let display: Display;
let live: LiveGodot;
beforeAll(async () => {
  display = await startDisplay();
  live = await LiveGodot.open({ display: display.name });
  await live.call('time.set', { scale: 0 });
});
afterAll(async () => {
  await live?.engine.close();
  await display?.stop();
});

const RED_TEXTURE = [
  'var image := Image.create_empty(150, 90, false, Image.FORMAT_RGB8)',
  'image.fill(Color.RED)',
  'var texture := ImageTexture.create_from_image(image)',
];
/** Tiles of 50 by 30 pixels: a plain one, one that is twice as wide, and one that stands 20 pixels higher. */
const TILES = [
  ...RED_TEXTURE,
  'var atlas := TileSetAtlasSource.new()',
  'atlas.texture = texture',
  'atlas.texture_region_size = Vector2i(50, 30)',
  'atlas.create_tile(Vector2i(0, 0))',
  'atlas.create_tile(Vector2i(0, 1), Vector2i(2, 1))',
  'atlas.create_tile(Vector2i(0, 2))',
  'atlas.get_tile_data(Vector2i(0, 2), 0).texture_origin = Vector2i(0, 20)',
  'var tiles := TileSet.new()',
  'tiles.tile_size = Vector2i(50, 30)',
  'tiles.add_source(atlas, 0)',
  'var shape := TileMapLayer.new()',
  'shape.tile_set = tiles',
];
const FLAT: Shapes = {
  'an animated sprite': [
    ...RED_TEXTURE,
    'var frames := SpriteFrames.new()',
    'frames.add_frame("default", texture)',
    'var shape = AnimatedSprite2D.new()',
    'shape.sprite_frames = frames',
    'shape.flip_h = true',
    'shape.offset = Vector2(30, 0)',
    'shape.rotation = 0.5',
  ],
  'a tile map layer with cells of other tiles and of none': [
    ...TILES,
    'for cell in [Vector2i(0, 0), Vector2i(1, 1), Vector2i(-2, -1)]: shape.set_cell(cell, 0, Vector2i.ZERO)',
    'shape.set_cell(Vector2i(2, 0), 0, Vector2i(9, 9))',
    'shape.set_cell(Vector2i(3, 0), 7, Vector2i.ZERO)',
    'shape.set_cell(Vector2i(4, 0), 0, Vector2i.ZERO, 5)',
  ],
  'a tile map layer with tiles that are larger than their cells, moved or turned': [
    ...TILES,
    'shape.set_cell(Vector2i(0, 0), 0, Vector2i(0, 1))',
    'shape.set_cell(Vector2i(3, 3), 0, Vector2i(0, 2))',
    'shape.set_cell(Vector2i(-3, 2), 0, Vector2i(0, 1), TileSetAtlasSource.TRANSFORM_TRANSPOSE)',
    'shape.rotation = 0.3',
  ],
  'a tile map layer of slanted cells': [
    ...TILES,
    'tiles.tile_layout = TileSet.TILE_LAYOUT_STACKED',
    'tiles.tile_shape = TileSet.TILE_SHAPE_HALF_OFFSET_SQUARE',
    'for cell in [Vector2i(0, 0), Vector2i(0, 1), Vector2i(1, 1), Vector2i(-2, -1), Vector2i(-3, 0)]:',
    '\tshape.set_cell(cell, 0, Vector2i.ZERO)',
  ],
  'a polygon': [
    'var shape = Polygon2D.new()',
    'shape.color = Color.RED',
    'shape.polygon = PackedVector2Array([Vector2(0, 0), Vector2(150, 20), Vector2(40, 40), Vector2(20, 150)])',
    'shape.offset = Vector2(-30, 10)',
    'shape.scale = Vector2(1, 0.8)',
  ],
  'an inverted polygon': [
    'var shape = Polygon2D.new()',
    'shape.color = Color.RED',
    'shape.polygon = PackedVector2Array([Vector2(0, 0), Vector2(150, 20), Vector2(20, 100)])',
    'shape.invert_enabled = true',
    'shape.invert_border = 40',
  ],
  'a polygon of parts': [
    'var shape = Polygon2D.new()',
    'shape.color = Color.RED',
    'shape.polygon = PackedVector2Array([Vector2(0, 0), Vector2(90, 0), Vector2(0, 90), Vector2(150, 150), Vector2(70, 150), Vector2(150, 70)])',
    'shape.polygons = [PackedInt32Array([0, 1, 2]), [3, 4, 5], [0, 99, 1]]',
  ],
};
const BLOCKS = [
  'var library := MeshLibrary.new()',
  'library.create_item(0)',
  'library.set_item_mesh(0, PrismMesh.new())',
  'library.set_item_mesh_transform(0, Transform3D(Basis.from_scale(Vector3.ONE * 1.5), Vector3(0, 0.2, 0)))',
  'var shape := GridMap.new()',
  'shape.mesh_library = library',
  'shape.cell_size = Vector3(2, 2, 2)',
  'for cell in [Vector3i(0, 0, 0), Vector3i(1, 1, 0), Vector3i(-2, 0, 0)]: shape.set_cell_item(cell, 0)',
  'shape.set_cell_item(Vector3i(-1, 1, 0), 9)',
  'shape.rotation.y = 0.3',
];
const SOLID: Shapes = {
  'a shape with a hole': [
    'var shape = CSGBox3D.new()',
    'shape.size = Vector3(6, 4, 2)',
    'var hole = CSGSphere3D.new()',
    'hole.operation = CSGShape3D.OPERATION_SUBTRACTION',
    'hole.radius = 1.6',
    'hole.position.x = 1',
    'shape.add_child(hole)',
    'shape.rotation.y = 0.4',
  ],
  'blocks with collision': [
    ...BLOCKS,
    'library.set_item_shapes(0, [BoxShape3D.new(), Transform3D.IDENTITY])',
    'shape.collision_layer = 1',
  ],
  'blocks without collision': BLOCKS,
  'a multi-mesh': [
    'var many := MultiMesh.new()',
    'many.transform_format = MultiMesh.TRANSFORM_3D',
    'many.mesh = SphereMesh.new()',
    'many.instance_count = 4',
    'many.visible_instance_count = 3',
    'for at in 4: many.set_instance_transform(at, Transform3D(Basis.from_scale(Vector3.ONE * 2), Vector3(at * 3 - 4, at, 0)))',
    'var shape := MultiMeshInstance3D.new()',
    'shape.multimesh = many',
  ],
};

const CAMERA = [
  'var camera := Camera3D.new()',
  'camera.position = Vector3(0, 1, 9)',
  'camera.environment = Environment.new()',
  'camera.environment.background_mode = Environment.BG_COLOR',
  'camera.environment.background_color = Color(0, 0, 1)',
  'camera.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR',
  'camera.environment.ambient_light_color = Color(1, 1, 0)',
];

meetsWhereDrawn(() => live, FLAT, SOLID, { camera: CAMERA, step: 'await tree.physics_frame' });
