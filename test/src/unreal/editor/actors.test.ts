import { describe, expect, it } from 'vitest';
import { calls, json, refusal } from '../fake-editor/index.js';
import { open } from './open-bench.js';

const LEVEL = '/Game/Maps/Hall.Hall:PersistentLevel';
const DOOR = `${LEVEL}.Door_1`;

/** An editor without remote Python, which is asked about each actor. */
const python = false;

/** Without the requests that check whether the editor is there. */
function objectRequests({ requests }: { requests: readonly { path: string }[] }, from: number): number {
  return requests.slice(from).filter(({ path }) => path.startsWith('/remote/object')).length;
}

describe('requests for a page of 50 actors', () => {
  it('are at most 12 with Python, with the same answer as without', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 60 } });
    const before = editor.requests.length;
    const { items } = await bench.call('actor.list', { limit: 50 });
    expect(items).toHaveLength(50);
    expect(objectRequests(editor, before)).toBeLessThanOrEqual(12);
    const plain = await open({ fake: { manyActors: 60, python } });
    expect((await plain.bench.call('actor.list', { limit: 50 })).items).toEqual(items);
  });

  it('are at most two for each actor without Python, and one more for the list', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 60, python } });
    const asked = async (params: object) => {
      const before = editor.requests.length;
      const { items } = await bench.call('actor.list', { limit: 50, ...params });
      return [items.length, objectRequests(editor, before)];
    };
    // The first time, two requests for a class and one for each of the three actors that are named otherwise.
    const [first, cold] = await asked({});
    expect(first).toBe(50);
    expect(cold).toBeLessThanOrEqual(2 * 50 + 1 + 2 + 3);
    // Classes are remembered.
    expect(await asked({})).toEqual([50, 2 * 50 + 1]);
    const [filtered, narrow] = await asked({ class: 'StaticMeshActor' });
    expect(filtered).toBe(50);
    expect(narrow).toBeLessThanOrEqual(2 * 50 + 3);
  });

  it('learn the class of an actor again in another level', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 5, python } });
    const classOf = async () => (await bench.call('actor.list', {})).items.map(each => each.class);
    const before = await classOf();
    await bench.call('level.open', { path: '/Game/Maps/Cellar' });
    await bench.call('actor.list', {});
    await bench.call('level.open', { path: '/Game/Maps/Hall' });
    const from = editor.requests.length;
    expect(await classOf()).toEqual(before);
    expect(editor.requests.slice(from).filter(calls('GetObjectClass')).length).toBeGreaterThan(0);
  });

  it('name a class by itself where an actor of a derived class has a name of its base', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 4, python } });
    const odd = `${LEVEL}.StaticMeshActor_0002`;
    editor.fail(json({ ReturnValue: '/Game/Doors/BP_Door.BP_Door_C' }), ({ body }) =>
      JSON.stringify(body ?? '').includes(`{"Object":"${odd}"}`),
    );
    editor.fail(
      json({ OutActors: [1, 3, 4].map(number => `${LEVEL}.StaticMeshActor_000${number}`) }),
      calls('GetAllActorsOfClass'),
    );
    const { items } = await bench.call('actor.list', {});
    expect(items.find(({ path }) => path === odd)?.class).toBe('BP_Door_C');
  });

  it('of an editor whose Python fails are made without it', async () => {
    const { bench, editor } = await open();
    const { items } = await bench.call('actor.list', {});
    editor.fail(
      json({ ReturnValue: false, CommandResult: 'Traceback', LogOutput: [] }),
      calls('ExecutePythonCommandEx'),
    );
    expect((await bench.call('actor.list', {})).items).toEqual(items);
  });

  it('that all fail are an error, not an empty list', async () => {
    const { bench, editor } = await open({ fake: { python } });
    editor.fail(refusal('Object: it does not exist.'), ({ body }) =>
      JSON.stringify(body ?? '').includes(LEVEL),
    );
    const failure = await bench.fails('failed', bench.call('actor.list', {}));
    expect(failure.message).toBe(
      'The editor lists 3 actors, and knows none of them when it is asked about each.',
    );
  });
});

