import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bench, harbour, island, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

const DOOR = harbour('BP_Door_C_1');

describe('the actors of a level', () => {
  it('are listed by class, by base class and by query', async () => {
    const names = async (params: Parameters<typeof bench.call<'actor.list'>>[1]) =>
      (await bench.call('actor.list', params)).items.map(({ name }) => name);
    expect(await names({ class: 'BP_Door_C' })).toEqual(['BP_Door_C_1', 'BP_Door_C_2']);
    expect(await names({ class: '/Game/Blueprints/BP_Door' })).toEqual(['BP_Door_C_1', 'BP_Door_C_2']);
    expect(await names({ class: 'Light' })).toEqual(['DirectionalLight_0', 'PointLight_0']);
    expect(await names({ class: 'Actor' })).toEqual(await names({}));
    expect(await names({ class: 'Elephant' })).toEqual([]);
    expect(await names({ query: 'boathousedoor' })).toEqual(['BP_Door_C_2']);
    expect(await names({ query: 'Note' })).toEqual(['Note_0']);
  });

  it('are those of the open level, unless another level is given', async () => {
    const here = await bench.call('actor.list', { limit: 1_000 });
    const there = await bench.call('actor.list', { level: '/Game/Maps/LighthouseIsland' });
    expect(
      here.items.every(({ path }) => path.startsWith('/Game/Maps/Harbour.Harbour:PersistentLevel.')),
    ).toBe(true);
    expect(there.items.map(({ label }) => label)).toContain('Lighthouse');
    expect(await bench.refusal('actor.list', { level: '/Game/Maps/Moon' })).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('/Game/Maps/Harbour'),
    });
  });

  it('are listed page by page, also while some are destroyed', async () => {
    const first = await bench.call('actor.list', { limit: 4 });
    const [gone] = first.items;
    await bench.call('actor.destroy', { path: gone?.path ?? '' });
    const seen = [...first.items];
    let cursor = first.nextCursor;
    while (cursor !== undefined) {
      const page = await bench.call('actor.list', { limit: 4, cursor });
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    const left = await bench.call('actor.list', { limit: 1_000 });
    expect(seen.slice(1)).toEqual(left.items);
  });

  it('have a transform, a label, components and properties', async () => {
    const door = await bench.call('actor.get', { path: harbour('bp_door_c_2') });
    expect(door).toMatchObject({
      path: harbour('BP_Door_C_2'),
      name: 'BP_Door_C_2',
      label: 'BoathouseDoor',
      class: 'BP_Door_C',
      level: '/Game/Maps/Harbour',
      location: { x: -490, y: 600, z: 0 },
      rotation: { pitch: 0, yaw: 0, roll: 0 },
      scale: { x: 1, y: 1, z: 1 },
      properties: { bLocked: true, KeyName: 'BrassKey', OpenAngle: 95, bHidden: false },
    });
    expect(door.components).toEqual([
      { path: `${door.path}.DefaultSceneRoot`, name: 'DefaultSceneRoot', class: 'SceneComponent' },
      { path: `${door.path}.Hinge`, name: 'Hinge', class: 'SceneComponent' },
      { path: `${door.path}.Panel`, name: 'Panel', class: 'StaticMeshComponent' },
    ]);
    const start = await bench.call('actor.get', { path: harbour('PlayerStart_0') });
    expect(start.label).toBeUndefined();
  });

  it('that are missing are not found', async () => {
    for (const path of [harbour('Missing'), '/Game/Maps/Harbour', 'Door', '']) {
      expect(await bench.refusal('actor.get', { path })).toMatchObject({ kind: 'not-found' });
    }
  });
});

