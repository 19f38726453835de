import {
  type ClientCapabilities,
  defineDialect,
  type JsonObject,
  META_SUBSCRIPTION,
  REVISION_2026_07_28,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { resource } from '../api/resource.js';
import { WorldEvents } from '../api/world-events.js';
import { Lab, named, SESSION_REVISIONS } from '../kernel/lab.test.js';
import type { Session } from './session.js';

function open() {
  const events = new WorldEvents();
  const lab = new Lab({
    events,
    tools: [],
    resources: ['a', 'b'].map(name => resource({ uri: `lab://${name}`, name, read: () => name })),
  });
  return { events, lab };
}

function reader(session: Session): { method: string; params?: { uri: string } }[] {
  const received: { method: string }[] = [];
  session.read(message => received.push(JSON.parse(message)));
  return received;
}

describe('what the world says, before 2026', () => {
  it.each(SESSION_REVISIONS)('of a resource reaches only its subscribers ($id)', async ({ id }) => {
    const { events, lab } = open();
    const [a, b, none] = [lab.session(id), lab.session(id), lab.session(id)];
    const received = [a, b, none].map(reader);
    await lab.ask(a, 'resources/subscribe', { uri: 'lab://a' });
    await lab.ask(b, 'resources/subscribe', { uri: 'lab://b' });
    events.resourceUpdated('lab://a');
    expect(received).toEqual([
      [{ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'lab://a' } }],
      [],
      [],
    ]);
  });

  it.each(SESSION_REVISIONS)('of a list reaches every session ($id)', ({ id }) => {
    const { events, lab } = open();
    const received = [lab.session(id), lab.session(id)].map(reader);
    events.toolsChanged();
    events.promptsChanged();
    events.resourcesChanged();
    for (const messages of received) {
      expect(messages).toEqual([
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
        { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
        { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
      ]);
    }
  });

  it('comes once, however often a session subscribed', async () => {
    const { events, lab } = open();
    const session = lab.session('2025-11-25');
    const received = reader(session);
    for (let n = 0; n < 3; n++) await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    events.resourceUpdated('lab://a');
    expect(received).toHaveLength(1);
  });

  it('stops when the session unsubscribes, and unsubscribing twice is no mistake', async () => {
    const { events, lab } = open();
    const session = lab.session('2025-11-25');
    const received = reader(session);
    await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    for (let n = 0; n < 2; n++) {
      expect((await lab.ask(session, 'resources/unsubscribe', { uri: 'lab://a' })).result).toEqual({});
    }
    events.resourceUpdated('lab://a');
    expect(received).toEqual([]);
  });

  it('stops when the session ends, and goes on for the others', async () => {
    const { events, lab } = open();
    const [gone, stays] = [lab.session('2025-11-25'), lab.session('2025-11-25')];
    const [silent, received] = [reader(gone), reader(stays)];
    for (const session of [gone, stays]) await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    lab.kernel.sessions.end(gone, 'bye');
    events.resourceUpdated('lab://a');
    events.toolsChanged();
    expect(silent).toEqual([]);
    expect(received).toHaveLength(2);
  });

  it('stops when the server does', async () => {
    const { events, lab } = open();
    const received = reader(lab.session('2025-11-25'));
    await lab.kernel.close();
    events.toolsChanged();
    expect(received).toEqual([]);
  });
});

describe('names of its own', () => {
  const dialect = defineDialect({
    name: 'd',
    methods: {},
    notifications: ({ experimental }) =>
      experimental?.moved === undefined
        ? undefined
        : { 'notifications/resources/updated': 'moved', 'notifications/tools/list_changed': 'retooled' },
  });
  const declared: ClientCapabilities = { experimental: { moved: {} } };

  it.each(SESSION_REVISIONS)('are what a session hears that declared to want them ($id)', async ({ id }) => {
    const { events, lab } = open();
    const [own, standard] = [declared, {}].map(capabilities => {
      const params = { protocolVersion: id, capabilities: capabilities as JsonObject };
      return lab.kernel.initialize(params, named('local'), { dialect }).session;
    }) as [Session, Session];
    const received = [own, standard, lab.session(id, declared)].map(reader);
    for (const session of [own, standard]) await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    events.resourceUpdated('lab://a');
    events.toolsChanged();
    events.promptsChanged();
    expect(received[0]).toEqual([
      { jsonrpc: '2.0', method: 'moved', params: { uri: 'lab://a' } },
      { jsonrpc: '2.0', method: 'retooled' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
    ]);
    expect(received[1]?.map(({ method }) => method)).toEqual([
      'notifications/resources/updated',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
    expect(received[2]?.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
  });

  it('and nothing else are told to a listener that asked for one list (2026-07-28)', () => {
    const { events, lab } = open();
    const wished = ['toolsListChanged', 'resourcesListChanged'].map(name =>
      lab.send(lab.caller(REVISION_2026_07_28), 'subscriptions/listen', { notifications: { [name]: true } }),
    );
    events.toolsChanged();
    events.promptsChanged();
    events.resourcesChanged();
    expect(wished.map(({ sent }) => sent.slice(1).map(({ method }) => method))).toEqual([
      ['notifications/tools/list_changed'],
      ['notifications/resources/list_changed'],
    ]);
  });

  it('are what a listener hears that declared to want them (2026-07-28)', () => {
    const { events, lab } = open();
    const notifications = { resourceSubscriptions: ['lab://a'], toolsListChanged: true };
    const [own, standard] = [declared, {}].map(capabilities =>
      lab.send(
        lab.caller(REVISION_2026_07_28, capabilities),
        'subscriptions/listen',
        { notifications },
        { id: 'l', dialect },
      ),
    );
    events.resourceUpdated('lab://a');
    events.toolsChanged();
    const _meta = { [META_SUBSCRIPTION]: 'l' };
    expect(own?.sent.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'moved', params: { _meta, uri: 'lab://a' } },
      { jsonrpc: '2.0', method: 'retooled', params: { _meta } },
    ]);
    expect(standard?.sent.slice(1).map(({ method }) => method)).toEqual([
      'notifications/resources/updated',
      'notifications/tools/list_changed',
    ]);
  });
});
