import type { Visibility } from '@worldwire/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

async function look(id: string): Promise<Visibility | undefined> {
  return (await live.call('object.get', { id, fields: ['visibility'] })).visibility;
}

describe('a mesh is not visible', () => {
  beforeEach(() => live.stillArena());

  it.each<[string, string, (mesh: string) => Promise<unknown>]>([
    ['no-mesh', 'mesh', mesh => live.write(mesh, 'MeshInstance3D', 'mesh', null)],
    ['zero-scale', '(1.0, 0.0, 1.0)', mesh => live.write(mesh, 'Node3D', 'scale', [1, 0, 1])],
    ['outside-view', 'left', mesh => live.write(mesh, 'Node3D', 'position', [-500, 0, 0])],
    ['outside-view', 'behind', mesh => live.write(mesh, 'Node3D', 'position', [0, 0, 50])],
    [
      'too-far',
      'far clip plane',
      async () => live.write(await live.find('/Arena/Camera'), 'Camera3D', 'far', 1),
    ],
    [
      'layer-culled',
      'cull_mask 2',
      async () => live.write(await live.find('/Arena/Camera'), 'Camera3D', 'cull_mask', 2),
    ],
    [
      'transparent',
      'alpha',
      mesh =>
        live.run(
          [
            `var mesh = object("${mesh}")`,
            'mesh.material_override = StandardMaterial3D.new()',
            'mesh.material_override.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA',
            'mesh.material_override.albedo_color.a = 0',
          ].join('\n'),
        ),
    ],
  ])('for %s, and the text names %s', async (code, word, hide) => {
    const mesh = await live.find('/Arena/Sign');
    expect((await look(mesh))?.visible).toBe(true);
    await hide(mesh);
    expect(await look(mesh)).toMatchObject({ visible: false, code, text: expect.stringContaining(word) });
  });

  it('behind another one, which object.get names', async () => {
    const [sign, crate] = [await live.find('/Arena/Sign'), await live.find('/Arena/Crate/Mesh')];
    await live.write(sign, 'Node3D', 'position', [0, 1, -5]);
    expect(await look(sign)).toEqual({ visible: true, coveredBy: { id: crate, path: '/Arena/Crate/Mesh' } });
    expect(await look(crate)).toEqual({ visible: true });
  });
});

describe('a control is not visible', () => {
  beforeEach(() => live.load('menu'));

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['transparent', id => live.write(id, 'ColorRect', 'color', [1, 1, 1, 0])],
    ['transparent', async () => live.write(await live.find('/Menu'), 'CanvasItem', 'modulate', [1, 1, 1, 0])],
    ['zero-scale', id => live.write(id, 'Control', 'size', [0, 10])],
    ['outside-view', id => live.write(id, 'Control', 'position', [9000, 0])],
    ['inactive-self', id => live.call('object.activate', { id, active: false })],
  ])('for %s', async (code, hide) => {
    const backdrop = await live.find('/Menu/Backdrop');
    expect(await look(backdrop)).toEqual({ visible: true });
    await hide(backdrop);
    expect(await look(backdrop)).toMatchObject({ visible: false, code });
  });

  it('and has its box in pixels', async () => {
    const id = await live.find('/Menu/Backdrop');
    await live.write(id, 'Control', 'size', [640, 240]);
    const { bounds, position } = await live.call('object.get', { id, fields: ['bounds', 'position'] });
    expect({ bounds, position }).toEqual({
      bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 640, y: 240, z: 0 } },
      position: { x: 0, y: 0, z: 0 },
    });
  });
});