describe('moving an actor', () => {
  it('returns the transform before and after', async () => {
    const place = {
      location: { x: 123.456, y: -78.9, z: 0.1 },
      rotation: { pitch: 10, yaw: -135, roll: 30 },
      scale: { x: 1, y: 2.5, z: -3 },
    };
    const { before, after } = await bench.call('actor.transform', { path: DOOR, ...place });
    expect(before).toEqual({
      location: { x: -490, y: -500, z: 0 },
      rotation: { pitch: 0, yaw: 0, roll: 0 },
      scale: { x: 1, y: 1, z: 1 },
    });
    expect(after).toEqual(place);
    expect(await bench.call('actor.get', { path: DOOR })).toMatchObject(place);
  });

  it('keeps the parts that are not given', async () => {
    await bench.call('actor.transform', { path: DOOR, rotation: { pitch: 0, yaw: 45, roll: 0 } });
    const { after } = await bench.call('actor.transform', { path: DOOR, location: { x: 0, y: 0, z: 50 } });
    expect(after).toEqual({
      location: { x: 0, y: 0, z: 50 },
      rotation: { pitch: 0, yaw: 45, roll: 0 },
      scale: { x: 1, y: 1, z: 1 },
    });
  });

  it('returns any angles as they were written, also straight up and beyond a turn', async () => {
    for (const rotation of [
      { pitch: 90, yaw: 30, roll: 20 },
      { pitch: -90, yaw: 0, roll: 180 },
      { pitch: 120, yaw: 0, roll: 0 },
      { pitch: 0, yaw: 270, roll: -180 },
      { pitch: 0, yaw: 725, roll: 0 },
    ]) {
      expect((await bench.call('actor.transform', { path: DOOR, rotation })).after.rotation).toEqual(
        rotation,
      );
      expect((await bench.call('actor.get', { path: DOOR })).rotation).toEqual(rotation);
    }
  });

  it('is exact to a thousandth for any transform', async () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const vector = fc.record({ x: number, y: number, z: number });
    const rotator = fc.record({ pitch: number, yaw: number, roll: number });
    await fc.assert(
      fc.asyncProperty(vector, rotator, vector, async (location, rotation, scale) => {
        const { after } = await bench.call('actor.transform', { path: DOOR, location, rotation, scale });
        const off = (a: object, b: object) =>
          Math.max(
            ...Object.entries(a).map(([part, value]) =>
              Math.abs(value - (b as Record<string, number>)[part]!),
            ),
          );
        expect(off(location, after.location)).toBeLessThan(1e-3);
        expect(off(rotation, after.rotation)).toBeLessThan(1e-3);
        expect(off(scale, after.scale)).toBeLessThan(1e-3);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses an invalid transform', async () => {
    const { location } = await bench.call('actor.get', { path: DOOR });
    const wrong: object[] = [
      {},
      { location: { x: 1, y: 2 } },
      { location: { x: 1, y: 2, z: Number.NaN } },
      { location: { x: 1, y: 2, z: 1e14 } },
      { location: { x: 1, y: 2, z: 3, w: 4 } },
      { rotation: { pitch: '90', yaw: 0, roll: 0 } },
      { location: { x: 1, y: 1, z: 1 }, scale: null },
    ];
    for (const place of wrong) {
      expect(await bench.refusal('actor.transform', { path: DOOR, ...place })).toMatchObject({
        kind: 'invalid',
      });
    }
    expect((await bench.call('actor.get', { path: DOOR })).location).toEqual(location);
    expect(
      await bench.refusal('actor.transform', { path: island('BP_Door_C_1'), location: { x: 0, y: 0, z: 0 } }),
    ).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('Open that level first'),
    });
  });
});

