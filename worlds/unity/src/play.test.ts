import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPEN, Stage } from './stage.test.js';

/** Claims about the embedded scene as an agent plays it: by calls of tools alone. */
describe('playing the embedded scene', () => {
  let engine: Engine;
  let stage: Stage;
  beforeAll(async () => {
    engine = await openEmbedded();
    stage = await Stage.open({ engine, grants: OPEN });
  });
  afterAll(() => engine.close());

  type Position = { readonly Position: { readonly X: number; readonly Y: number; readonly Z: number } };
  const place = async (id: string) =>
    (await stage.call<Position>('GetObject', { id, fields: ['Position'] })).Position;

  it('keys move the player, who is named as the receiver with the action', async () => {
    const player = await stage.idOf('Player');
    const before = await place(player);
    const sent = await stage.call('SendInput', { steps: [{ kind: 'key', key: 'W', hold: { frames: 20 } }] });
    expect(sent).toMatchObject({ steps: [{ receivedBy: ['/Player'], actions: ['MoveForward'] }], held: [] });
    expect((await place(player)).Z).toBeGreaterThan(before.Z + 0.5);
  });

  it('a cancelled SendInput ends its sequence: the steps that are still due are not played', async () => {
    const player = await stage.idOf('Player');
    const frames = 90;
    const x = { objectId: player, componentType: 'Transform', name: 'position', part: 'x' };
    const start = (await place(player)).X;
    const steps = [
      { kind: 'action', action: 'MoveRight', hold: { frames: 2 * frames } },
      { kind: 'key', key: 'W', phase: 'press', at: { frames } },
    ];
    const params = { name: 'SendInput', arguments: { steps } };
    const request = { kind: 'request', id: 'x', method: 'tools/call', params } as const;
    const outlet = { detach: () => {}, send: () => true };
    const call = stage.kernel.start(request, stage.caller({}), outlet, () => {});
    const moved = { conditions: [{ ...x, is: '>', value: start + 0.1 }] };
    expect(await stage.call('WaitUntil', moved)).toMatchObject({ met: true });
    call.cancel('left');
    // Is delivered after the release.
    await stage.call('SendInput', {
      steps: [
        { kind: 'move', x: 1, y: 1 },
        { kind: 'move', x: 2, y: 2 },
      ],
    });
    const stopped = await place(player);
    const later = { steps: [{ kind: 'move', x: 1, y: 1, at: { frames } }] };
    expect(await stage.call('SendInput', later)).toMatchObject({ held: [] });
    expect(await place(player)).toEqual(stopped);
  });

  it('a recording of a walk is the same walk again', async () => {
    const player = await stage.idOf('Player');
    await stage.call('RecordInput', { action: 'start' });
    const start = await place(player);
    await stage.call('SendInput', { steps: [{ kind: 'action', action: 'MoveRight', hold: { frames: 10 } }] });
    const middle = await place(player);
    const { steps } = await stage.call<{ steps: object[] }>('RecordInput', { action: 'stop', name: 'walk' });
    expect(steps.length).toBeGreaterThan(0);
    await stage.call('SendInput', { recording: 'walk' });
    expect((await place(player)).X - middle.X).toBeCloseTo(middle.X - start.X, 0);
  });

  it('steps run exactly the frames that are asked for, and stop where a condition holds', async () => {
    onTestFinished(async () => void (await stage.call('SetTimeScale', { value: 1 })));
    const first = await stage.call<{ time: number }>('StepScene', { frames: 1 });
    const then = await stage.call<{ time: number; frames: number }>('StepScene', { frames: 7 });
    expect(then.frames).toBe(7);
    expect(then.time - first.time).toBeCloseTo(7 / 60, 2);
    expect(await stage.call('GetTimeScale')).toMatchObject({ paused: true });
    const player = await stage.idOf('Player');
    const { Z } = await place(player);
    const position = { objectId: player, componentType: 'Transform', name: 'position', part: 'z' };
    await stage.call('SendInput', { steps: [{ kind: 'key', key: 'S', phase: 'press' }] });
    const walked = await stage.call<{ met: boolean; conditions: { valueJson?: number; holds: boolean }[] }>(
      'StepScene',
      {
        frames: 600,
        until: [{ ...position, is: '<', value: Z - 1 }],
      },
    );
    expect(walked).toMatchObject({ met: true, conditions: [{ holds: true }] });
    const { Z: end } = await place(player);
    // Places have three digits after the point.
    expect(end).toBeLessThan(Z - 0.998);
    expect(end).toBeGreaterThan(Z - 1.5);
    expect(await stage.call('SendInput', { steps: [{ kind: 'release-all' }] })).toMatchObject({ held: [] });
    await stage.call('SetTimeScale', { value: 1 });
    expect(await stage.call('GetTimeScale')).not.toHaveProperty('paused');
  });

  it('a wait ends with the value that was waited for, or with met: false', async () => {
    const player = await stage.idOf('Player');
    const health = { objectId: player, componentType: 'Health', name: 'current' };
    expect(await stage.call('WaitUntil', { conditions: [{ ...health, is: '>', value: 0 }] })).toMatchObject({
      met: true,
    });
    const never = await stage.call('WaitUntil', {
      conditions: [{ path: '/Nowhere', is: 'exists' }],
      seconds: 0.1,
    });
    expect(never).toMatchObject({ met: false, conditions: [{ condition: '/Nowhere exists', holds: false }] });
  });

  it('a ball that falls moves down from picture to picture', async () => {
    await stage.call('WaitUntil', { conditions: [{ path: '/Drone 1', is: 'exists' }], seconds: 20 });
    const ball = await stage.idOf('Drone 1');
    const high = JSON.stringify({ x: 0, y: 9, z: -2 });
    await stage.call('SetMember', {
      objectId: ball,
      componentType: 'Transform',
      member: 'position',
      jsonValue: high,
    });
    const watched = await stage.call<{ moved: { path: string; from: number[]; to: number[] }[] }>(
      'WatchScene',
      {
        ...{ pictures: 4, seconds: 0.8 },
      },
    );
    const drone = watched.moved.find(({ path }) => path === '/Drone 1');
    expect(drone?.to[1]).toBeLessThan((drone?.from[1] ?? 0) - 1);
  });

  it('a profile has the frames of the time, and the scripts that took most of it', async () => {
    const profile = await stage.call<{ frames: number; scripts: { name: string }[] }>('ProfileScene', {
      seconds: 0.5,
    });
    expect(profile.frames).toBeGreaterThan(3);
    expect(profile.scripts.map(({ name }) => name)).toContain('Worldwire.Rotator');
  });

  it('code that throws has its error in the answer, and GetErrors has it with its line', async () => {
    const { structuredContent } = await stage.result('ConsoleEval', { code: '\nthrow new Error("no leg")' });
    expect(structuredContent).toMatchObject({
      ok: false,
      errors: [{ Kind: 'script', Message: expect.stringContaining('no leg') }],
    });
    expect(await stage.call('GetErrors')).toMatchObject({ Items: [{ File: 'console', Line: 2 }] });
  });

  it('a menu is used by its controls: a field is typed into, and a button takes the focus', async () => {
    await stage.call('LoadScene', { name: 'Menu', mode: 'additive' });
    type Control = {
      readonly Id: string;
      readonly Path: string;
      readonly Text?: string;
      readonly Value?: unknown;
      readonly Focused?: boolean;
    };
    const controls = async () => (await stage.call<{ Items: Control[] }>('ListControls')).Items;
    const at = async (path: string) => (await controls()).find(({ Path }) => Path === path) as Control;
    const { Id } = await at('/Canvas/Name Field');
    const sent = await stage.call('SendInput', {
      steps: [
        { kind: 'button', on: Id },
        { kind: 'text', text: 'Ada' },
      ],
    });
    expect(sent).toMatchObject({
      steps: [{ receivedBy: ['/Canvas/Name Field'] }, { receivedBy: ['/Canvas/Name Field'] }],
    });
    const field = await at('/Canvas/Name Field');
    expect([field.Value ?? field.Text, field.Focused]).toEqual(['Ada', true]);
    const start = await at('/Canvas/Main Panel/Start Button');
    await stage.call('SendInput', { steps: [{ kind: 'button', on: start.Id }] });
    expect((await at('/Canvas/Main Panel/Start Button')).Focused).toBe(true);
  });
});
