import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

const TRANSFORM = 'UnityEngine.Transform';
const ROTATOR = 'Worldwire.Rotator';
const HEALTH = 'Worldwire.Health';

let server: UnityServer;
let explorer: Explorer;
let turret: string;
beforeAll(async () => {
  server = await startUnity({ grants: ALL });
  explorer = server.explorer;
  turret = await explorer.find('/Arena/Turret');
});
afterAll(() => server.close());

const read = (objectId: string, componentType: string, name: string) =>
  explorer.tool('ReadComponentMember', { objectId, componentType, name });
const memberUri = (id: string, type: string, name: string) =>
  `unity://object/${id}/component/member?type=${type}&name=${name}`;

describe('components', () => {
  it('[UNITY-4.1.6] [UNITY-3.5] are listed with full type names and a summary', async () => {
    const page = await explorer.tool('GetComponents', { objectId: turret });
    const types = page.Items.map(({ Type }) => Type);
    expect(types).toEqual(expect.arrayContaining([TRANSFORM, ROTATOR, HEALTH, 'UnityEngine.MeshRenderer']));
    for (const card of page.Items)
      expect(card).toEqual({ Type: expect.any(String), Summary: expect.any(String) });
    expect(page.Total).toBe(page.Items.length);
    expect((await explorer.tool('GetObject', { id: turret })).ComponentCount).toBe(page.Total);
    const part = await explorer.read(`unity://object/${turret}/components?limit=2&offset=1`);
    expect(part.Items.map(({ Type }) => Type)).toEqual(types.slice(1, 3));
    expect(part.Total).toBe(page.Total);
  });

  it('[UNITY-4.1.7] [UNITY-3.6] have fields and properties, and methods when asked', async () => {
    const args = { objectId: turret, componentType: HEALTH };
    const page = await explorer.tool('ListComponentMembers', args);
    expect(page.Items).toContainEqual({
      Name: 'maximum',
      Kind: 'field',
      Type: 'System.Single',
      CanRead: true,
      CanWrite: true,
    });
    expect(page.Items).toContainEqual(
      expect.objectContaining({ Name: 'dead', Kind: 'property', Type: 'System.Boolean', CanWrite: false }),
    );
    expect(page.Items.filter(({ Kind }) => Kind === 'method')).toEqual([]);
    const all = await explorer.tool('ListComponentMembers', { ...args, includeMethods: true });
    expect(all.Total).toBeGreaterThan(page.Total);
    const methods = all.Items.filter(({ Kind }) => Kind === 'method').map(({ Name }) => Name);
    expect(methods.filter(name => name === 'Damage')).toHaveLength(2);
    const uri = `unity://object/${turret}/component/members?type=${HEALTH}`;
    expect(await explorer.read(uri)).toEqual(page);
    expect(await explorer.read(`${uri}&includeMethods=true`)).toEqual(all);
    expect(await explorer.read(`${uri}&limit=1&offset=1`)).toEqual({
      Total: page.Total,
      Items: [page.Items[1]],
      NextOffset: 2,
    });
  });

  it('[UNITY-7.4] of a type that is not there are NotFound, with what would be right', async () => {
    const refusal = await explorer.refusal('ReadComponentMember', {
      objectId: turret,
      componentType: HEALTH,
      name: 'curent',
    });
    expect(refusal).toMatchObject({
      status: 404,
      kind: 'NotFound',
      hint: expect.stringContaining('current'),
    });
    for (const type of ['UnityEngine.Light', 'No.Such.Type']) {
      const args = { objectId: turret, componentType: type };
      expect(await explorer.refusal('ListComponentMembers', args)).toMatchObject({ kind: 'NotFound' });
    }
  });
});

describe('a member', () => {
  it('[UNITY-4.1.8] [UNITY-3.7] is read as text and as JSON', async () => {
    expect(await read(turret, HEALTH, 'maximum')).toEqual({
      ok: true,
      type: 'System.Single',
      valueText: '250',
      valueJson: 250,
    });
    const position = await read(turret, TRANSFORM, 'position');
    expect(position).toMatchObject({ type: 'UnityEngine.Vector3', valueJson: { x: 0, y: 1, z: 0 } });
    expect(await explorer.read(memberUri(turret, TRANSFORM, 'position'))).toEqual(position);
    expect(await read(turret, HEALTH, 'dead')).toMatchObject({ type: 'System.Boolean', valueJson: false });
  });

  it('[UNITY-4.1.8] that moves is read as it is now', async () => {
    const angles = new Set<unknown>();
    while (angles.size < 3) angles.add((await read(turret, ROTATOR, 'angle')).valueJson);
    const uri = memberUri(turret, ROTATOR, 'angle');
    const seen = new Set<string>();
    while (seen.size < 3) seen.add((await explorer.read(uri)).valueText);
  });

  it('[UNITY-4.1.8] that is an object is its id, and nothing of the object itself', async () => {
    const muzzle = await explorer.find('/Arena/Turret/Barrel/Muzzle');
    const barrel = await explorer.find('/Arena/Turret/Barrel');
    const parent = await read(muzzle, TRANSFORM, 'parent');
    expect(parent).toMatchObject({ ok: true, valueText: barrel, valueJson: barrel });
    expect(JSON.stringify(parent).length).toBeLessThan(200);
  });

  it('[UNITY-4.1.8] [UNITY-3.7] that is long is cut at 1024 characters', async () => {
    await explorer.planned('LoadScene', { name: 'Menu' });
    const title = await explorer.find('/Canvas/Title');
    const member = { objectId: title, componentType: 'UnityEngine.UI.Text' };
    await explorer.tool('SetConfig', { reflectionAllowlistMembers: ['UnityEngine.UI.Text.text'] });
    const set = (text: string) =>
      explorer.tool('SetMember', { ...member, member: 'text', jsonValue: JSON.stringify(text) });
    await set('x'.repeat(1024));
    expect((await read(title, 'UnityEngine.UI.Text', 'text')).valueText).toBe('x'.repeat(1024));
    await set('x'.repeat(5000));
    const long = await read(title, 'UnityEngine.UI.Text', 'text');
    expect(long.valueText).toHaveLength(1024);
    expect(long.valueText).toMatch(/^x{1000}/);
    expect(long).not.toHaveProperty('valueJson');
    const uri = memberUri(title, 'UnityEngine.UI.Text', 'text');
    expect((await explorer.read(uri)).valueText).toHaveLength(1024);
  });
});
