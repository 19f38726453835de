import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

const pathsAt = async (kind: 'pick.ui' | 'pick.world', place: object = {}) =>
  (await live.call(kind, place)).map(({ path }) => path);

/** A scene without a camera of 3D is flat. */
async function removeCameras(): Promise<void> {
  for (const name of ['Camera', 'Watch'])
    await live.call('object.destroy', { id: await live.find(`/Arena/${name}`) });
}

const OUTSIDE = [
  { x: -1, y: 240 },
  { x: 320, y: 480.5 },
  { x: 641, y: 1 },
  { x: -0.01, y: 0.5, normalized: true },
  { x: 0.5, y: 1.01, normalized: true },
  { x: 2, y: 2, normalized: true },
  { x: 1e300, y: -1e300 },
];

describe('picking in the world', () => {
  beforeEach(async () => {
    await live.call('time.set', { scale: 0 });
    await live.load('arena');
  });

  it('meets bodies and meshes, nearest first', async () => {
    const paths = await pathsAt('pick.world');
    expect(paths).toEqual(['/Arena/Crate', '/Arena/Crate/Mesh', '/Arena/Sign']);
    expect(await pathsAt('pick.world', { x: 320, y: 240 })).toEqual(paths);
    expect(await pathsAt('pick.world', { x: 0.5, y: 0.5, normalized: true })).toEqual(paths);
  });

  it('meets triangles and not the box around them', async () => {
    const camera = { enabled: true, position: { x: 0, y: 50, z: 10 }, rotation: { x: 0, y: 0, z: 0 } };
    await live.call('freecam.set', camera);
    await live.run(
      'var ball = MeshInstance3D.new()\nball.name = "Globe"\nball.mesh = SphereMesh.new()\nball.position = Vector3(0, 50, 0)\nscene.add_child(ball)',
    );
    expect(await pathsAt('pick.world')).toEqual(['/Arena/Globe']);
    // In the corner of the box, beside the sphere.
    const corner = await live.run(
      'var at = root.get_camera_3d().unproject_position(Vector3(0.45, 50.45, 0))\nreturn {"x": at.x, "y": at.y}',
    );
    expect(await pathsAt('pick.world', corner.json as object)).toEqual([]);
    await live.call('freecam.set', { enabled: false });
  });

  it('follows what was moved in the same moment', async () => {
    const crate = await live.find('/Arena/Crate');
    await live.write(crate, 'Node3D', 'position', [5, 1, 0]);
    expect(await pathsAt('pick.world')).toEqual(['/Arena/Sign']);
    await live.write(crate, 'Node3D', 'position', [0, 1, 0]);
    expect(await pathsAt('pick.world')).toContain('/Arena/Crate');
  });

  it('passes what is off, and what lies below it', async () => {
    await live.call('object.activate', { id: await live.find('/Arena/Crate'), active: false });
    expect(await pathsAt('pick.world')).toEqual(['/Arena/Sign']);
  });

  it('meets what is drawn below a plain node, and nothing of another world or another layer', async () => {
    await live.run(
      [
        'var hidden = Node3D.new()',
        'hidden.visible = false',
        'scene.add_child(hidden)',
        'var plain = Node.new()',
        'hidden.add_child(plain)',
        'var window = SubViewport.new()',
        'window.own_world_3d = true',
        'scene.add_child(window)',
        'var shared = SubViewport.new()',
        'scene.add_child(shared)',
        'for entry in [[plain, "Drawn"], [window, "Elsewhere"], [shared, "Shared"], [scene, "Unseen"]]:',
        '\tvar mesh = MeshInstance3D.new()',
        '\tmesh.name = entry[1]',
        '\tmesh.mesh = BoxMesh.new()',
        '\tmesh.position = Vector3(0, 1, 4)',
        '\tentry[0].add_child(mesh)',
        'scene.get_node("Unseen").layers = 2',
        'scene.get_node("Camera").cull_mask = 1',
      ].join('\n'),
    );
    const names = (await live.call('pick.world', {})).map(({ name }) => name);
    expect(names.slice(0, 2).sort()).toEqual(['Drawn', 'Shared']);
    expect(names.slice(2)).toEqual(['Crate', 'Mesh', 'Sign']);
  });

  it('answers where many fine meshes lie in one place, the nearest first', async () => {
    await live.run(
      [
        'var shared = SphereMesh.new()',
        'for i in range(600):',
        '\tvar ball = MeshInstance3D.new()',
        '\tball.name = "Ball%d" % i',
        '\tball.mesh = shared if i % 2 else SphereMesh.new()',
        '\tball.position = Vector3(0, 1, 5 - i * 0.001)',
        '\tscene.add_child(ball)',
      ].join('\n'),
    );
    const paths = await pathsAt('pick.world');
    expect(paths).toHaveLength(256);
    expect(paths.slice(0, 3)).toEqual(['/Arena/Ball0', '/Arena/Ball1', '/Arena/Ball2']);
    // Beside the middle a box is met long before the ball in it.
    const beside = await live.run(
      'var at = root.get_camera_3d().unproject_position(Vector3(0.3, 1.3, 5.1))\nreturn {"x": at.x, "y": at.y}',
    );
    expect((await pathsAt('pick.world', beside.json as object))[0]).toBe('/Arena/Ball0');
  });

  it('takes a mesh that is too fine for its box', async () => {
    await live.run(
      [
        'var fine = SphereMesh.new()',
        'fine.radial_segments = 400',
        'fine.rings = 100',
        'var solid = ArrayMesh.new()',
        'solid.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, fine.get_mesh_arrays())',
        'for mesh in [fine, solid]:',
        '\tvar ball = MeshInstance3D.new()',
        '\tball.name = "Fine" if mesh == fine else "Solid"',
        '\tball.mesh = mesh',
        '\tball.position = Vector3(0, 1, 5)',
        '\tscene.add_child(ball)',
      ].join('\n'),
    );
    const corner = await live.run(
      'var at = root.get_camera_3d().unproject_position(Vector3(0.45, 1.45, 5.45))\nreturn {"x": at.x, "y": at.y}',
    );
    expect((await pathsAt('pick.world', corner.json as object)).slice(0, 2).sort()).toEqual([
      '/Arena/Fine',
      '/Arena/Solid',
    ]);
  });

  it('refuses a place that is none', async () => {
    for (const place of [{ x: 'left' }, { x: 1, y: null }])
      await live.refusal('invalid', live.call('pick.world', place as object));
  });

  it('meets nothing outside of the picture, and what is on its edge', async () => {
    // A wall that is seen everywhere, and far beyond.
    await live.run(
      'var wall = MeshInstance3D.new()\nwall.name = "Wall"\nwall.mesh = QuadMesh.new()\nwall.mesh.size = Vector2(1000, 1000)\nscene.add_child(wall)',
    );
    for (const place of [
      { x: 0, y: 0 },
      { x: 640, y: 480 },
      { x: 1, y: 1, normalized: true },
    ])
      expect(await pathsAt('pick.world', place)).toContain('/Arena/Wall');
    for (const place of OUTSIDE) expect(await pathsAt('pick.world', place)).toEqual([]);
  });

  it('meets what a flat scene has on top, where there is no camera', async () => {
    await removeCameras();
    expect(await live.call('camera.get', {})).toBeNull();
    await live.run(
      [
        'var image = Image.create(64, 64, false, Image.FORMAT_RGB8)',
        'var texture = ImageTexture.create_from_image(image)',
        'for entry in [["Low", 0], ["High", 2], ["Middle", 1]]:',
        '\tvar sprite = Sprite2D.new()',
        '\tsprite.name = entry[0]',
        '\tsprite.z_index = entry[1]',
        '\tsprite.texture = texture',
        '\tsprite.position = Vector2(100, 100)',
        '\tscene.add_child(sprite)',
      ].join('\n'),
    );
    expect(await pathsAt('pick.world', { x: 110, y: 90 })).toEqual([
      '/Arena/High',
      '/Arena/Middle',
      '/Arena/Low',
    ]);
    expect(await pathsAt('pick.world', { x: 10, y: 10 })).toEqual([]);
  });

  it('meets what a flat scene has on a layer where that is drawn, above what lies lower', async () => {
    await removeCameras();
    await live.run(
      [
        'var image = Image.create(64, 64, false, Image.FORMAT_RGB8)',
        'var texture = ImageTexture.create_from_image(image)',
        'var layer = CanvasLayer.new()',
        'layer.layer = 3',
        'layer.offset = Vector2(200, 0)',
        'var hidden = Node2D.new()',
        'hidden.name = "Hidden"',
        'hidden.visible = false',
        'scene.add_child(hidden)',
        'hidden.add_child(layer)',
        'for entry in [[layer, "High", 100], [scene, "Low", 300], [hidden, "Dark", 300]]:',
        '\tvar sprite = Sprite2D.new()',
        '\tsprite.name = entry[1]',
        '\tsprite.z_index = 1 if entry[1] == "Low" else 0',
        '\tsprite.texture = texture',
        '\tsprite.position = Vector2(entry[2], 100)',
        '\tentry[0].add_child(sprite)',
        '\tvar area = Area2D.new()',
        '\tarea.name = "Area"',
        '\tvar shape = CollisionShape2D.new()',
        '\tshape.shape = RectangleShape2D.new()',
        '\tarea.add_child(shape)',
        '\tsprite.add_child(area)',
        'PhysicsServer2D.set_active(true)',
        'for i in 3: await tree.physics_frame',
        'PhysicsServer2D.set_active(false)',
      ].join('\n'),
    );
    const names = async (x: number) =>
      (await live.call('pick.world', { x, y: 100 })).map(({ path }) => path.split('/').slice(-2).join('/'));
    expect((await names(320)).map(name => name.split('/')[1])).toEqual(['High', 'Low']);
    expect((await names(300)).slice(0, 1)).toEqual(['High/Area']);
    expect((await names(300)).slice(2)).toEqual(['Low/Area', 'Arena/Low']);
    expect(await names(100)).toEqual([]);
  });
});