describe('the rotation of an actor', () => {
  it.each([
    [0, 0, 0],
    [30, -120, 45],
    [-89, 10, 170],
    [0, 180, 0],
    [12.5, 0, -90],
  ])(
    'of pitch %d, yaw %d and roll %d is the same from one request as from three',
    async (pitch, yaw, roll) => {
      const { bench } = await open({ fake: { python } });
      await bench.call('actor.transform', { path: DOOR, rotation: { pitch, yaw, roll } });
      const { items } = await bench.call('actor.list', { query: 'red door' });
      const found = items[0]?.rotation;
      expect(found?.pitch).toBeCloseTo(pitch, 3);
      expect(Math.abs(found?.yaw ?? 0)).toBeCloseTo(Math.abs(yaw), 3);
      expect(found?.roll).toBeCloseTo(roll, 3);
    },
  );

  it.each([90, -90])('of pitch %d keeps where the actor looks', async pitch => {
    const { bench } = await open({ fake: { python } });
    await bench.call('actor.transform', { path: DOOR, rotation: { pitch, yaw: 25, roll: 0 } });
    const { items } = await bench.call('actor.list', { query: 'red door' });
    expect(items[0]?.rotation?.pitch).toBe(pitch);
    // Yaw and roll turn about the same axis there.
    const { yaw = 0, roll = 0 } = items[0]?.rotation ?? {};
    expect(yaw - Math.sign(pitch) * roll).toBeCloseTo(25, 2);
  });
});

describe('a list of actors', () => {
  it('reads only the actors of the page', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 300, python } });
    const { items, total, nextCursor } = await bench.call('actor.list', { limit: 4 });
    expect([items.length, total]).toEqual([4, 303]);
    expect(nextCursor).toBe(items.at(-1)?.path);
    expect(editor.requests.filter(calls('GetActorLabel'))).toHaveLength(4);
  });

  it.each([{}, { version: '4.26', python: false }] as const)(
    'of a missing level, an asset that is not a level or a closed level is an error that says which (%o)',
    async fake => {
      const { bench } = await open({ fake });
      const missing = await bench.fails('not-found', bench.call('actor.list', { level: '/Game/Maps/Moon' }));
      expect(missing.message).toBe('There is no level /Game/Maps/Moon.');
      const other = await bench.fails('invalid', bench.call('actor.list', { level: '/Game/Doors/BP_Door' }));
      expect(other.message).toBe('/Game/Doors/BP_Door is not a level: its class is Blueprint.');
      const shut = await bench.fails('not-found', bench.call('actor.list', { level: '/Game/Maps/Cellar' }));
      expect(shut.enable).toMatch(/open_level/);
      expect((await bench.call('actor.list', { level: '/game/maps/HALL' })).total).toBe(3);
    },
  );

  it('omits an actor that is destroyed meanwhile', async () => {
    const { bench, editor } = await open({ fake: { python } });
    const { items: before } = await bench.call('actor.list', {});
    const gone = `Object: ${DOOR} does not exist.`;
    editor.fail(refusal(gone), ({ body }) => JSON.stringify(body ?? '').includes(DOOR));
    const { items, total } = await bench.call('actor.list', {});
    expect(items).toEqual(before.filter(({ path }) => path !== DOOR));
    expect(total).toBe(before.length - 1);
  });

  it('fills a page past destroyed actors, with the same total on every page', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 20, python } });
    const { items: all } = await bench.call('actor.list', { limit: 100 });
    const gone = [0, 1, 2, 3, 5].map(at => all[at]?.path as string);
    const left = all.filter(({ path }) => !gone.includes(path));
    for (const path of gone) {
      editor.fail(refusal(`Object: ${path} does not exist.`), ({ body }) =>
        JSON.stringify(body ?? '').includes(`"${path}"`),
      );
    }
    const pages = [await bench.call('actor.list', { limit: 4 })];
    for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
      pages.push(await bench.call('actor.list', { limit: 4, cursor }));
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(left);
    expect(pages.slice(0, -1).map(({ items }) => items.length)).toEqual([4, 4, 4, 4]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([left.length]));
  });

  it('has all actors when the editor lacks functions that describe them', async () => {
    const { bench, editor } = await open({ fake: { python } });
    const { items: whole } = await bench.call('actor.list', {});
    for (const name of ['GetActorLabel', 'GetTransform', 'K2_GetActorLocation', 'GetObjectClass']) {
      editor.fail(refusal(`Function: ${name} does not exist on object: ${DOOR}.`), calls(name));
    }
    const { items, total } = await bench.call('actor.list', {});
    expect(total).toBe(3);
    expect(items.map(({ path }) => path)).toEqual(whole.map(({ path }) => path));
    expect(items.map(({ class: kind }) => kind)).toEqual(whole.map(({ class: kind }) => kind));
  });

  it('tries the other name of a function that an actor does not have, also after the first name worked', async () => {
    const { bench, editor } = await open({ fake: { python } });
    const { items: whole } = await bench.call('actor.list', {});
    for (const name of ['GetTransform', 'K2_GetActorLocation']) {
      editor.fail(refusal(`Function: ${name} does not exist on object: ${DOOR}.`), calls(name));
    }
    editor.fail(json({ ReturnValue: { X: 1, Y: 2, Z: 3 } }), calls('GetActorLocation'));
    const { items } = await bench.call('actor.list', {});
    expect(items).toEqual(whole.map(item => ({ ...item, location: { x: 1, y: 2, z: 3 } })));
  });

  it('has class, label and transform', async () => {
    const { bench } = await open();
    const { items } = await bench.call('actor.list', { query: 'door' });
    expect(items).toEqual([
      {
        path: DOOR,
        name: 'Door_1',
        label: 'The red door',
        class: 'BP_Door_C',
        location: { x: 0, y: 0, z: 0 },
        rotation: { pitch: 0, yaw: 0, roll: 0 },
        scale: { x: 1, y: 1, z: 1 },
      },
    ]);
  });

  it('filtered by class reads no more actors than the page needs', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 100, python } });
    const first = await bench.call('actor.list', { class: 'StaticMeshActor', limit: 10 });
    expect(first.items).toHaveLength(10);
    expect(editor.requests.filter(calls('GetObjectClass')).length).toBeLessThan(40);
    const all = new Set(first.items.map(({ path }) => path));
    for (let cursor = first.nextCursor; cursor !== undefined; ) {
      const page = await bench.call('actor.list', { class: 'StaticMeshActor', limit: 30, cursor });
      for (const { path } of page.items) all.add(path);
      cursor = page.nextCursor;
    }
    expect(all.size).toBe(101);
  });

  it('filtered by a query matches labels', async () => {
    const { bench } = await open();
    const { items } = await bench.call('actor.list', { query: 'RED DOOR' });
    expect(items.map(({ path }) => path)).toEqual([DOOR]);
  });

  it('reads a limited number of actors per call and continues with the next call', async () => {
    const { bench } = await open({
      fake: { manyActors: 70, python },
      source: { limits: { questions: 40 } },
    });
    const first = await bench.call('actor.list', { class: 'SpotLight' });
    expect(first.items).toEqual([]);
    const second = await bench.call('actor.list', {
      class: 'SpotLight',
      cursor: first.nextCursor as string,
    });
    expect(second).toEqual({ items: [] });
  });

  it('omits what the editor does not report', async () => {
    const { bench, editor } = await open({ fake: { python } });
    const unknown = (names: readonly string[]) => (request: Parameters<ReturnType<typeof calls>>[0]) =>
      names.some(name => calls(name)(request));
    editor.fail(
      refusal('No such function.'),
      unknown(['GetObjectClass', 'GetActorLabel', 'GetTransform', 'GetActorScale3D']),
    );
    editor.fail(refusal('Not this.'), ({ path }) => path === '/remote/object/property');
    const { items } = await bench.call('actor.list', {});
    expect(items[0]).toEqual({ path: DOOR, name: 'Door_1', class: 'BP_Door_C' });
  });
});

