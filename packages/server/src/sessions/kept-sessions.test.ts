import type { ClientCapabilities, JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';
import { WorldEvents } from '../api/world-events.js';
import { Lab, type LabOptions, named } from '../kernel/lab.test.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import type {
  KeptSession,
  KeptSessions,
  SessionChange,
  SessionRecord,
  SessionState,
} from './kept-sessions.js';
import type { Session } from './session.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIMITS = { sessions: 3, sessionIdleMs: 15 * MINUTE };
const WATCHED = 'lab://thing';

/** Outlives the kernels of a test, as a data folder outlives processes. */
class Shelf implements KeptSessions {
  readonly #records = new Map<string, { readonly record: SessionRecord; readonly who: string }>();
  readonly #states = new Map<string, SessionState>();
  readonly ended = new Set<string>();
  readonly used: number[] = [];
  changed = false;
  broken = false;

  seal(record: SessionRecord, { name }: Principal): string {
    this.#check();
    const id = `kept-${this.#records.size}`;
    this.#records.set(id, { record, who: name });
    this.#states.set(id, {
      usedAt: record.issuedAt,
      logLevel: undefined,
      watched: new Set(),
      shut: false,
      remembered: new Map(),
    });
    return id;
  }

  open(id: string, { name }: Principal): KeptSession | undefined {
    const found = this.#records.get(id);
    if (found?.who !== name || this.ended.has(id)) return undefined;
    return { record: found.record, state: this.#states.get(id) as SessionState };
  }

  change(id: string, change: SessionChange): void {
    this.#check();
    const state = this.#states.get(id) as SessionState;
    const watched = new Set(state.watched);
    if ('watch' in change) watched.add(change.watch);
    if ('leave' in change) watched.delete(change.leave);
    const remembered = new Map(state.remembered);
    if ('remember' in change && change.text !== null) remembered.set(change.remember, change.text);
    else if ('remember' in change) remembered.delete(change.remember);
    const level = 'logLevel' in change ? change.logLevel : state.logLevel;
    const shut = state.shut || 'shut' in change;
    this.#states.set(id, { usedAt: state.usedAt, logLevel: level, shut, watched, remembered });
  }

  use(id: string, at: number): void {
    this.#check();
    this.used.push(at);
    this.#states.set(id, { ...(this.#states.get(id) as SessionState), usedAt: at });
  }

  end(id: string): void {
    this.#check();
    this.ended.add(id);
  }

  endsElsewhere(): boolean {
    return this.changed;
  }

  hasEnded(id: string): boolean {
    return this.ended.has(id);
  }

  sweep(): void {}

  #check(): void {
    if (this.broken) throw new Error('The disk is full.');
  }
}

/** Kernels of one world, one after the other. */
class Restarts {
  readonly shelf = new Shelf();
  readonly #parts: Partial<World>;
  readonly #options: LabOptions;
  lab: Lab;

  constructor(parts: Partial<World> = {}, options: LabOptions = {}) {
    this.#parts = parts;
    this.#options = options;
    this.lab = this.#started();
  }

  get sessions() {
    return this.lab.kernel.sessions;
  }

  open(who: Principal | string = 'local', capabilities: ClientCapabilities = {}, lasting = true): Session {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: capabilities as unknown as JsonObject,
      clientInfo: { name: 'lab-client', version: '1' },
    };
    const principal = typeof who === 'string' ? named(who) : who;
    return this.lab.kernel.initialize(params, principal, { lasting }).session;
  }

  find(session: Pick<Session, 'id'>, who: Principal | string = 'local'): Session | undefined {
    return this.lab.kernel.findSession(session.id, typeof who === 'string' ? named(who) : who);
  }

  pass(ms: number): void {
    this.lab.clock += ms;
    this.lab.kernel.sweep();
  }

  /** Without a chance to store anything. */
  kill(away = 0): void {
    const { clock } = this.lab;
    this.lab = this.#started();
    this.lab.clock = clock + away;
  }

  async stop(): Promise<void> {
    await this.lab.kernel.close();
    this.kill();
  }

  #started(): Lab {
    const environment = { keptSessions: this.shelf, ...this.#options.environment };
    return new Lab(this.#parts, {
      ...this.#options,
      limits: { ...LIMITS, ...this.#options.limits },
      environment,
    });
  }
}