describe('picking in the user interface', () => {
  beforeEach(() => live.load('menu'));

  it('meets the topmost first, and nothing that lets the mouse through', async () => {
    expect(await pathsAt('pick.ui', { x: 330, y: 240 })).toEqual([
      '/Menu/Options',
      '/Menu/Start',
      '/Menu/Backdrop',
      '/Menu',
    ]);
    expect(await pathsAt('pick.ui', { x: 210, y: 190 })).toEqual(['/Menu/Start', '/Menu/Backdrop', '/Menu']);
  });

  it('meets a higher layer before a lower one', async () => {
    expect((await pathsAt('pick.ui', { x: 590, y: 50 }))[0]).toBe('/Menu/Notice/Badge');
  });

  it('meets nothing outside of the picture', async () => {
    const backdrop = await live.find('/Menu/Backdrop');
    await live.write(backdrop, 'Control', 'position', [-1000, -1000]);
    await live.write(backdrop, 'Control', 'size', [5000, 5000]);
    expect(await pathsAt('pick.ui', { x: 0, y: 480 })).toContain('/Menu/Backdrop');
    for (const place of OUTSIDE) expect(await pathsAt('pick.ui', place)).toEqual([]);
  });

  it('passes what is off', async () => {
    await live.call('object.activate', { id: await live.find('/Menu/Options'), active: false });
    expect((await pathsAt('pick.ui', { x: 330, y: 240 }))[0]).toBe('/Menu/Start');
    await live.call('object.activate', { id: await live.find('/Menu'), active: false });
    expect(await pathsAt('pick.ui', { x: 330, y: 240 })).toEqual([]);
  });

  it('meets what is drawn on a layer below something that is off or clips', async () => {
    await live.run(
      [
        'for entry in ["Hidden", "Clipping"]:',
        '\tvar panel = Control.new()',
        '\tpanel.name = entry',
        '\tpanel.visible = entry != "Hidden"',
        '\tpanel.clip_contents = entry == "Clipping"',
        '\tscene.add_child(panel)',
        '\tvar layer = CanvasLayer.new()',
        '\tlayer.layer = 5',
        '\tpanel.add_child(layer)',
        '\tfor parent in [layer, panel]:',
        '\t\tvar button = Button.new()',
        '\t\tbutton.name = entry + ("Seen" if parent == layer else "Unseen")',
        '\t\tbutton.position = Vector2(40, 300)',
        '\t\tbutton.size = Vector2(50, 50)',
        '\t\tparent.add_child(button)',
      ].join('\n'),
    );
    const names = (await live.call('pick.ui', { x: 60, y: 320 })).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['ClippingSeen', 'HiddenSeen']);
    expect(names.filter(name => name.endsWith('Unseen'))).toEqual([]);
  });

  it('is where a button can be pressed', async () => {
    const [{ id } = { id: '' }] = await live.call('pick.ui', { x: 330, y: 240 });
    await live.invoke(id, 'Button', 'emit_signal', 'pressed');
    expect((await live.read(await live.find('/Menu'), 'menu', 'pressed')).json).toEqual(['Options']);
  });
});

