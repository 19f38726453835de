import { REVISION_2026_07_28, type RequestId } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { resource } from '../api/resource.js';
import { WorldError } from '../api/world-error.js';
import { WorldEvents } from '../api/world-events.js';
import { type Exchange, Lab } from '../kernel/lab.test.js';
import type { Session } from './session.js';

const A = 'lab://a';
const B = 'lab://b';

function open(watch?: (uri: string, principal: string) => () => void) {
  const received: string[] = [];
  const events = new WorldEvents();
  const lab = new Lab({
    events,
    resources: [A, B].map(uri => resource({ uri, name: uri.slice(6), read: () => '' })),
    watch:
      watch ??
      (uri => {
        received.push(`+${uri}`);
        return () => received.push(`-${uri}`);
      }),
    close: async () => {
      received.push('closed');
    },
  });
  const modern = lab.caller(REVISION_2026_07_28);
  return {
    lab,
    events,
    received,
    session: () => lab.session('2025-11-25'),
    subscribe: (session: Session, uri: string) => lab.ask(session, 'resources/subscribe', { uri }),
    unsubscribe: (session: Session, uri: string) => lab.ask(session, 'resources/unsubscribe', { uri }),
    listen: (uris: string[], id: RequestId = 1): Exchange =>
      lab.send(modern, 'subscriptions/listen', { notifications: { resourceSubscriptions: uris } }, { id }),
  };
}

describe('a world that wants to know what is watched', () => {
  it('hears of the first watcher and of the last, whichever way they came and left', async () => {
    const { received, lab, session, subscribe, unsubscribe, listen } = open();
    const [one, two] = [session(), session()];
    await subscribe(one, A);
    await subscribe(one, A);
    await subscribe(two, A);
    const listener = listen([A]);
    expect(received).toEqual([`+${A}`]);
    await unsubscribe(one, A);
    lab.kernel.sessions.end(two, 'gone');
    expect(received).toEqual([`+${A}`]);
    listener.call?.cancel('gone');
    expect(received).toEqual([`+${A}`, `-${A}`]);
  });

  it('hears of it again when somebody comes back', async () => {
    const { received, session, subscribe, unsubscribe } = open();
    const one = session();
    for (let n = 0; n < 2; n++) {
      await subscribe(one, A);
      await unsubscribe(one, A);
      await unsubscribe(one, A);
    }
    expect(received).toEqual([`+${A}`, `-${A}`, `+${A}`, `-${A}`]);
  });

  it('hears of each resource by itself', () => {
    const { received, listen } = open();
    const [both, one] = [listen([A, B], 1), listen([A], 2)];
    both.call?.cancel('gone');
    expect(received).toEqual([`+${A}`, `+${B}`, `-${B}`]);
    one.call?.cancel('gone');
    expect(received.at(-1)).toBe(`-${A}`);
  });

  it('hears of each principal by itself', async () => {
    const received: string[] = [];
    const { lab, subscribe, unsubscribe } = open((uri, principal) => {
      received.push(`+${principal} ${uri}`);
      return () => received.push(`-${principal} ${uri}`);
    });
    const [one, two, other] = ['ada', 'ada', 'bob'].map(who => lab.session('2025-11-25', {}, who)) as [
      Session,
      Session,
      Session,
    ];
    for (const each of [one, two, other]) await subscribe(each, A);
    expect(received.splice(0)).toEqual([`+ada ${A}`, `+bob ${A}`]);
    await unsubscribe(one, A);
    expect(received).toEqual([]);
    lab.kernel.sessions.end(two, 'gone');
    expect(received.splice(0)).toEqual([`-ada ${A}`]);
    await unsubscribe(other, A);
    expect(received).toEqual([`-bob ${A}`]);
  });

  it('may refuse a watch: the subscription is refused with its reason, and nothing of it stays', async () => {
    const received: string[] = [];
    let full = true;
    const { lab, events, session, subscribe, listen } = open((uri, principal) => {
      if (uri === B && full)
        throw new WorldError('RateLimited', `${principal} watches enough.`, 'Watch less.');
      received.push(`+${uri}`);
      return () => received.push(`-${uri}`);
    });
    const refused = {
      code: -32603,
      message: 'local watches enough.',
      data: { kind: 'RateLimited', hint: 'Watch less.' },
    };
    const one = session();
    expect((await subscribe(one, A)).result).toEqual({});
    expect((await subscribe(one, B)).error).toEqual(refused);
    expect([...one.subscriptions]).toEqual([A]);
    const listener = listen([A, B]);
    expect((await listener.answer()).error).toEqual(refused);
    expect((await listen([B, A], 2).answer()).error).toEqual(refused);
    events.resourceUpdated(A);
    expect(listener.sent.map(({ method }) => method)).toEqual(['notifications/subscriptions/acknowledged']);
    full = false;
    expect((await subscribe(one, B)).result).toEqual({});
    // The refused listeners have taken nothing from the session, which watches A still.
    expect(received).toEqual([`+${A}`, `+${B}`]);
    lab.kernel.sessions.end(one, 'gone');
    expect(received).toEqual([`+${A}`, `+${B}`, `-${A}`, `-${B}`]);
    expect(lab.errors).toEqual([]);
  });

  it('hears nothing of resources it does not have', async () => {
    const { received, session, subscribe, unsubscribe, listen } = open();
    await subscribe(session(), 'lab://none');
    await unsubscribe(session(), A);
    listen(['lab://none']);
    expect(received).toEqual([]);
  });

  it('hears that all have left before it is closed', async () => {
    const { received, lab, session, subscribe, listen } = open();
    await subscribe(session(), A);
    listen([B]);
    await lab.kernel.close();
    expect([...received].sort()).toEqual([`+${A}`, `+${B}`, `-${A}`, `-${B}`, 'closed']);
    expect(received.at(-1)).toBe('closed');
  });

  it('may announce a change at once: the new subscriber gets it', () => {
    const { events, listen } = open(uri => {
      events.resourceUpdated(uri);
      return () => {};
    });
    expect(listen([A]).sent.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
  });

  it('may fail at either: that is logged, and the watchers are served all the same', async () => {
    let calls = 0;
    const { lab, events, session, subscribe, unsubscribe, listen } = open(uri => {
      calls++;
      if (uri === A) throw new Error('no eyes');
      return () => {
        throw new Error('no lids');
      };
    });
    const one = session();
    expect(await subscribe(one, A)).toHaveProperty('result');
    const listener = listen([A, B]);
    events.resourceUpdated(A);
    expect(listener.sent).toHaveLength(2);
    listener.call?.cancel('gone');
    expect(await unsubscribe(one, A)).toHaveProperty('result');
    expect(calls).toBe(2);
    expect(lab.errors.map(({ fields }) => fields)).toMatchObject([
      { uri: A, err: { message: 'no eyes' } },
      { uri: B, err: { message: 'no lids' } },
    ]);
  });
});