describe('spawning', () => {
  it.each([
    ['PointLight', '/Script/Engine.PointLight'],
    ['/Script/Engine.PointLight', '/Script/Engine.PointLight'],
    ['/Game/Doors/BP_Door', '/Game/Doors/BP_Door.BP_Door_C'],
    ['/Game/Doors/BP_Door.BP_Door', '/Game/Doors/BP_Door.BP_Door_C'],
    ['/Game/Doors/BP_Door.BP_Door_C', '/Game/Doors/BP_Door.BP_Door_C'],
  ])('%s means the class %s', async (given, asked) => {
    const { bench, editor } = await open();
    await bench.call('actor.spawn', { class: given });
    const { body } = editor.requests.find(calls('SpawnActorFromClass')) as (typeof editor.requests)[number];
    expect(body).toMatchObject({ parameters: { ActorClass: asked }, generateTransaction: true });
  });

  it('of a missing class fails as not found, and is not unsure', async () => {
    const { bench } = await open();
    const error = await bench.fails('not-found', bench.call('actor.spawn', { class: 'NoSuchActor' }));
    expect(error.unsure).toBe(false);
  });
});

describe('moving', () => {
  it('uses the C++ names of the parameters, in a transaction', async () => {
    const { bench, editor } = await open();
    await bench.call('actor.transform', { path: DOOR, rotation: { pitch: 1, yaw: 2, roll: 3 } });
    const { body } = editor.requests.find(
      calls('K2_SetActorLocationAndRotation'),
    ) as (typeof editor.requests)[number];
    expect(body).toMatchObject({
      generateTransaction: true,
      parameters: {
        NewLocation: { X: 0, Y: 0, Z: 0 },
        NewRotation: { Pitch: 1, Yaw: 2, Roll: 3 },
        bSweep: false,
        bTeleport: true,
      },
    });
    expect(editor.project.transactions).toEqual(['Remote Call Transaction Wrap']);
  });

  it('that the editor ignored shows in the value read back', async () => {
    const { bench, editor } = await open();
    editor.fail(json({ ReturnValue: false }), calls('K2_SetActorLocationAndRotation'));
    const { before, after } = await bench.call('actor.transform', {
      path: DOOR,
      location: { x: 9, y: 9, z: 9 },
    });
    expect(after).toEqual(before);
  });

  it('that failed halfway is unsure, with a message', async () => {
    const { bench, editor } = await open();
    editor.fail('reset', calls('SetActorScale3D'));
    const wanted = { location: { x: 1, y: 1, z: 1 }, scale: { x: 2, y: 2, z: 2 } };
    const error = await bench.fails('gone', bench.call('actor.transform', { path: DOOR, ...wanted }));
    expect(error.unsure).toBe(true);
    expect(error.message).toMatch(/The actor was moved\. But/);
  });
});