describe('cameras', () => {
  beforeEach(() => live.load('arena'));

  it('are told with their place and their angles in degrees', async () => {
    await live.write(await live.find('/Arena/Camera'), 'Node3D', 'rotation_degrees', [-30, 45, 0]);
    expect(await live.call('camera.get', {})).toEqual({
      isFreecam: false,
      name: 'Camera',
      fov: 70,
      position: { x: 0, y: 1, z: 10 },
      rotation: {
        x: expect.closeTo(-30, 3),
        y: expect.closeTo(45, 3),
        z: expect.closeTo(0, 3),
      },
    });
  });

  it('are moved with keys where one is the freecam, also while time stands still', async () => {
    const position = { x: 3, y: 4, z: 5 };
    await live.call('time.set', { scale: 0 });
    await live.call('freecam.set', { enabled: true, position, rotation: { x: 0, y: 0, z: 0 } });
    const press = (pressed: boolean) =>
      live.run(
        `var key = InputEventKey.new()\nkey.keycode = KEY_D\nkey.pressed = ${pressed}\nInput.parse_input_event(key)`,
      );
    await press(true);
    await live.run('for i in range(5): await tree.process_frame');
    await press(false);
    const moved = (await live.call('freecam.get', {})).position;
    expect(moved).toEqual({ ...position, x: expect.any(Number) });
    expect(moved.x).toBeGreaterThan(3);
    await live.call('freecam.set', { enabled: false });
    await live.call('time.set', { scale: 1 });
  });

  it('give way to the freecam, also those of a scene that is loaded later', async () => {
    const position = { x: 3, y: 4, z: 5 };
    await live.call('freecam.set', { enabled: true, position });
    await live.load('arena');
    expect(await live.call('camera.get', {})).toMatchObject({ isFreecam: true, name: 'Freecam', position });
    await live.call('freecam.set', { enabled: false });
    expect(await live.call('camera.get', {})).toMatchObject({ isFreecam: false, name: 'Camera' });
    expect(await live.call('freecam.get', {})).toMatchObject({ position, usingGameCamera: false });
    for (const wrong of [{ enabled: 1 }, { speed: 'fast' }, { rotation: [1, 2, 3] }])
      await live.refusal('invalid', live.call('freecam.set', wrong as object));
  });
});

describe('a picture', () => {
  it('is nothing that an engine without a display can give, and it says so', async () => {
    const { operations } = await live.call('engine.describe', {});
    expect(operations).not.toContain('view.capture');
    await live.refusal('unsupported', live.call('view.capture', {}));
  });
});