describe('a kept session, in the next process', () => {
  it('has the revision, capabilities, client, principal and age that it had', () => {
    const server = new Restarts();
    const before = server.open('ada', { sampling: {}, experimental: { x: { y: 1 } } });
    server.kill(MINUTE);
    const after = server.find(before, 'ada') as Session;
    const { id, revision, capabilities, client, principal, bytes } = before;
    expect(after).toMatchObject({ id, revision, capabilities, client, principal, bytes });
    expect(after).not.toBe(before);
    expect(server.lab.clock - after.opened).toBe(MINUTE);
    expect(server.find(before, 'ada')).toBe(after);
  });

  it('has its log level, its subscriptions, its shutdown and what its world remembers', () => {
    const server = new Restarts();
    const before = server.open();
    before.chooseLogLevel('debug');
    before.keeper?.change({ watch: WATCHED });
    before.remember('engine', 'quest');
    before.remember('garden', 'south');
    before.remember('garden', undefined);
    server.kill();
    const after = server.find(before) as Session;
    expect([after.recall('engine'), after.recall('garden')]).toEqual(['quest', undefined]);
    expect([after.logLevel, [...after.subscriptions], after.shut]).toEqual(['debug', [WATCHED], false]);
    after.shutDown();
    server.kill();
    expect(server.find(before)?.refusal?.message).toMatch(/shut down/);
  });

  it('does not exist for another principal, or for an unknown id', () => {
    const server = new Restarts();
    const before = server.open('ada');
    server.kill();
    expect(server.find(before, 'eve')).toBeUndefined();
    expect(server.find({ id: 'guess' }, 'ada')).toBeUndefined();
    expect(server.sessions.size).toBe(0);
    expect(server.find(before, 'ada')).toBeDefined();
    expect(server.find(before, 'eve')).toBeUndefined();
  });

  it('tells its first reader of every list and of each resource that it watches, once', async () => {
    const events = new WorldEvents();
    const call = () => 'done';
    const tools = [tool({ name: 'look', description: 'Looks.', access: 'read', call })];
    const resources = [{ uri: WATCHED, name: 'thing', read: () => 'x' }];
    const server = new Restarts({ events, tools, resources });
    const before = server.open();
    expect(await server.lab.ask(before, 'resources/subscribe', { uri: WATCHED })).toHaveProperty('result');
    server.kill();
    const after = server.find(before) as Session;
    const seen: { method: string; params?: object }[] = [];
    after.read(message => seen.push(JSON.parse(message)));
    expect(seen.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/tools/list_changed', undefined],
      ['notifications/resources/list_changed', undefined],
      ['notifications/resources/updated', { uri: WATCHED }],
    ]);
    after.read(message => seen.push(JSON.parse(message)));
    expect(seen).toHaveLength(3);
    await server.lab.ask(after, 'resources/unsubscribe', { uri: WATCHED });
    server.kill();
    expect(server.find(before)?.watched).toBe(0);
  });

  it('ends where a subscription cannot be continued, so that its client learns it', () => {
    let refuses = false;
    const watch = () => {
      if (refuses) throw new WorldError('RateLimited', 'All is watched.', 'Wait.');
      return () => {};
    };
    const server = new Restarts({ watch, resources: [{ uri: WATCHED, name: 'thing', read: () => 'x' }] });
    const before = server.open();
    before.keeper?.change({ watch: WATCHED });
    refuses = true;
    server.kill();
    expect(server.find(before)).toBeUndefined();
    expect([server.sessions.size, server.shelf.ended.size]).toEqual([0, 1]);
  });
});

describe('a kept session that has ended', () => {
  it.each<[string, (server: Restarts, session: Session) => unknown]>([
    ['by its client or the operator', ({ sessions }, session) => sessions.end(session, 'over')],
    ['for another client', ({ sessions }) => sessions.evict('local')],
  ])('%s stays ended', (_how, end) => {
    const server = new Restarts();
    const before = server.open();
    end(server, before);
    expect(server.find(before)).toBeUndefined();
    server.kill();
    expect(server.find(before)).toBeUndefined();
  });

  it('with its credential stays ended, also for another credential of the name', () => {
    const server = new Restarts();
    const who = new Principal('ada', 'token', Rights.CALLS);
    const before = server.open(who);
    who.update(Rights.NONE);
    server.lab.kernel.credentials.recheck();
    server.kill();
    expect(server.find(before, 'ada')).toBeUndefined();
  });

  it('in another process ends here too', () => {
    const server = new Restarts();
    const session = server.open();
    server.shelf.ended.add(session.id);
    server.pass(1);
    expect(session.closed).toBe(false);
    server.shelf.changed = true;
    server.pass(1);
    expect(session.closed).toBe(true);
  });

  it('is reported as not stored where that fails', () => {
    const server = new Restarts();
    const session = server.open();
    server.shelf.broken = true;
    expect(server.sessions.end(session, 'over')).toBe(false);
    expect(session.closed).toBe(true);
    expect(server.lab.errors).toMatchObject([{ message: 'the end of a session cannot be stored' }]);
  });
});

