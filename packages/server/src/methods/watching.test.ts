import { REVISION_2026_07_28 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { resource, type Template, template } from '../api/resource.js';
import { WorldError } from '../api/world-error.js';
import { WorldEvents } from '../api/world-events.js';
import { type Exchange, gate, Lab, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';

const walledUp = new WorldError('NotFound', 'The cellar is walled up.', 'Watch the attic.');

function open(checkWatch: Template['checkWatch'], limits = {}) {
  const events = new WorldEvents();
  const lab = new Lab(
    {
      events,
      resources: [resource({ uri: 'lab://log', name: 'log', read: () => 'log' })],
      templates: [
        template({
          uriTemplate: 'lab://room/{name}',
          name: 'room',
          read: () => 'room',
          ...(checkWatch !== undefined && { checkWatch }),
        }),
        template({ uriTemplate: 'lab://yard/{name}', name: 'yard', read: () => 'yard' }),
      ],
    },
    { limits },
  );
  const listen = (...resourceSubscriptions: string[]): Exchange =>
    lab.send(lab.caller(REVISION_2026_07_28), 'subscriptions/listen', {
      notifications: { resourceSubscriptions },
    });
  return { lab, events, listen };
}

const noCellar: Template['checkWatch'] = ({ name }) => {
  if (name === 'cellar') throw walledUp;
};
const checks: [string, Template['checkWatch']][] = [
  ['at once', noCellar],
  ['after a look', async (...asked) => noCellar(...asked)],
];

describe.each(checks)('a template that says %s what can be watched', (_when, checkWatch) => {
  it.each(SESSION_REVISIONS)(
    'is asked by resources/subscribe, and gives the reason ($id)',
    async ({ id }) => {
      const { lab, events } = open(checkWatch);
      const session = lab.session(id);
      const received: string[] = [];
      session.read(message => received.push(JSON.parse(message).params.uri));
      const subscribe = (uri: string) => lab.ask(session, 'resources/subscribe', { uri });
      for (const uri of ['lab://room/attic', 'lab://yard/cellar', 'lab://log'])
        expect((await subscribe(uri)).result).toEqual({});
      const uri = 'lab://room/cellar';
      expect((await subscribe(uri)).error).toEqual({
        code: -32002,
        message: 'The cellar is walled up.',
        data: { uri, kind: 'NotFound', hint: 'Watch the attic.' },
      });
      expect((await subscribe('lab://nowhere')).error.code).toBe(-32002);
      for (const told of ['lab://room/attic', uri, 'lab://log']) events.resourceUpdated(told);
      expect(received).toEqual(['lab://room/attic', 'lab://log']);
    },
  );

  it('is asked by subscriptions/listen, which leaves out what cannot', async () => {
    const { events, listen } = open(checkWatch);
    const exchange = listen('lab://room/attic', 'lab://room/cellar', 'lab://log', 'lab://nowhere');
    expect((await exchange.next()).params.notifications).toEqual({
      resourceSubscriptions: ['lab://room/attic', 'lab://log'],
    });
    events.resourceUpdated('lab://room/cellar');
    events.resourceUpdated('lab://room/attic');
    expect((await exchange.next()).params.uri).toBe('lab://room/attic');
  });

  it('is given the variables, the URI as it was written, and the principal', async () => {
    const asked: unknown[] = [];
    const { lab, listen } = open((variables, uri, principal) => {
      asked.push([variables.name, uri, principal]);
      return checkWatch?.(variables, uri, principal);
    });
    await lab.ask(lab.session('2025-11-25', {}, 'ada'), 'resources/subscribe', { uri: 'lab://room/%61ttic' });
    await listen('lab://room/b').next();
    expect(asked).toEqual([
      ['attic', 'lab://room/%61ttic', 'ada'],
      ['b', 'lab://room/b', 'local'],
    ]);
  });
});

describe('a template that takes its time', () => {
  it('leaves nothing behind for a client that has gone meanwhile', async () => {
    const { opened, open: release } = gate();
    const { lab, events, listen } = open(() => opened);
    const uri = 'lab://room/attic';
    const session = lab.session('2025-11-25');
    const subscribing = lab.send(session, 'resources/subscribe', { uri });
    const listening = listen(uri);
    subscribing.call?.cancel('enough');
    listening.call?.cancel('enough');
    release();
    await turn();
    const received: string[] = [];
    session.read(message => received.push(message));
    events.resourceUpdated(uri);
    expect([received, [...session.subscriptions], listening.sent]).toEqual([[], [], []]);
  });

  it('opens no subscription where the server has begun to stop meanwhile', async () => {
    const { opened, open: release } = gate();
    const { lab, listen } = open(() => opened);
    const listening = listen('lab://room/attic');
    const closing = lab.kernel.close();
    release();
    await closing;
    expect((await listening.answer()).error.message).toContain('stopping');
    expect(listening.sent).toEqual([]);
  });

  it('does not let a session past its limit', async () => {
    const { opened, open: release } = gate();
    const { lab } = open(() => opened, { subscriptions: 1 });
    const session = lab.session('2025-11-25');
    const both = ['a', 'b'].map(name =>
      lab.ask(session, 'resources/subscribe', { uri: `lab://room/${name}` }),
    );
    release();
    const [first, second] = await Promise.all(both);
    expect(first?.result).toEqual({});
    expect(second?.error.code).toBe(-32602);
  });
});

describe('a template that cannot say what can be watched', () => {
  it.each([
    ['after a look', () => Promise.reject(new WorldError('NotReady', 'Still loading.', 'Wait.'))],
    [
      'at once',
      () => {
        throw new WorldError('NotReady', 'Still loading.', 'Wait.');
      },
    ],
  ] as [string, Template['checkWatch']][])(
    'fails the request %s, and says why',
    async (_when, checkWatch) => {
      const { lab, listen } = open(checkWatch);
      const refused = { code: -32603, message: 'Still loading.', data: { kind: 'NotReady', hint: 'Wait.' } };
      const uri = 'lab://room/attic';
      const { error } = await lab.ask(lab.session('2025-11-25'), 'resources/subscribe', { uri });
      expect(error).toEqual(refused);
      expect((await listen(uri).answer()).error).toEqual(refused);
    },
  );

  it('fails it in order also where another one is still looking, and fails', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { listen } = open(({ name }) => {
      const wrong = new WorldError('NotReady', `${name} is loading.`, 'Wait.');
      if (name === 'attic') return Promise.reject(wrong);
      throw wrong;
    });
    expect((await listen('lab://room/attic', 'lab://room/hall').answer()).error.data).toEqual({
      kind: 'NotReady',
      hint: 'Wait.',
    });
    await turn();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('a template that does not say what can be watched', () => {
  const bodies: [string, Template['read']][] = [
    ['gives nothing', ({ name }) => (name === 'cellar' ? undefined : 'yard')],
    ['gives nothing later', async ({ name }) => (name === 'cellar' ? undefined : 'yard')],
    [
      'throws NotFound',
      ({ name }) => {
        if (name === 'cellar') throw walledUp;
        return 'yard';
      },
    ],
  ];

  it.each(bodies)('is read, and where it %s nothing is watched', async (_how, read) => {
    const yards = template({ uriTemplate: 'lab://yard/{name}', name: 'yard', read });
    const lab = new Lab({ events: new WorldEvents(), templates: [yards] });
    const session = lab.session('2025-11-25');
    const subscribe = (uri: string) => lab.ask(session, 'resources/subscribe', { uri });
    expect((await subscribe('lab://yard/front')).result).toEqual({});
    expect((await subscribe('lab://yard/cellar')).error.code).toBe(-32002);
    expect([...session.subscriptions]).toEqual(['lab://yard/front']);
    const listening = lab.send(lab.caller(REVISION_2026_07_28), 'subscriptions/listen', {
      notifications: { resourceSubscriptions: ['lab://yard/cellar', 'lab://yard/front'] },
    });
    expect((await listening.next()).params.notifications).toEqual({
      resourceSubscriptions: ['lab://yard/front'],
    });
  });

  it('is read for one URI after the other', async () => {
    let reading = 0;
    let most = 0;
    const read = async () => {
      most = Math.max(most, ++reading);
      await turn();
      reading--;
      return 'yard';
    };
    const yards = template({ uriTemplate: 'lab://yard/{name}', name: 'yard', read });
    const lab = new Lab({ events: new WorldEvents(), templates: [yards] });
    const resourceSubscriptions = Array.from({ length: 20 }, (_, n) => `lab://yard/${n}`);
    const listening = lab.send(lab.caller(REVISION_2026_07_28), 'subscriptions/listen', {
      notifications: { resourceSubscriptions },
    });
    expect((await listening.next()).params.notifications).toEqual({ resourceSubscriptions });
    expect(most).toBe(1);
  });
});