describe('a collision shape', () => {
  beforeEach(() => live.stillArena());

  it.each([
    ['var shape = BoxShape3D.new()\nshape.size = Vector3(2, 4, 6)', [1, 2, 3]],
    ['var shape = SphereShape3D.new()\nshape.radius = 2', [2, 2, 2]],
    ['var shape = CapsuleShape3D.new()\nshape.radius = 1\nshape.height = 6', [1, 3, 1]],
    ['var shape = CylinderShape3D.new()\nshape.radius = 1\nshape.height = 4', [1, 2, 1]],
    [
      'var shape = ConvexPolygonShape3D.new()\nshape.points = PackedVector3Array([Vector3(-1, -2, -3), Vector3(1, 2, 3)])',
      [1, 2, 3],
    ],
    ['var shape = WorldBoundaryShape3D.new()', null],
  ])('has its box after %s', async (make, half) => {
    const id = await live.find('/Arena/Crate/Shape');
    await live.run(`${make}\nobject("${id}").shape = shape`);
    const { bounds, position } = await live.call('object.get', { id, fields: ['bounds', 'position'] });
    const { x, y, z } = position as { x: number; y: number; z: number };
    const [dx, dy, dz] = half ?? [];
    expect(bounds).toEqual(
      half && {
        min: { x: x - dx!, y: y - dy!, z: z - dz! },
        max: { x: x + dx!, y: y + dy!, z: z + dz! },
      },
    );
  });
});

describe('a list', () => {
  it('finds nodes by a type of a script without a file, and refuses a type that no node has', async () => {
    await live.load('arena');
    const { object, type } = await live.scripted('Loose', ['extends Node']);
    const { items } = await live.call('object.list', { type });
    expect(items.map(({ id }) => id)).toEqual([object]);
    const { hint } = await live.refusal('not-found', live.call('object.list', { type: 'MeshInstance3' }));
    expect(hint).toContain('MeshInstance3D');
    expect((await live.call('object.list', { type: 'meshinstance3d' })).total).toBeGreaterThan(2);
  });

  it('has no velocity of a node without a place, which does not move', async () => {
    const id = await live.find('/Arena/Clock');
    expect(await live.call('object.get', { id, fields: ['velocity', 'position'] })).not.toHaveProperty(
      'velocity',
    );
    const { items } = await live.call('object.list', { moving: false, name: 'Clock', fields: ['bounds'] });
    expect(items).toMatchObject([{ id, bounds: null }]);
  });
});

describe('maps', () => {
  beforeEach(() => live.stillArena());
  const seen = async (path: string) =>
    live.call('object.get', { id: await live.find(path), fields: ['visibility', 'bounds'] });

  it('of blocks are visible where they have blocks, and have the box around them', async () => {
    await live.run(
      [
        'var library := MeshLibrary.new()',
        'library.create_item(0)',
        'library.set_item_mesh(0, BoxMesh.new())',
        'var grid := GridMap.new()',
        'grid.name = "Grid"',
        'grid.mesh_library = library',
        'grid.cell_size = Vector3.ONE',
        'grid.position = Vector3(0, 0, 3)',
        'scene.add_child(grid)',
      ].join('\n'),
    );
    expect(await seen('/Arena/Grid')).toMatchObject({ visibility: { visible: false, code: 'no-mesh' } });
    await live.run('for x in [-1, 1]: find("Grid").set_cell_item(Vector3i(x, 1, 0), 0)');
    expect(await seen('/Arena/Grid')).toMatchObject({
      visibility: { visible: true },
      bounds: { min: { x: -1, y: 1, z: 3 }, max: { x: 2, y: 2, z: 4 } },
    });
    await live.run('find("Grid").position.z = 30');
    expect(await seen('/Arena/Grid')).toMatchObject({ visibility: { visible: false, code: 'outside-view' } });
  });

  it('of tiles have the rectangle around their cells, and are not visible outside of the picture', async () => {
    await live.run(
      [
        'var layer := TileMapLayer.new()',
        'layer.name = "Layer"',
        'layer.tile_set = TileSet.new()',
        'layer.tile_set.tile_size = Vector2i(10, 20)',
        'layer.position = Vector2(100, 100)',
        'for cell in [Vector2i(1, 1), Vector2i(3, 2)]: layer.set_cell(cell, 0, Vector2i.ZERO)',
        'scene.add_child(layer)',
      ].join('\n'),
    );
    expect(await seen('/Arena/Layer')).toMatchObject({
      visibility: { visible: true },
      bounds: { min: { x: 110, y: 120 }, max: { x: 140, y: 160 } },
    });
    await live.run('find("Layer").position.x = 2000');
    expect(await seen('/Arena/Layer')).toMatchObject({
      visibility: { visible: false, code: 'outside-view' },
    });
  });
});