describe('the time of a kept session', () => {
  it('is over after thirty days, however much it was used', () => {
    const server = new Restarts({}, { limits: { sessionIdleMs: 100 * DAY } });
    const [killed, open] = [server.open(), server.open()];
    server.pass(30 * DAY - 1);
    expect(open.closed).toBe(false);
    server.kill();
    expect(server.find(killed)).toBeDefined();
    server.kill(1);
    expect(server.find(killed)).toBeUndefined();
    const young = server.open();
    young.read(() => {});
    server.pass(30 * DAY);
    expect(young.closed).toBe(true);
  });

  it('is over with the credential that opened it', () => {
    const server = new Restarts();
    const expires = server.lab.clock + 5 * MINUTE;
    const before = server.open(new Principal('ada', 'oauth', Rights.CALLS, expires));
    server.kill(5 * MINUTE - 1);
    const later = new Principal('ada', 'oauth', Rights.CALLS, expires + DAY);
    expect(server.find(before, later)).toBeDefined();
    server.kill(1);
    expect(server.find(before, later)).toBeUndefined();
  });

  it('is over when it was idle, and the restart makes it no longer', () => {
    const server = new Restarts();
    const [idle, ended] = [server.open(), server.open()];
    server.kill(14 * MINUTE - 1);
    expect(server.find(idle)).toBeDefined();
    server.kill(1);
    expect(server.find(ended)).toBeUndefined();
    server.pass(15 * MINUTE);
    expect(server.find(idle)).toBeUndefined();
  });

  it('counts from its last use, which is stored once a minute and when the process stops', async () => {
    const server = new Restarts();
    const [active, streams, stopped] = [server.open(), server.open(), server.open()];
    streams.read(() => {});
    for (let minute = 0; minute < 20; minute++) {
      for (const session of [active, stopped]) server.find(session);
      server.pass(MINUTE);
    }
    // The first request of each minute is as old as the session, so that its id tells it.
    expect(server.shelf.used.length).toBe(19 + 19 + 20);
    server.lab.clock += MINUTE / 2;
    server.find(stopped);
    await server.stop();
    server.lab.clock += 14 * MINUTE - 1;
    expect(server.find(stopped)).toBeDefined();
    expect(server.find(streams)).toBeDefined();
    expect(server.find(active)).toBeUndefined();
  });
});

describe('the limits', () => {
  it('hold for sessions of an earlier process as for new ones', () => {
    const server = new Restarts();
    const [one, two, three] = [server.open('ada'), server.open('ada'), server.open('ada')];
    server.kill();
    const [newOne] = [server.open('ada'), server.open('ada'), server.open('ada')];
    expect(() => server.find(one, 'ada')).toThrow(/All sessions are in use/);
    server.lab.clock += MINUTE;
    expect(server.find(two, 'ada')).toBeDefined();
    expect([newOne.closed, server.sessions.size]).toEqual([true, 3]);
    const bob = server.open('bob');
    expect([bob.closed, server.sessions.size]).toEqual([false, 3]);
    expect(server.find(three, 'ada')).toBeDefined();
    expect([bob.closed, server.sessions.size]).toEqual([false, 3]);
  });

  it('on memory count a session of an earlier process', () => {
    const server = new Restarts({}, { limits: { sessionBytes: 12_000, principalPercent: 100 } });
    const [one, two] = [server.open(), server.open()];
    server.kill();
    server.open();
    server.open();
    expect(() => server.find(one)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ kind: 'Busy' }) }),
    );
    for (const session of [...server.sessions]) server.sessions.end(session, 'over');
    expect(server.find(two)).toBeDefined();
  });
});

describe('a session that ends with the process', () => {
  it.each<[string, (server: Restarts) => Session]>([
    ['has a connection of its own', server => server.open('local', {}, false)],
    ['is of a console session', server => server.open(named('ada').forSession())],
    [
      'is opened while nothing can be stored',
      server => {
        server.shelf.broken = true;
        return server.open();
      },
    ],
  ])('has a random id where it %s', (_when, open) => {
    const server = new Restarts();
    const { id, keeper } = open(server);
    expect([id.length, keeper]).toEqual([32, undefined]);
  });

  it('is answered as before where no sessions are kept', async () => {
    const lab = new Lab({});
    const session = lab.session('2025-11-25');
    expect(lab.kernel.findSession(session.id, named('local'))).toBe(session);
    expect(lab.kernel.findSession('guess', named('local'))).toBeUndefined();
    await lab.kernel.close();
    expect(lab.kernel.findSession(session.id, named('local'))).toBeUndefined();
  });
});

describe('a server that stops', () => {
  it('does not say that a kept session is unknown', async () => {
    const server = new Restarts();
    const session = server.open();
    await server.lab.kernel.close();
    expect(() => server.find(session)).toThrow(/stopping/);
    server.kill();
    expect(server.find(session)).toBeDefined();
  });
});