describe('opening a level', () => {
  it.each(['5.5', '4.27'] as const)('returns the level before and the level after, on %s', async version => {
    const { bench, editor } = await open({ fake: { version } });
    const opening = await bench.call('level.open', { path: '/Game/Maps/Cellar' });
    expect(opening).toEqual({ before: '/Game/Maps/Hall', after: '/Game/Maps/Cellar' });
    expect((await bench.call('level.list', {})).map(({ name, open: isOpen }) => [name, isOpen])).toEqual([
      ['Cellar', true],
      ['Hall', false],
    ]);
    expect((await bench.call('actor.list', {})).items).toEqual([]);
    expect(editor.project.transactions).toEqual([]);
  });

  it('that is missing fails as not found, and the old level stays open', async () => {
    const { bench } = await open();
    const error = await bench.fails('not-found', bench.call('level.open', { path: '/Game/Maps/Attic' }));
    expect(error.message).toContain('the open level is /Game/Maps/Hall');
  });

  it('that was never saved is listed as open', async () => {
    const { bench, editor } = await open();
    editor.project.unsavedWorld = '/Temp/Untitled_0.Untitled_0';
    const levels = await bench.call('level.list', {});
    expect(levels.filter(each => each.open)).toEqual([
      { path: '/Temp/Untitled_0', name: 'Untitled_0', open: true },
    ]);
  });
});

describe('a selection', () => {
  it('is cleared by SelectNothing', async () => {
    const { bench, editor } = await open();
    const { before, after } = await bench.call('selection.set', { paths: [] });
    expect([before, after]).toEqual([[DOOR], []]);
    expect(editor.requests.some(calls('SelectNothing'))).toBe(true);
  });

  it('of too many actors is an error with the number', async () => {
    const { bench, editor } = await open({ fake: { manyActors: 1_100 } });
    editor.project.selection = editor.project.openActors;
    const error = await bench.fails('failed', bench.call('selection.get', {}));
    expect(error.message).toMatch(/1103 actors are selected/);
  });
});

describe('a function', () => {
  it('is called in a transaction, and returns its out-parameters', async () => {
    const { bench, editor } = await open();
    const { result } = await bench.call('function.call', {
      object: DOOR,
      function: 'K2_SetActorLocationAndRotation',
      arguments: { NewLocation: { X: 1, Y: 2, Z: 3 } },
    });
    expect(result).toEqual({ ReturnValue: true, SweepHitResult: { bBlockingHit: false } });
    expect(editor.project.transactions).toHaveLength(1);
  });

  it('with an invalid name is refused', async () => {
    const { bench } = await open();
    for (const name of ['', 'a\nb', ' x']) {
      await bench.fails(
        'invalid',
        bench.call('function.call', { object: DOOR, function: name, arguments: {} }),
      );
    }
  });

  it('without a result returns an empty result', async () => {
    const { bench, editor } = await open();
    editor.fail({ status: 200, type: 'application/json', body: Buffer.alloc(0) }, calls('Open'));
    expect(await bench.call('function.call', { object: DOOR, function: 'Open', arguments: {} })).toEqual({
      result: {},
    });
  });
});

describe('an actor', () => {
  it('is an object of a level: other paths are not found', async () => {
    const { bench } = await open();
    for (const path of [
      `${DOOR}.RootComponent0`,
      '/Game/Doors/BP_Door.BP_Door',
      '/Script/Engine.Default__KismetSystemLibrary',
    ])
      await bench.fails('not-found', bench.call('actor.get', { path }));
  });

  it('is selected and destroyed by its path in any case', async () => {
    const { bench, editor } = await open();
    const { after } = await bench.call('selection.set', {
      paths: [DOOR.toUpperCase().replace('/GAME', '/Game')],
    });
    expect(after).toEqual([DOOR]);
    expect((await bench.call('actor.destroy', { path: DOOR.toLowerCase() })).destroyed.path).toBe(DOOR);
    expect(editor.project.findActor(DOOR)).toBeUndefined();
  });
});
