import { describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

describe('the selection', () => {
  it('SelectObject selects several objects, and publishes each change once', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const [player, turret] = [await stage.idOf('Player'), await stage.idOf('Turret')];
    await stage.call('SelectObject', { objectId: player });
    const answer = await stage.call('SelectObject', { objectId: turret });
    const both = { ActiveId: turret, Items: [player, turret] };
    expect(answer).toEqual({ ok: true, before: { ActiveId: player, Items: [player] }, after: both });
    expect(await stage.call('GetSelection')).toEqual(both);
    expect(stage.unity.selection()).toEqual(both);
    expect(await stage.call('GetStatus')).toMatchObject({ Selection: both.Items });
    await stage.call('SelectObject', { objectId: turret });
    expect(stage.events('selection')).toEqual([{ ActiveId: player, Items: [player] }, both]);
    expect(stage.updated).toContain('unity://selection');
    expect((await stage.fail('SelectObject', { objectId: 'obj:999999999' })).kind).toBe('NotFound');
    expect((await stage.fail('SelectObject', { objectId: player, confirm: true })).message).toContain(
      'confirm',
    );
  });

  it('drops destroyed objects, and publishes it', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const { rootId, blocks } = await stage.call<{ rootId: string; blocks: { id: string }[] }>('SpawnTestUi');
    const player = await stage.idOf('Player');
    for (const objectId of [player, rootId, blocks[0]?.id]) await stage.call('SelectObject', { objectId });
    await stage.call('DestroyTestUi');
    expect(await stage.call('GetSelection')).toEqual({ ActiveId: player, Items: [player] });
    expect(stage.events('selection').at(-1)).toEqual({ ActiveId: player, Items: [player] });
  });

  it('keeps the newest 32', async () => {
    const stage = await Stage.open({ grants: OPEN });
    await stage.call('SetTimeScale', { value: 0 });
    const { Items } = await stage.call<{ Items: { Id: string }[] }>('ListObjects', {
      sceneId: 'scn:0',
      limit: 40,
    });
    for (const { Id } of Items) await stage.call('SelectObject', { objectId: Id });
    const selected = await stage.call<{ Items: string[] }>('GetSelection');
    expect(selected.Items).toHaveLength(Math.min(32, Items.length));
    expect(selected.Items.at(-1)).toBe(Items.at(-1)?.Id);
  });
});

describe('the clipboard', () => {
  it('holds a text, shown with its type and cut', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const empty = { HasValue: false, Type: null, Preview: null, ObjectId: null };
    const after = { HasValue: true, Type: 'System.String', Preview: '"hi" (System.String)', ObjectId: null };
    expect(await stage.call('SetClipboardText', { text: 'hi' })).toEqual({ ok: true, before: empty, after });
    expect(await stage.resource('unity://clipboard')).toEqual(after);
    await stage.call('SetClipboardText', { text: '💥'.repeat(5_000) });
    const { Preview } = await stage.call<{ Preview: string }>('GetClipboard');
    expect(Preview.length).toBeLessThanOrEqual(256);
    expect(Preview).toMatch(/… \(System\.String\)$/);
    expect(Buffer.from(Preview).toString()).toBe(Preview);
    expect(stage.updated).toContain('unity://clipboard');
    expect(await stage.call('ClearClipboard')).toMatchObject({ ok: true, after: empty });
    expect((await stage.fail('SetClipboardText', { text: 'x'.repeat(16_385) })).kind).toBe('InvalidArgument');
  });

  it('refuses a plan of another text that begins like the one it replaces', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const long = 'x'.repeat(1_000);
    await stage.call('SetClipboardText', { text: `${long}1` });
    const { digest } = await stage.whole<{ digest: string }>('ClearClipboard', { dryRun: true });
    await stage.call('SetClipboardText', { text: `${long}2` });
    expect((await stage.fail('ClearClipboard', { expectDigest: digest })).kind).toBe('Conflict');
  });

  it('holds an object until it is destroyed', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const { rootId } = await stage.call<{ rootId: string }>('SpawnTestUi');
    await stage.call('SetClipboardObject', { objectId: rootId });
    expect(await stage.call('GetClipboard')).toEqual({
      HasValue: true,
      Type: 'UnityEngine.GameObject',
      Preview: 'McpTestCanvas (UnityEngine.GameObject)',
      ObjectId: rootId,
    });
    await stage.call('DestroyTestUi');
    expect(await stage.call('GetClipboard')).toMatchObject({ HasValue: false, ObjectId: null });
    expect((await stage.fail('SetClipboardObject', { objectId: rootId })).kind).toBe('NotFound');
  });
});
