import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { Card, Explorer } from '../unity/explorer.js';
import { type GodotServer, startGodotServer } from './godot-server.js';

describe.skipIf(!hasGodot4())('a real Godot through the explorer interface', () => {
  const BODY = 'StaticBody3D';
  let server: GodotServer;
  let explorer: Explorer;
  let crate: string;
  beforeAll(async () => {
    server = await startGodotServer();
    explorer = server.explorer;
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    await explorer.planned('LoadScene', { name: 'arena', mode: 'single' });
    crate = await explorer.find('/Arena/Crate');
  });

  const health = (name: string) => explorer.value(crate, 'Health', name);
  const set = (name: string, value: unknown, componentType = 'Health') =>
    explorer.tool('SetMember', {
      objectId: crate,
      componentType,
      member: name,
      jsonValue: JSON.stringify(value),
    });
  const callMethod = (method: string, ...args: unknown[]) =>
    explorer.tool('CallMethod', {
      objectId: crate,
      componentType: 'Health',
      method,
      argsJson: JSON.stringify(args),
    });

  describe('looking', () => {
    it('says what the engine is', async () => {
      expect(await explorer.tool('GetStatus')).toMatchObject({
        Ready: true,
        ScenesLoaded: 1,
        UnityVersion: expect.stringMatching(/^Godot 4\./),
      });
    });

    it('has the loaded scene and the two pseudo-scenes', async () => {
      const { Items } = await explorer.tool('ListScenes');
      expect(Items.map(({ Id }) => Id)).toEqual(['scn:0', 'scn:ddol', 'scn:hide']);
      expect(Items[0]).toMatchObject({ Name: 'arena', RootCount: 1 });
    });

    it('lists what outlives scenes', async () => {
      const { Items } = await explorer.tool('ListObjects', { sceneId: 'scn:ddol' });
      expect(Items.map(({ Name }) => Name)).toEqual(expect.arrayContaining(['Score', 'Worldwire']));
    });

    it('lists the scenes of the project', async () => {
      const { Items } = await explorer.tool('ListBuildScenes');
      expect(Items.map(({ Name }) => Name).toSorted()).toEqual([
        'arena',
        'garden',
        'menu',
        'playground',
        'quest',
      ]);
    });

    it('pages through the tree without a gap', async () => {
      const all = await explorer.tool('ListObjects', { limit: 500 });
      const ids: string[] = [];
      while (ids.length < all.Total) {
        const { Items } = await explorer.tool('ListObjects', { limit: 4, offset: ids.length });
        ids.push(...Items.map(({ Id }) => Id));
      }
      expect(ids).toEqual(all.Items.map(({ Id }) => Id));
    });

    it.each([
      [{ name: 'Crate' }, ['/Arena/Crate']],
      [{ type: 'RigidBody3D' }, ['/Arena/Ball']],
      [{ type: 'Health' }, ['/Arena/Crate']],
      [{ path: '/Arena/Floor/' }, ['/Arena/Floor/Shape', '/Arena/Floor/Mesh']],
    ])('searches by %j', async (query, paths) => {
      const { Items } = await explorer.tool('SearchObjects', query);
      expect(Items.map(({ Path }) => Path)).toEqual(paths);
    });

    it('gives a card with groups as tags, and says what is not there', async () => {
      expect(await explorer.tool('GetObject', { id: crate })).toMatchObject({
        Name: 'Crate',
        Path: '/Arena/Crate',
        Tag: 'target,wooden',
        Active: true,
      });
      expect((await explorer.refusal('GetObject', { id: 'obj:999999' })).kind).toBe('NotFound');
    });

    it('lists children, and components: its class and its script', async () => {
      const { Items } = await explorer.tool('ListChildren', { objectId: crate });
      expect(Items.map(({ Name }) => Name)).toEqual(['Shape', 'Mesh']);
      const components = await explorer.tool('GetComponents', { objectId: crate });
      expect(components.Items.map(({ Type }) => Type)).toEqual([BODY, 'Health']);
    });

    it('lists members with their types, and methods when asked', async () => {
      const place = { objectId: crate, componentType: 'Health', limit: 100 };
      const fields = await explorer.tool('ListComponentMembers', place);
      const current = fields.Items.find(({ Name }) => Name === 'current');
      expect(current).toMatchObject({ Type: 'float', CanRead: true, CanWrite: true });
      expect(fields.Items.some(({ Kind }) => Kind === 'method')).toBe(false);
      const all = await explorer.tool('ListComponentMembers', { ...place, includeMethods: true });
      expect(all.Items.filter(({ Kind }) => Kind === 'method').map(({ Name }) => Name)).toEqual(
        expect.arrayContaining(['damage', 'damage_at', 'heal', 'describe']),
      );
    });

    it.each([
      ['Health', 'current', 100],
      ['Health', 'dead', false],
      ['Health', 'notes', []],
      [BODY, 'name', 'Crate'],
      [BODY, 'visible', true],
    ])('reads %s.%s', async (type, name, value) => {
      expect(await explorer.value(crate, type, name)).toEqual(value);
    });

    it('reads vectors by their parts', async () => {
      expect(await explorer.value(crate, BODY, 'position')).toEqual({
        x: expect.any(Number),
        y: expect.any(Number),
        z: expect.any(Number),
      });
    });

    it('reads what changes from frame to frame', async () => {
      const referee = await explorer.find('/Arena/Referee');
      const seconds = () => explorer.value(referee, 'Faller', 'seconds') as Promise<number>;
      const first = await seconds();
      await expect.poll(seconds).toBeGreaterThan(first);
    });
  });

  describe('changing', () => {
    it.each([
      ['current', 12.5],
      ['current', 0.1],
      ['most', 1e6],
      ['armor', 2],
      ['notes', ['a', 1, null]],
    ])('sets %s to %j and reads it back', async (name, value) => {
      expect(await set(name, value)).toMatchObject({ ok: true });
      expect(await health(name)).toEqual(value);
    });

    it.each([
      ['heavy', 2],
      ['LIGHT', 1],
      ['None', 0],
    ])('sets an enum by its name %j', async (name, value) => {
      expect(await set('armor', name)).toMatchObject({ ok: true });
      expect(await health('armor')).toBe(value);
    });

    it.each([
      ['armor', '7', 'None, Light, Heavy'],
      ['last_hit', '[0,1e300,0]', '{x, y, z}'],
      ['armor', '9007199254740993', 'None, Light, Heavy'],
    ])('refuses what %s has no room for: %s', async (member, jsonValue, hint) => {
      const before = await health(member);
      const failure = await explorer.refusal('SetMember', {
        objectId: crate,
        componentType: 'Health',
        member,
        jsonValue,
      });
      expect(failure).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringContaining(hint) });
      expect(await health(member)).toEqual(before);
    });

    it('sets a vector', async () => {
      await set('position', { x: 1.25, y: 2, z: -3.5 }, BODY);
      expect(await explorer.value(crate, BODY, 'position')).toEqual({ x: 1.25, y: 2, z: -3.5 });
    });

    it.each(['zwölf \u{1F600} 漢字', 'a "quoted" \\ line\n\ttab', ''])(
      'keeps the text %j as it is',
      async text => {
        const { before } = await set('name', 'Crate', BODY);
        expect(before).toBeDefined();
        await set('notes', [text]);
        expect(await health('notes')).toEqual([text]);
      },
    );

    it('refuses a value of another type, and changes nothing', async () => {
      const failure = await explorer.refusal('SetMember', {
        objectId: crate,
        componentType: 'Health',
        member: 'current',
        jsonValue: '"much"',
      });
      expect(failure.kind).toBe('InvalidArgument');
      expect(await health('current')).toBe(100);
    });

    it('refuses to set what can only be read', async () => {
      const args = { objectId: crate, componentType: 'Health', member: 'dead', jsonValue: 'true' };
      expect((await explorer.refusal('SetMember', args)).kind).toBe('InvalidArgument');
    });

    it('calls a method with typed arguments, and sees what it did', async () => {
      expect((await callMethod('damage', 30)).result).toBe(70);
      expect(await health('current')).toBe(70);
    });

    it('fills in defaults, and takes those that are given', async () => {
      await set('current', 50);
      await callMethod('heal');
      expect(await health('current')).toBe(60);
      await callMethod('damage_at', 5, { x: 1, y: 2, z: 3 }, 'me');
      expect(await health('last_hit')).toEqual({ x: 1, y: 2, z: 3 });
    });

    it.each([
      ['damage', []],
      ['damage', [1, 2]],
      ['damage', ['much']],
      ['damage_at', [1]],
    ])('refuses %s with the arguments %j before anything runs', async (method, args) => {
      const failure = await explorer.refusal('CallMethod', {
        objectId: crate,
        componentType: 'Health',
        method,
        argsJson: JSON.stringify(args),
      });
      expect(failure.kind).toBe('InvalidArgument');
      expect(await health('current')).toBe(100);
    });

    it('shows a script error in the answer of the call that caused it', async () => {
      const failure = await explorer.refusal('CallMethod', {
        objectId: crate,
        componentType: 'Health',
        method: 'stumble',
        argsJson: '[]',
      });
      expect(failure).toMatchObject({ kind: 'Internal', message: expect.stringContaining('missing') });
    });

    it('hides and shows an object', async () => {
      await explorer.tool('SetActive', { objectId: crate, active: false });
      expect(await explorer.active(crate)).toBe(false);
      expect(await explorer.value(crate, BODY, 'visible')).toBe(false);
      await explorer.tool('SetActive', { objectId: crate, active: true });
      expect(await explorer.active(crate)).toBe(true);
    });

    it('puts an object under another, and back by undo', async () => {
      const floor = await explorer.find('/Arena/Floor');
      await explorer.tool('Reparent', { objectId: crate, newParentId: floor });
      expect(await explorer.tool('GetObject', { id: crate })).toMatchObject({ Path: '/Arena/Floor/Crate' });
      const { Items } = await explorer.tool('ListJournal', { limit: 1 });
      await explorer.tool('UndoWrite', { id: (Items[0] as unknown as { Id: number }).Id });
      expect(await explorer.tool('GetObject', { id: crate })).toMatchObject({ Path: '/Arena/Crate' });
    });

    it('gives an object a script and takes it away again', async () => {
      const sign = await explorer.find('/Arena/Sign');
      await explorer.tool('AddComponent', { objectId: sign, type: 'Spinner' });
      const types = async () =>
        (await explorer.tool('GetComponents', { objectId: sign })).Items.map(({ Type }) => Type);
      expect(await types()).toContain('Spinner');
      await explorer.tool('RemoveComponent', { objectId: sign, typeOrIndex: 'Spinner' });
      expect(await types()).not.toContain('Spinner');
    });

    it('destroys an object with all below it', async () => {
      const mesh = await explorer.find('/Arena/Crate/Mesh');
      await explorer.tool('DestroyObject', { objectId: crate });
      expect((await explorer.refusal('GetObject', { id: crate })).kind).toBe('NotFound');
      expect((await explorer.refusal('GetObject', { id: mesh })).kind).toBe('NotFound');
    });

    it('refuses to destroy the bridge', async () => {
      const { Items } = await explorer.tool('ListObjects', { sceneId: 'scn:ddol' });
      const bridge = Items.find(({ Name }) => Name === 'Worldwire') as Card;
      expect((await explorer.refusal('DestroyObject', { objectId: bridge.Id })).kind).toBe('InvalidArgument');
      expect((await explorer.tool('GetStatus')).Ready).toBe(true);
    });

    it('applies a write once, however often it is sent with its key', async () => {
      const args = { objectId: crate, componentType: 'Health', method: 'damage', argsJson: '[10]' };
      await explorer.tool('CallMethod', args, 'godot-once');
      await explorer.tool('CallMethod', args, 'godot-once');
      expect(await health('current')).toBe(90);
    });
  });

  describe('scenes, time and view', () => {
    it('loads a scene beside the other', async () => {
      await explorer.tool('LoadScene', { name: 'garden', mode: 'additive' });
      const { Items } = await explorer.tool('ListScenes');
      expect(Items.map(({ Name }) => Name)).toEqual(expect.arrayContaining(['arena', 'garden']));
      expect(await explorer.find('/Garden/Mill')).toMatch(/^obj:/);
    });

    it('says which scenes there are when one is not there', async () => {
      expect((await explorer.refusal('LoadScene', { name: 'nowhere', mode: 'single' })).kind).toBe(
        'NotFound',
      );
    });

    it('clamps the time scale, and sets it back', async () => {
      expect(await explorer.tool('SetTimeScale', { value: 9 })).toMatchObject({ value: 4 });
      expect(await explorer.tool('GetTimeScale')).toMatchObject({ value: 4 });
      expect(await explorer.tool('SetTimeScale', { value: 1 })).toMatchObject({ value: 1 });
    });

    it('stands still at 0 and goes on above, whatever the game does with its frames', async () => {
      const paused = async () => (await explorer.tool('ConsoleEval', { code: 'return tree.paused' })).result;
      expect(await explorer.tool('SetTimeScale', { value: 0 })).toMatchObject({ value: 0 });
      expect(await paused()).toBe('true');
      await explorer.tool('SetTimeScale', { value: 1 });
      expect(await paused()).toBe('false');
    });

    it('picks nothing outside of the picture', async () => {
      for (const mode of ['world', 'ui'])
        expect(await explorer.tool('MousePick', { mode, x: -5, y: 1e6 })).toMatchObject({
          Hit: false,
          Id: null,
        });
    });

    it('has no test interface, which is made of what only Unity has, and says so', async () => {
      expect(await explorer.refusal('SpawnTestUi')).toMatchObject({
        kind: 'Unsupported',
        message: expect.stringContaining('UnityEngine.Canvas'),
      });
      expect(await explorer.tool('DestroyTestUi')).toMatchObject({ ok: true });
    });

    it('has the camera of the scene, and a free one', async () => {
      expect(await explorer.tool('GetCameraInfo')).toMatchObject({ Name: 'Camera', IsFreecam: false });
      const Pos = { X: 1, Y: 2, Z: 3 };
      await explorer.tool('SetFreecamEnabled', { enabled: true });
      await explorer.tool('SetFreecamPose', { pos: Pos, rot: { X: 0, Y: 90, Z: 0 } });
      expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: true, Pos });
      await explorer.tool('SetFreecamEnabled', { enabled: false });
      expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: false });
    });

    it('picks the crate that a rigid body fell on', async () => {
      const referee = await explorer.find('/Arena/Referee');
      await expect
        .poll(() => explorer.value(referee, 'Faller', 'hits'), { timeout: 30_000 })
        .toBeGreaterThan(0);
      await expect.poll(() => health('current')).toBeLessThan(100);
      const hit = await explorer.tool('MousePick', { mode: 'world', x: 0.5, y: 0.5, normalized: true });
      const { Path } = (await explorer.tool('GetObject', { id: hit.Id })) as unknown as Card;
      expect(Path).toMatch(/^\/Arena\/(Crate|Ball)/);
    });

    it('picks in the user interface, topmost first', async () => {
      await explorer.planned('LoadScene', { name: 'menu', mode: 'single' });
      const pick = async () => (await explorer.tool('MousePick', { mode: 'ui', x: 330, y: 240 })).Items;
      await expect
        .poll(async () => (await pick()).map(({ Name }) => Name))
        .toEqual(expect.arrayContaining(['Options', 'Start']));
      const names = (await pick()).map(({ Name }) => Name);
      expect(names.indexOf('Options')).toBeLessThan(names.indexOf('Start'));
      expect(names).not.toContain('Veil');
    });

    it('has no picture without a display, and says so', async () => {
      expect(await explorer.refusal('Screenshot')).toMatchObject({
        kind: 'Unsupported',
        message: expect.stringContaining('no display'),
      });
    });
  });

  describe('hooks and code', () => {
    it('counts the calls of a hooked method', async () => {
      const { Items } = await explorer.tool('HookListMethods', { type: 'Health', limit: 100 });
      const signature = Items.find(({ Name }) => Name === 'damage')?.Signature as string;
      await explorer.tool('HookAdd', { type: 'Health', method: signature });
      await callMethod('damage', 1);
      const { Items: hooks } = await explorer.read('unity://hooks');
      expect(hooks).toContainEqual(expect.objectContaining({ Signature: signature }));
      await explorer.tool('HookRemove', { signature });
    });

    it('hooks a signal', async () => {
      const { Items } = await explorer.tool('HookListMethods', { type: 'Health', limit: 100 });
      const signal = Items.find(({ Signature }) =>
        /signal.*damaged|damaged.*signal/i.test(Signature as string),
      );
      expect(signal).toBeDefined();
      const signature = signal?.Signature as string;
      await explorer.tool('HookAdd', { type: 'Health', method: signature });
      await callMethod('damage', 1);
      const calls = async () =>
        (await server.engine.call('hook.list', {})).items.find(hook => hook.signature === signature)?.calls;
      await expect.poll(calls).toBe(1);
      await explorer.tool('HookRemove', { signature });
    });

    it('runs code with the scene in reach', async () => {
      expect(await explorer.tool('ConsoleEval', { code: 'return 6 * 7' })).toMatchObject({ result: '42' });
    });

    it.each(['return [][1]', 'this is no code'])('says what is wrong with %j', async code => {
      expect((await explorer.refusal('ConsoleEval', { code })).message.length).toBeGreaterThan(5);
      expect((await explorer.tool('GetStatus')).Ready).toBe(true);
    });

    it('has what scripts print among its logs', async () => {
      await explorer.tool('ConsoleEval', { code: 'print("from the arena")\nreturn 1' });
      await expect
        .poll(async () => (await explorer.tool('TailLogs')).Items.map(({ Message }) => Message))
        .toContain('from the arena');
    });
  });
});
