import { defineDialect, type JsonObject, REVISION_2026_07_28 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { Lab, SESSION_REVISIONS } from '../kernel/lab.test.js';
import type { Session } from './session.js';

const dialect = defineDialect({
  name: 'harbour',
  methods: {
    anchor: { session: 'shut' },
    leave: { session: 'end' },
    drop: { method: 'notifications/cancelled', params: ({ id }) => ({ requestId: id ?? null }) },
  },
});

const wait = tool({
  name: 'wait',
  description: 'Waits.',
  access: 'read',
  call: () => new Promise(() => {}),
});

function open(revision = '2025-11-25') {
  const lab = new Lab({ tools: [wait] });
  const session = lab.session(revision);
  return {
    lab,
    session,
    ask: (method: string, params: JsonObject = {}) => lab.ask(session, method, params, { dialect }),
    wait: (id: number) => lab.send(session, 'tools/call', { name: 'wait' }, { id, dialect }),
    notify: (method: string, params: JsonObject = {}) =>
      lab.kernel.notified({ kind: 'notification', method, params }, session, dialect),
  };
}

const found = (lab: Lab, { id }: Session) => lab.kernel.sessions.find(id, 'local') !== undefined;

describe('a session that is shut', () => {
  it.each(SESSION_REVISIONS)(
    'answers null, and takes nothing after that but its end ($id)',
    async ({ id }) => {
      const { lab, session, ask } = open(id);
      expect((await ask('anchor')).result).toBeNull();
      for (const method of ['ping', 'tools/list', 'anchor', 'drop', 'nothing']) {
        expect((await ask(method)).error).toMatchObject({ code: -32600 });
      }
      expect(found(lab, session)).toBe(true);
      expect((await ask('leave')).result).toBeNull();
      expect(found(lab, session)).toBe(false);
    },
  );

  it('lets finish what is in flight, and hears no notification about it', async () => {
    const { ask, wait, notify } = open();
    const waiting = wait(1);
    await ask('anchor');
    notify('drop', { id: 1 });
    notify('notifications/cancelled', { requestId: 1 });
    expect(waiting.replies).toEqual([]);
    notify('leave');
    expect(waiting.replies).toEqual([undefined]);
  });

  it('is shut by a notification, too', async () => {
    const { ask, notify } = open();
    notify('anchor');
    expect((await ask('ping')).error).toMatchObject({ code: -32600 });
  });

  it('leaves all others open', async () => {
    const { lab, ask } = open();
    await ask('anchor');
    const other = lab.session('2025-11-25');
    expect((await lab.ask(other, 'ping', {}, { dialect })).result).toEqual({});
  });
});

describe('a session that its client ends', () => {
  it('is gone after the answer, with all that was in flight', async () => {
    const { lab, session, ask, wait } = open();
    const waiting = wait(1);
    let closed = false;
    session.onClose(() => {
      closed = true;
    });
    let first: boolean | undefined;
    const request = { kind: 'request', id: 2, method: 'leave', params: {} } as const;
    const channel = { send: () => true, detach: () => {} };
    lab.kernel.start(
      request,
      session,
      channel,
      () => {
        first = !closed;
      },
      dialect,
    );
    expect([first, closed, found(lab, session)]).toEqual([true, true, false]);
    expect(waiting.replies).toEqual([undefined]);
    expect((await ask('leave')).error).toMatchObject({ code: -32600 });
    expect((await ask('tools/list')).error).toMatchObject({ code: -32600 });
  });

  it('is gone after a notification that says so', () => {
    const { lab, session, notify } = open();
    notify('leave');
    expect(found(lab, session)).toBe(false);
  });
});

describe('a client without a session', () => {
  it('is answered, and changes nothing', async () => {
    const { lab, session } = open();
    const caller = lab.caller(REVISION_2026_07_28);
    for (const method of ['anchor', 'leave']) {
      expect((await lab.ask(caller, method, {}, { dialect })).result).toBeNull();
    }
    expect((await lab.ask(caller, 'tools/list', {}, { dialect })).result.tools).toHaveLength(1);
    expect(found(lab, session)).toBe(true);
  });
});
