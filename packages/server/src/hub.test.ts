import { describe, expect, it } from 'vitest';
import { Lab, SESSION_REVISIONS } from './lab.test.js';
import { resource } from './resource.js';
import type { Session } from './session.js';
import { WorldEvents } from './world-events.js';

function open() {
  const events = new WorldEvents();
  const lab = new Lab({
    events,
    resources: ['a', 'b'].map(name => resource({ uri: `lab://${name}`, name, read: () => name })),
  });
  return { events, lab };
}

function reader(session: Session): { method: string; params?: { uri: string } }[] {
  const heard: { method: string }[] = [];
  session.read(message => heard.push(JSON.parse(message)));
  return heard;
}

describe('what the world says, before 2026', () => {
  it.each(SESSION_REVISIONS)(
    'of a resource reaches those who subscribed to it and nobody else ($id)',
    async ({ id }) => {
      const { events, lab } = open();
      const [a, b, none] = [lab.session(id), lab.session(id), lab.session(id)];
      const heard = [a, b, none].map(reader);
      await lab.ask(a, 'resources/subscribe', { uri: 'lab://a' });
      await lab.ask(b, 'resources/subscribe', { uri: 'lab://b' });
      events.resourceUpdated('lab://a');
      expect(heard).toEqual([
        [{ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'lab://a' } }],
        [],
        [],
      ]);
    },
  );

  it.each(SESSION_REVISIONS)('of a list reaches every session ($id)', ({ id }) => {
    const { events, lab } = open();
    const heard = [lab.session(id), lab.session(id)].map(reader);
    events.toolsChanged();
    events.promptsChanged();
    events.resourcesChanged();
    for (const messages of heard) {
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
    const heard = reader(session);
    for (let n = 0; n < 3; n++) await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    events.resourceUpdated('lab://a');
    expect(heard).toHaveLength(1);
  });

  it('stops when the session unsubscribes, and unsubscribing twice is no mistake', async () => {
    const { events, lab } = open();
    const session = lab.session('2025-11-25');
    const heard = reader(session);
    await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    for (let n = 0; n < 2; n++) {
      expect((await lab.ask(session, 'resources/unsubscribe', { uri: 'lab://a' })).result).toEqual({});
    }
    events.resourceUpdated('lab://a');
    expect(heard).toEqual([]);
  });

  it('stops when the session ends, and goes on for the others', async () => {
    const { events, lab } = open();
    const [gone, stays] = [lab.session('2025-11-25'), lab.session('2025-11-25')];
    const [silent, heard] = [reader(gone), reader(stays)];
    for (const session of [gone, stays]) await lab.ask(session, 'resources/subscribe', { uri: 'lab://a' });
    lab.kernel.sessions.end(gone, 'bye');
    events.resourceUpdated('lab://a');
    events.toolsChanged();
    expect(silent).toEqual([]);
    expect(heard).toHaveLength(2);
  });

  it('stops when the server does', async () => {
    const { events, lab } = open();
    const heard = reader(lab.session('2025-11-25'));
    await lab.kernel.close();
    events.toolsChanged();
    expect(heard).toEqual([]);
  });
});
