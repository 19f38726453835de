/**
 * Tasks of an agent in the Arena, the first scene of the unity world, with `--allow writes` and hooks on HOOKED_TYPE. Each checks
 * its own result.
 */
import { Agent } from './agent.mjs';
import { equal, ok } from './checks.mjs';

/** The type whose methods the operator lets clients hook. */
export const HOOKED_TYPE = 'Worldwire.Rotator';
const RENDERER = 'UnityEngine.MeshRenderer';

export const SCENE_TASKS = [
  {
    title: 'which object moves and how fast',
    calls: 1,
    bytes: 2_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { Items, Total } = await agent.call('ListObjects', { moving: true, fields: ['Name', 'Speed'] });
      equal(Items.length, Total);
      const muzzle = Items.find(({ Name }) => Name === 'Muzzle');
      ok(muzzle?.Speed > 0, `the muzzle of the turret to move, not ${JSON.stringify(Items)}`);
      return [agent];
    },
  },
  {
    title: 'why is this object not visible',
    calls: 2,
    bytes: 3_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { Items } = await agent.call('SearchObjects', { name: 'Crate Template', fields: ['Path'] });
      const { Visible, VisibleReason } = await agent.call('GetObject', {
        id: Items[0].Id,
        fields: ['Visible'],
      });
      equal(Visible, false);
      ok(/inactive/.test(VisibleReason), `the reason, not ${VisibleReason}`);
      return [agent];
    },
  },
  {
    title: 'change a colour, show before and after, undo',
    calls: 4,
    bytes: 4_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { Items } = await agent.call('SearchObjects', { name: 'Crate 1', fields: ['Path'] });
      const place = { objectId: Items[0].Id, componentType: RENDERER };
      const set = await agent.call('SetMember', { ...place, member: 'color', jsonValue: 'red' });
      equal(set.after.valueJson, { r: 1, g: 0, b: 0, a: 1 });
      ok(set.before.valueText !== set.after.valueText, 'another colour before');
      const { after } = await agent.call('UndoWrite', { id: set.journalId });
      equal(after.valueJson, set.before.valueJson);
      const read = await agent.call('ReadComponentMember', { ...place, name: 'color' });
      equal(read.valueJson, set.before.valueJson);
      return [agent];
    },
  },
  {
    title: 'what is in the middle of the camera',
    calls: 1,
    bytes: 1_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { Hit, Name, Path, Distance, Point } = await agent.call('MousePick');
      ok(Hit && Name === 'Turret' && Path === '/Arena/Turret', `the turret, not ${Path}`);
      ok(Distance > 10 && Point.Y > 0, 'distance and point');
      return [agent];
    },
  },
  {
    title: 'log the calls of a method for a second',
    calls: 3,
    bytes: 4_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { signature } = await agent.call('HookAdd', { type: HOOKED_TYPE, methodOrSignature: 'Update' });
      const { count, calls } = await agent.call('HookGetCalls', { signature, seconds: 1, limit: 8 });
      ok(count > 0 && calls[0].path === '/Arena/Turret', `calls of the turret, not ${count}`);
      await agent.call('HookRemove', { signature });
      return [agent];
    },
  },
].map(task => ({ ...task, place: 'unity' }));
