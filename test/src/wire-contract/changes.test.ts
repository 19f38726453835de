import { META_SUBSCRIPTION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { stage } from './contract.js';
import { MODERN, SESSION_REVISIONS } from './contract-client.js';
import { WIRES } from './wires.js';

const TOOLS = 'notifications/tools/list_changed';
const UPDATED = 'notifications/resources/updated';

describe.each(WIRES)('changes over %s', (_wire, serve) => {
  it.each(SESSION_REVISIONS)('of lists are sent to every session in %s', async revision => {
    const { client, world } = await stage(serve);
    const both = [await client(revision), await client(revision)];
    world.events.toolsChanged();
    world.events.promptsChanged();
    for (const own of both) {
      await until(() => own.wire.received.length === 2, 'both notifications');
      expect(own.wire.received.map(({ method }) => method)).toEqual([
        TOOLS,
        'notifications/prompts/list_changed',
      ]);
    }
  });

  it.each(SESSION_REVISIONS)('of a resource are sent to its subscribers in %s', async revision => {
    const { client, world } = await stage(serve);
    const [watching, other] = [await client(revision), await client(revision)];
    await watching.request('resources/subscribe', { uri: 'lab://thing/1' });
    world.events.resourceUpdated('lab://thing/2');
    world.events.resourceUpdated('lab://thing/1');
    expect((await watching.receives(UPDATED)).params).toEqual({ uri: 'lab://thing/1' });
    await watching.request('resources/unsubscribe', { uri: 'lab://thing/1' });
    world.events.resourceUpdated('lab://thing/1');
    world.events.toolsChanged();
    await watching.receives(TOOLS);
    await other.receives(TOOLS);
    expect(watching.wire.received.filter(({ method }) => method === UPDATED)).toHaveLength(1);
    expect(other.wire.received.map(({ method }) => method)).toEqual([TOOLS]);
  });

  it('are sent on a subscription in 2026-07-28, those it asked for and no others', async () => {
    const { client, world } = await stage(serve);
    const own = await client(MODERN);
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['lab://thing/1'] };
    own.begin('subscriptions/listen', { notifications }, { id: 'listen' });
    const { params } = await own.receives('notifications/subscriptions/acknowledged');
    expect(params).toMatchObject({ notifications, _meta: { [META_SUBSCRIPTION]: 'listen' } });
    world.events.promptsChanged();
    world.events.resourceUpdated('lab://thing/2');
    world.events.resourceUpdated('lab://thing/1');
    world.events.toolsChanged();
    await own.receives(TOOLS);
    expect(own.wire.received.slice(1).map(({ method }) => method)).toEqual([UPDATED, TOOLS]);
    expect(own.wire.received.every(line => JSON.stringify(line).includes('"listen"'))).toBe(true);
  });

  it('end with the server, and a subscription gets its result', async () => {
    const { client, served } = await stage(serve);
    const own = await client(MODERN);
    const listening = own.request('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await own.receives('notifications/subscriptions/acknowledged');
    await served.kernel.close();
    expect((await listening).result).toMatchObject({ resultType: 'complete' });
  });

  it('are not sent to a client that disconnected', async () => {
    const { client, world, served } = await stage(serve);
    const [staying, leaving] = [await client(MODERN), await client(MODERN)];
    for (const own of [staying, leaving]) {
      own.begin('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id: 1 });
      await own.receives('notifications/subscriptions/acknowledged');
    }
    leaving.wire.leave();
    world.events.toolsChanged();
    await staying.receives(TOOLS);
    expect(served.kernel.sessions.size).toBe(0);
  });
});
