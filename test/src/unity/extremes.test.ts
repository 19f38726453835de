import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

const TRANSFORM = 'UnityEngine.Transform';
const BODY = 'UnityEngine.Rigidbody';

let server: UnityServer;
let explorer: Explorer;
beforeEach(async () => {
  const reflectionAllowlistMembers = [
    ...['localScale', 'position'].map(member => `${TRANSFORM}.${member}`),
    ...['mass', 'AddForce'].map(member => `${BODY}.${member}`),
  ];
  server = await startUnity({ grants: { writes: true }, settings: { reflectionAllowlistMembers } });
  explorer = server.explorer;
});
afterEach(() => server.close());

function set(objectId: string, member: string, jsonValue: unknown, componentType = TRANSFORM) {
  return explorer.call('SetMember', { objectId, componentType, member, jsonValue });
}

/** Until the scene has gone on for some frames. */
async function framesOn(): Promise<void> {
  const objectId = (await explorer.tool('SearchObjects', { type: 'Worldwire.FrameStats' })).Items[0]!.Id;
  const frame = async () => {
    const args = { objectId, componentType: 'Worldwire.FrameStats', name: 'Frame' };
    return Number((await explorer.tool('ReadComponentMember', args)).valueJson);
  };
  const from = await frame();
  while ((await frame()) <= from + 30);
}

/** The places of all bodies. */
async function places(): Promise<unknown[]> {
  const { Items } = await explorer.tool('SearchObjects', { type: BODY, limit: 100 });
  const read = (objectId: string) =>
    explorer.tool('ReadComponentMember', { objectId, componentType: TRANSFORM, name: 'position' });
  const values = await Promise.all(Items.map(({ Id }) => read(Id)));
  return values.flatMap(({ valueJson }) => Object.values(valueJson as object));
}

describe('whatever is written', () => {
  it('a scale of 0 leaves every body at a place', async () => {
    const { body } = await set(await explorer.find('/Arena/Crates'), 'localScale', [0, 0, 0]);
    expect(body.result.content[0]!.json.ok).toBe(true);
    await framesOn();
    expect((await places()).filter(part => typeof part !== 'number')).toEqual([]);
  });

  it('a place below a scale of 0 is refused, and says what is there instead', async () => {
    await set(await explorer.find('/Arena/Crates'), 'localScale', [0, 0, 0]);
    const { body } = await set(await explorer.find('/Arena/Crates/Crate 1'), 'position', [7, 8, 9]);
    const { error } = body.result.content[0]!.json;
    expect(error.kind).toBe('Conflict');
    expect(error.message).toContain('the scene kept');
  });

  it('no push and no mass throws a body out of the numbers', async () => {
    const objectId = await explorer.find('/Arena/Crates/Crate 1');
    await set(objectId, 'mass', 1e-30, BODY);
    for (const force of [1e308, 3e38]) {
      const argsJson = [{ x: force, y: force, z: 0 }];
      await explorer.call('CallMethod', { objectId, componentType: BODY, method: 'AddForce', argsJson });
    }
    await framesOn();
    expect((await places()).filter(part => typeof part !== 'number')).toEqual([]);
  });

  it.each([1e200, 3e38])('the camera has a pose, below a parent of the size %d too', async size => {
    const parent = await explorer.find('/Arena/Crates');
    for (const member of ['localScale', 'position']) {
      const { body } = await set(parent, member, [size, size, size]);
      expect(body.result.content[0]!.json.error?.kind).toBe(size > 3.4e38 ? 'InvalidArgument' : undefined);
    }
    const { Items } = await explorer.tool('SearchObjects', { type: 'UnityEngine.Camera' });
    await explorer.tool('Reparent', { objectId: Items[0]!.Id, newParentId: parent });
    const pose = { X: expect.any(Number), Y: expect.any(Number), Z: expect.any(Number) };
    for (const tool of ['GetCameraInfo', 'GetFreecam']) {
      expect(await explorer.tool(tool)).toMatchObject({ Pos: pose, Rot: pose });
    }
    expect(await explorer.read('unity://camera/active')).toMatchObject({ Pos: pose, Rot: pose });
  });
});
