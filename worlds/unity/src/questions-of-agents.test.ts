import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CLOSED, Stage } from './stage.test.js';

const WRITES = { ...CLOSED, writes: true };

/** What an agent wants to know or do, within a number of calls and bytes of whole results. */
describe('an agent', () => {
  let engine: Engine | undefined;
  let stage: Stage;
  let calls: number;
  let bytes: number;
  beforeEach(async () => {
    engine ??= await openEmbedded();
    const config = { hookAllowlistSignatures: ['Worldwire.Rotator'] };
    stage = await Stage.open({ grants: WRITES, engine, config });
    [calls, bytes] = [0, 0];
  });
  afterAll(() => engine?.close());

  async function ask<Answer = Record<string, unknown>>(name: string, args: object): Promise<Answer> {
    const result = await stage.result(name, args);
    calls++;
    bytes += Buffer.byteLength(JSON.stringify(result));
    expect(result.isError, JSON.stringify(result)).toBeUndefined();
    return result.structuredContent as Answer;
  }
  const within = (maxCalls: number, maxBytes: number) => {
    expect(calls).toBeLessThanOrEqual(maxCalls);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  };
  interface Card {
    readonly Id: string;
    readonly Path: string;
    readonly Speed: number;
    readonly AngularSpeed: number;
  }
  const first = async (name: string, more: object = {}) =>
    (await ask<{ Items: Card[] }>('SearchObjects', { name, limit: 1, ...more })).Items[0] as Card;

  it('finds which object moves and how fast in 1 call and 2 KB', async () => {
    const falling = async () => engine?.call('object.list', { moving: true, path: 'Crates' });
    await expect.poll(falling, { timeout: 20_000 }).toMatchObject({ total: 0 });
    const { Items } = await ask<{ Items: Card[] }>('ListObjects', {
      moving: true,
      fields: ['Path', 'Speed'],
    });
    const turret = Items.find(({ Path }) => Path === '/Arena/Turret');
    expect(turret?.Speed).toBe(0);
    expect(turret?.AngularSpeed).toBeGreaterThan(0);
    within(1, 2 * 1024);
  });

  it('finds why an object is not visible in 2 calls and 3 KB', async () => {
    await engine?.call('object.activate', { id: await stage.idOf('Enemies'), active: false });
    const { Id } = await first('Enemy 1');
    expect(
      await ask('GetObject', { id: Id, fields: ['Active', 'ActiveInHierarchy', 'Visible'] }),
    ).toMatchObject({
      Active: true,
      ActiveInHierarchy: false,
      Visible: false,
      VisibleCode: 'inactive-ancestor',
      VisibleReason: expect.stringContaining('Enemies'),
    });
    within(2, 3 * 1024);
    await engine?.call('object.activate', { id: await stage.idOf('Enemies'), active: true });
  });

  it('finds what is in the middle of the camera in 1 call and 1 KB', async () => {
    expect(await ask('MousePick', {})).toMatchObject({
      Hit: true,
      Name: expect.any(String),
      Path: expect.stringMatching(/^\//),
      Distance: expect.any(Number),
      Point: { X: expect.any(Number), Y: expect.any(Number), Z: expect.any(Number) },
    });
    within(1, 1024);
  });

  it('makes a crate red, sees before and after, and undoes it, in 4 calls and 4 KB with --allow writes', async () => {
    const { Id: objectId } = await first('Crate 1');
    const set = { objectId, componentType: 'MeshRenderer', member: 'color', jsonValue: { r: 1, g: 0, b: 0 } };
    const { before, after, undo } = await ask<Record<'before' | 'after' | 'undo', unknown>>('SetMember', set);
    expect(before).toMatchObject({ valueJson: { r: 0.6 } });
    expect(after).toMatchObject({ valueJson: { r: 1, g: 0, b: 0, a: 1 } });
    const [, name, args] = /^(\w+) (.*)$/.exec(undo as string) as unknown as [string, string, string];
    await ask(name, JSON.parse(args) as object);
    const read = { objectId, componentType: 'MeshRenderer', name: 'color' };
    expect(await ask('ReadComponentMember', read)).toMatchObject({ valueJson: { r: 0.6 } });
    within(4, 4 * 1024);
  });

  it('logs the calls of a method for a while in 3 calls and 4 KB', async () => {
    const { signature } = await ask<{ signature: string }>('HookAdd', {
      type: 'Worldwire.Rotator',
      methodOrSignature: 'Update',
    });
    const log = await ask<{ count: number; calls: object[] }>('HookGetCalls', {
      signature,
      seconds: 0.2,
      limit: 8,
    });
    expect(log.count).toBeGreaterThan(0);
    expect(log.calls[0]).toMatchObject({ n: expect.any(Number), path: '/Arena/Turret', args: [] });
    await ask('HookRemove', { signature });
    within(3, 4 * 1024);
  });

  it('reads instructions of 1 KB', () => {
    const instructions = String(stage.unity.world.instructions);
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(1024);
    for (const word of ['metres', 'left-handed', 'SearchObjects', 'UndoWrite', 'allowlists']) {
      expect(instructions).toContain(word);
    }
  });
});
