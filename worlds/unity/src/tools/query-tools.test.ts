import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { CLOSED, Stage } from '../stage.test.js';

const A = { id: 'obj:5', path: '/Arena/Crate' };
const ORIGIN = { x: 0, y: 0, z: 0 };
const UP = { x: 0, y: 1, z: 0 };

async function opened(answers: object) {
  const engine = await playing(answers);
  return { ...engine, stage: await Stage.open({ engine: engine.engine, grants: CLOSED }) };
}

describe('queries', () => {
  it('CastRay returns the first body, or that there is none', async () => {
    const hit = { ...A, point: { x: 1, y: 2, z: 3.00049 }, normal: UP, distance: 3.3333 };
    const { stage, asked } = await opened({
      'physics.ray': ({ to }: { to: object }) => ('z' in to ? hit : null),
    });
    expect(await stage.call('CastRay', { from: { x: 0, y: 0 }, to: { x: 1, y: 2, z: 3 } })).toEqual({
      Hit: true,
      ...{ Id: 'obj:5', Path: '/Arena/Crate', Distance: 3.333 },
      Point: { X: 1, Y: 2, Z: 3 },
      Normal: { X: 0, Y: 1, Z: 0 },
    });
    // A 2D game has no z.
    expect(asked[0]?.params.from).toEqual(ORIGIN);
    const none = await opened({ 'physics.ray': null });
    expect(await none.stage.call('CastRay', { from: ORIGIN, to: UP })).toEqual({ Hit: false });
  });

  it('FindOverlaps takes a sphere or a box', async () => {
    const { stage, asked } = await opened({ 'physics.overlap': { total: 2, items: [A] } });
    expect(await stage.call('FindOverlaps', { at: ORIGIN, radius: 2, limit: 1 })).toEqual({
      Total: 2,
      Items: [{ Id: 'obj:5', Path: '/Arena/Crate' }],
      NextOffset: 1,
    });
    await stage.call('FindOverlaps', { at: ORIGIN, box: { x: 1, y: 1, z: 1 } });
    expect(asked.map(({ params: { radius, box } }) => [radius, box])).toEqual([
      [2, undefined],
      [undefined, { x: 1, y: 1, z: 1 }],
    ]);
    const { message, hint } = await stage.fail('FindOverlaps', { at: ORIGIN });
    expect([message, hint]).toEqual([
      'It needs radius or box, and not both.',
      expect.stringContaining('"radius":5'),
    ]);
  });

  it('FindPath returns a path that fits an answer', async () => {
    const points = Array.from({ length: 3_000 }, (_, x) => ({ x, y: 0, z: 0 }));
    const { stage } = await opened({ 'navigation.path': { reached: false, length: 3_000.00049, points } });
    const path = await stage.call<{ Points: object[] }>('FindPath', { from: ORIGIN, to: UP });
    expect(path).toMatchObject({ Reached: false, Length: 3_000, Total: 3_000, Truncated: true });
    expect(path.Points.length).toBeGreaterThan(100);
  });

  it('ListSignals names arguments and connections', async () => {
    const signal = {
      name: 'died',
      args: [{ name: 'by', type: 'Node' }],
      connections: [{ target: A, method: 'on_died' }],
    };
    const { stage } = await opened({ 'signal.list': { total: 1, items: [signal] } });
    expect(await stage.call('ListSignals', { objectId: 'obj:1' })).toEqual({
      Total: 1,
      Items: [
        {
          Name: 'died',
          Args: ['Node by'],
          Connections: [{ Id: 'obj:5', Path: '/Arena/Crate', Method: 'on_died' }],
        },
      ],
    });
  });

  it('GetAnimation returns what plays, states and parameters', async () => {
    const { stage } = await opened({
      'animation.get': {
        type: 'AnimationPlayer',
        animations: [
          { name: 'walk', length: 1.25, loops: true },
          { name: 'die', length: 2, loops: false },
        ],
        current: { name: 'walk', position: 0.33333, playing: true },
        states: [{ machine: 'root', state: 'Run' }],
        parameters: [{ name: 'speed', value: 2 }],
      },
    });
    expect(await stage.call('GetAnimation', { objectId: 'obj:1' })).toEqual({
      Type: 'AnimationPlayer',
      Current: { Name: 'walk', Position: 0.333, Playing: true },
      States: [{ Machine: 'root', State: 'Run' }],
      Parameters: [{ Name: 'speed', Value: 2 }],
      Total: 2,
      Animations: [
        { Name: 'walk', Length: 1.25, Loops: true },
        { Name: 'die', Length: 2 },
      ],
    });
  });

  it('ListControls says where to click, and what is in front', async () => {
    const control = {
      ...A,
      ...{
        type: 'Button',
        text: 'Start',
        enabled: false,
        clickable: false,
        focused: true,
        value: 'x'.repeat(9_000),
      },
      bounds: { min: { x: 10, y: 20, z: 0 }, max: { x: 111, y: 60, z: 0 } },
      coveredBy: { id: 'obj:6', path: '/Panel' },
    };
    const { stage, asked } = await opened({ 'ui.list': { total: 1, items: [control] } });
    const { Items } = await stage.call<{ Items: { Value: string }[] }>('ListControls', {
      rootId: 'obj:3',
      clickable: false,
    });
    expect(Items).toMatchObject([
      {
        ...{ Id: 'obj:5', Path: '/Arena/Crate', Type: 'Button', Text: 'Start' },
        ...{ X: 61, Y: 40, Width: 101, Height: 40 },
        ...{ Clickable: false, Enabled: false, Focused: true, CoveredBy: { Id: 'obj:6', Path: '/Panel' } },
      },
    ]);
    expect(Items[0]?.Value.length).toBeLessThan(600);
    expect(asked[0]?.params).toEqual({ root: 'obj:3', clickable: false, limit: 50, offset: 0 });
  });

  it('ReadCells lists cells', async () => {
    const items = [{ at: { x: 2, y: -1, z: 0 }, index: 7, item: 'source 0, atlas (2, 1)' }];
    const { stage } = await opened({ 'cells.list': { total: 1, items } });
    expect(await stage.call('ReadCells', { objectId: 'obj:1' })).toEqual({
      Total: 1,
      Items: [{ At: { X: 2, Y: -1, Z: 0 }, Index: 7, Item: 'source 0, atlas (2, 1)' }],
    });
  });

  it('members have the range and the choices that the author of the game intends', async () => {
    const member = { kind: 'property', type: 'System.Single', canRead: true, canWrite: true } as const;
    const items = [
      { ...member, name: 'speed', range: { min: 0, max: 10, step: 0.5 } },
      { ...member, name: 'mode', choices: ['walk', 'run'] },
      { ...member, name: 'plain' },
    ];
    const { stage, asked } = await opened({
      'member.list': { total: 3, items },
      'member.read': { type: 'System.Single', text: '1', json: 1 },
    });
    const of = { objectId: 'obj:1', componentType: 'Mover' };
    const { Items } = await stage.call<{ Items: object[] }>('ListComponentMembers', of);
    expect(Items).toHaveLength(3);
    expect(Items[0]).toMatchObject({ Range: { min: 0, max: 10, step: 0.5 } });
    expect(Items[1]).toMatchObject({ Choices: ['walk', 'run'] });
    expect(Items[2]).not.toHaveProperty('Range');
    expect(await stage.call('ReadComponentMember', { ...of, name: 'speed' })).toMatchObject({
      valueJson: 1,
      range: { max: 10 },
    });
    expect(await stage.call('ReadComponentMember', { ...of, name: 'mode' })).toMatchObject({
      choices: ['walk', 'run'],
    });
    expect(await stage.call('ReadComponentMember', { ...of, name: 'plain' })).not.toHaveProperty('range');
    // The list is asked for once: reads of values are frequent.
    expect(asked.filter(({ operation }) => operation === 'member.list')).toHaveLength(2);
  });
});

describe('tools/list of an engine that stays the same', () => {
  it('has no tools for what the engine does not do', async () => {
    const { stage } = await opened({ 'ui.list': { total: 0, items: [] } });
    const { tools } = await stage.ask(stage.caller({}), 'tools/list', {});
    const names = (tools as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('ListControls');
    expect(names).toContain('GetErrors');
    expect(names).not.toContain('ReadCells');
    expect(names).not.toContain('GetEditor');
  });
});
