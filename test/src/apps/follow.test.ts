import { describe, expect, it, onTestFinished } from 'vitest';
import { Program } from '../../../apps/worldwire/src/testing/program.js';
import { startSeveral } from '../unity/several-engines.js';
import { startUniverse } from '../universe/universe-server.js';
import { APPS, CLIENTS, type HostClient } from './apps-clients.js';

type Facts = Record<string, unknown>;

async function clientOf(url: string): Promise<(name: string, args: object) => Promise<Facts>> {
  const client: HostClient = await CLIENTS[1]![1](url, APPS);
  onTestFinished(() => client.close());
  return async (name, args) => {
    const { isError, content, structuredContent } = await client.call(name, args);
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent as Facts;
  };
}

async function universe() {
  const server = await startUniverse();
  onTestFinished(() => server.close());
  const call = await clientOf(server.url);
  return {
    follow: (more: object = {}) => call('follow_universe', { universeId: 'sol', ...more }),
    send: (command: object, more: object = {}) =>
      call('send_universe_command', { universeId: 'sol', command, ...more }),
  };
}

async function program(world: string) {
  const started = new Program(['serve', world, '--port', '0', '--json', '--allow', 'writes']);
  return clientOf(await started.url());
}

describe('follow_universe', () => {
  it('has all entities in pages, the largest bodies first', async () => {
    const { follow } = await universe();
    const ids: string[] = [];
    let page = await follow({ maxBytes: 16_384 });
    const { total } = page;
    for (;;) {
      ids.push(...(page.items as { in: string; id: string }[]).map(item => `${item.in}/${item.id}`));
      if (page.cursor === undefined) break;
      page = await follow({ maxBytes: 16_384, cursor: page.cursor });
    }
    expect(ids.slice(0, 2)).toEqual(['stars/sun', 'stars/jupiter']);
    expect(new Set(ids).size).toBe(total);
  });

  it('has what changed since a revision as it is now, once, with what was removed and by whom', async () => {
    const { follow, send } = await universe();
    await send({ type: 'updateStar', id: 'mars', payload: { name: 'A' } });
    await send({ type: 'updateStar', id: 'mars', payload: { name: 'Ares' } });
    await send({ type: 'removeStar', id: 'halley' });
    const { items, removed, ...rest } = await follow({ since: 0 });
    expect(rest).toMatchObject({ revision: 3, since: 0, by: ['local (host-v2)'] });
    expect((items as Facts[]).find(({ id }) => id === 'mars')).toMatchObject({ in: 'stars', name: 'Ares' });
    expect((items as Facts[]).filter(({ id }) => id === 'mars')).toHaveLength(1);
    expect(removed).toContainEqual({ in: 'stars', id: 'halley' });
    expect(await follow({ since: 3 })).toMatchObject({ revision: 3, items: [], removed: [] });
  });

  it('tells the view to read the state again after a change of everything, and for an unknown revision', async () => {
    const { follow, send } = await universe();
    await send({ type: 'updateStar', id: 'mars', payload: { name: 'Ares' } });
    const restore = { type: 'restore', revision: 0 };
    const { digest } = await send(restore, { dryRun: true });
    await send(restore, { expectDigest: digest });
    expect(await follow({ since: 1 })).toMatchObject({ revision: 2, reset: true });
    expect(await follow({ since: 9_999 })).toMatchObject({ revision: 2, reset: true });
  });
});

describe('FollowScene', () => {
  it('has objects with their boxes, no objects while the digest is the same, and writes with their objects', async () => {
    const call = await program('unity');
    const first = await call('FollowScene', { maxBytes: 500_000 });
    const items = first.Items as Facts[];
    expect(items.length).toBe(first.Total);
    expect(items.find(({ Path }) => Path === '/Arena/Ground')).toMatchObject({
      Bounds: { Min: { X: -15 }, Max: { X: 15 } },
    });
    const { Id } = items.find(({ Path }) => Path === '/Arena/Crates/Crate 1')!;
    const { revision, journalId } = await call('SetActive', { objectId: Id, active: false });
    const next = await call('FollowScene', { maxBytes: 500_000, since: 0, digest: first.digest });
    expect(next).toMatchObject({
      revision,
      Writes: [{ Id: journalId, Tool: 'SetActive', By: 'local (host-v2)', Outcome: 'done', ObjectId: Id }],
    });
    expect(next.digest).not.toBe(first.digest);
    await call('SetTimeScale', { value: 0 });
    await expect
      .poll(async () => {
        const { digest } = await call('FollowScene', { maxBytes: 500_000 });
        return 'Items' in (await call('FollowScene', { maxBytes: 500_000, digest }));
      })
      .toBe(false);
  });
});

describe('FollowScene with two engines', () => {
  it('follows the engine that is named, or the one of an object', async () => {
    const several = await startSeveral();
    onTestFinished(() => several.close());
    await several.link({ project: 'Quest' });
    await several.link({ project: 'Harbour' });
    const call = await clientOf(several.server.url);
    const firstId = (scene: Facts) => (scene.Items as { Id: string }[])[0]?.Id;
    const [quest, harbour] = [
      await call('FollowScene', { engine: 'quest', maxBytes: 500_000 }),
      await call('FollowScene', { engine: 'harbour', maxBytes: 500_000 }),
    ];
    expect(firstId(quest)).not.toBe(firstId(harbour));
    const byObject = await call('FollowScene', { objectId: firstId(harbour), maxBytes: 500_000 });
    expect(firstId(byObject)).toBe(firstId(harbour));
    await expect(call('FollowScene', {})).rejects.toThrow('2 engines are linked');
  });
});

describe('follow_asset', () => {
  it('has a digest that stays until the asset changes', async () => {
    const call = await program('unreal');
    const path = '/Game/Textures/T_Planks';
    const digest = async () => (await call('follow_asset', { path })).digest;
    const before = await digest();
    expect(await digest()).toBe(before);
    await call('set_property', { object: path, property: 'SRGB', value: false });
    expect(await digest()).not.toBe(before);
  });
});
