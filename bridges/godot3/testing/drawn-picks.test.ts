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
  'var image = Image.new()',
  'image.create(150, 90, false, Image.FORMAT_RGB8)',
  'image.fill(Color(1, 0, 0))',
  'var texture = ImageTexture.new()',
  'texture.create_from_image(image)',
];
const FLAT: Shapes = {
  'an animated sprite': [
    ...RED_TEXTURE,
    'var frames = SpriteFrames.new()',
    'frames.add_frame("default", texture)',
    'var shape = AnimatedSprite.new()',
    'shape.frames = frames',
    'shape.flip_h = true',
    'shape.offset = Vector2(30, 0)',
    'shape.rotation = 0.5',
  ],
  'a tile map of slanted cells': [
    ...RED_TEXTURE,
    'var tiles = TileSet.new()',
    'tiles.create_tile(0)',
    'tiles.tile_set_texture(0, texture)',
    'tiles.tile_set_region(0, Rect2(0, 0, 64, 48))',
    'var shape = TileMap.new()',
    'shape.tile_set = tiles',
    'shape.cell_size = Vector2(64, 48)',
    'shape.cell_half_offset = TileMap.HALF_OFFSET_X',
    'for cell in [[0, 0], [0, 1], [1, 1], [-2, -1], [-3, 0]]:',
    '\tshape.set_cell(cell[0], cell[1], 0)',
  ],
  'a polygon': [
    'var shape = Polygon2D.new()',
    'shape.color = Color(1, 0, 0)',
    'shape.polygon = PoolVector2Array([Vector2(0, 0), Vector2(150, 20), Vector2(40, 40), Vector2(20, 150)])',
    'shape.offset = Vector2(-30, 10)',
    'shape.scale = Vector2(1, 0.8)',
  ],
  'an inverted polygon': [
    'var shape = Polygon2D.new()',
    'shape.color = Color(1, 0, 0)',
    'shape.polygon = PoolVector2Array([Vector2(0, 0), Vector2(150, 20), Vector2(20, 100)])',
    'shape.invert_enable = true',
    'shape.invert_border = 40',
  ],
  'a polygon of parts': [
    'var shape = Polygon2D.new()',
    'shape.color = Color(1, 0, 0)',
    'shape.polygon = PoolVector2Array([Vector2(0, 0), Vector2(90, 0), Vector2(0, 90), Vector2(150, 150), Vector2(70, 150), Vector2(150, 70)])',
    'shape.polygons = [PoolIntArray([0, 1, 2]), [3, 4, 5], [0, 99, 1]]',
  ],
};
const SOLID: Shapes = {
  'a shape with a hole': [
    'var shape = CSGBox.new()',
    'shape.width = 6',
    'shape.height = 4',
    'var hole = CSGSphere.new()',
    'hole.operation = CSGShape.OPERATION_SUBTRACTION',
    'hole.radius = 1.6',
    'hole.translation.x = 1',
    'shape.add_child(hole)',
    'shape.rotation.y = 0.4',
  ],
  blocks: [
    'var library = MeshLibrary.new()',
    'library.create_item(0)',
    'library.set_item_mesh(0, CubeMesh.new())',
    'library.set_item_shapes(0, [BoxShape.new(), Transform.IDENTITY])',
    'var shape = GridMap.new()',
    'shape.mesh_library = library',
    'shape.cell_size = Vector3(2, 2, 2)',
    'for cell in [[0, 0], [1, 1], [-2, 0]]:',
    '\tshape.set_cell_item(cell[0], cell[1], 0, 0)',
    'shape.rotation.y = 0.3',
  ],
};

const CAMERA = [
  'var camera = Camera.new()',
  'camera.translation = Vector3(0, 1, 9)',
  'camera.environment = Environment.new()',
  'camera.environment.background_mode = Environment.BG_COLOR',
  'camera.environment.background_color = Color(0, 0, 1)',
  'camera.environment.ambient_light_color = Color(1, 1, 0)',
];

meetsWhereDrawn(() => live, FLAT, SOLID, { camera: CAMERA, step: 'yield(tree, "physics_frame")' });