describe('spawning an actor', () => {
  it.each([
    'BP_Lantern',
    'BP_Lantern_C',
    '/Game/Blueprints/BP_Lantern',
    '/Game/Blueprints/BP_Lantern.BP_Lantern_C',
  ])('accepts the class %s', async className => {
    const made = await bench.call('actor.spawn', { class: className, location: { x: 10, y: 20, z: 30 } });
    expect(made).toMatchObject({ class: 'BP_Lantern_C', location: { x: 10, y: 20, z: 30 } });
    expect(await bench.call('actor.get', { path: made.path })).toMatchObject(made);
  });

  it('gives each actor a unique path, and the name as its label', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => bench.call('actor.spawn', { class: 'PointLight', name: 'Porch light' })),
    );
    expect(made.map(({ label }) => label)).toEqual(['Porch light', 'Porch light', 'Porch light']);
    expect(made.map(({ name }) => name)).toEqual(['Porch_light', 'Porch_light_0', 'Porch_light_1']);
    const plain = await bench.call('actor.spawn', { class: 'PointLight' });
    expect(plain).toMatchObject({ name: 'PointLight_1', path: harbour('PointLight_1') });
    expect(plain.label).toBeUndefined();
  });

  it('uses the current defaults of the class', async () => {
    const defaults = '/Game/Blueprints/BP_Door.Default__BP_Door_C';
    await bench.call('property.write', { object: defaults, property: 'OpenAngle', value: 60 });
    const { path } = await bench.call('actor.spawn', { class: 'BP_Door' });
    expect(await bench.read(path, 'OpenAngle')).toBe(60);
    expect(await bench.read(DOOR, 'OpenAngle')).toBe(60);
  });

  it('refuses unknown classes, and those that cannot be placed', async () => {
    expect(await bench.refusal('actor.spawn', { class: 'Elephant' })).toMatchObject({
      kind: 'not-found',
      message: 'There is no actor class Elephant.',
      enable: expect.stringContaining('BP_Lantern_C'),
    });
    for (const className of ['Light', 'BP_HarbourGameMode', 'GameModeBase']) {
      expect(await bench.refusal('actor.spawn', { class: className })).toMatchObject({ kind: 'invalid' });
    }
    expect(await bench.refusal('actor.spawn', { class: 'BPI_Interactable' })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('refuses invalid names and transforms without a change', async () => {
    const { total } = await bench.call('actor.list', {});
    for (const more of [
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { scale: { x: 1, y: 1, z: Number.POSITIVE_INFINITY } },
    ]) {
      expect(await bench.refusal('actor.spawn', { class: 'Note', ...more })).toMatchObject({
        kind: 'invalid',
      });
    }
    expect((await bench.call('actor.list', {})).total).toBe(total);
  });

  it('is limited to a thousand actors', async () => {
    const { total = 0 } = await bench.call('actor.list', {});
    const made = Array.from({ length: 1_000 - total }, () => bench.call('actor.spawn', { class: 'Actor' }));
    expect(new Set((await Promise.all(made)).map(({ path }) => path)).size).toBe(1_000 - total);
    expect(await bench.refusal('actor.spawn', { class: 'Actor' })).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('Destroy some'),
    });
  });
});

describe('destroying an actor', () => {
  it('returns the actor and removes it', async () => {
    const { total = 0 } = await bench.call('actor.list', {});
    const { destroyed } = await bench.call('actor.destroy', { path: DOOR });
    expect(destroyed).toMatchObject({
      path: DOOR,
      label: 'TavernDoor',
      location: { x: -490, y: -500, z: 0 },
    });
    expect((await bench.call('actor.list', {})).total).toBe(total - 1);
    expect(await bench.refusal('actor.get', { path: DOOR })).toMatchObject({ kind: 'not-found' });
    expect(await bench.refusal('actor.destroy', { path: DOOR })).toMatchObject({ kind: 'not-found' });
  });

  it('is reported once, with a line in the log', async () => {
    bench.events();
    await bench.call('actor.destroy', { path: DOOR });
    expect(bench.events().filter(({ kind }) => kind !== 'log')).toEqual([
      { kind: 'actor', path: DOOR },
      { kind: 'asset', path: '/Game/Maps/Harbour' },
    ]);
    const { lines } = await bench.call('log.tail', { lines: 10, query: 'Deleted Actor' });
    expect(lines).toHaveLength(1);
  });

  it('is refused in a level that is not open', async () => {
    expect(await bench.refusal('actor.destroy', { path: island('Note_0') })).toMatchObject({
      kind: 'invalid',
    });
    expect((await bench.call('actor.get', { path: island('Note_0') })).label).toBe('KeepersLog');
  });
});
