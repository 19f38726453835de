import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { Lab, named, numbered, SESSION_REVISIONS } from '../kernel/lab.test.js';

const MINUTE = 60_000;
const LIMITS = { sessions: 2, sessionIdleMs: 10 * MINUTE };
const busy = { code: -32603, data: { kind: 'Busy' } };

function pass(lab: Lab, ms: number): void {
  lab.clock += ms;
  lab.kernel.sweep();
}

describe('opening a session', () => {
  it('mints an id of at least 128 random bits', () => {
    const lab = new Lab({});
    const { id } = lab.session('2025-11-25');
    expect(lab.randomness[0]).toBeGreaterThanOrEqual(16);
    expect(new Uint8Array(Buffer.from(id, 'base64url'))).toEqual(numbered(1, lab.randomness[0]!));
    expect(id).toMatch(/^[\x21-\x7e]+$/);
  });

  it.each(SESSION_REVISIONS)('[HTTP-1.2] agrees on the revision asked for: $id', ({ id }) => {
    const { session, result } = new Lab({}).kernel.initialize(
      { protocolVersion: id, capabilities: {} },
      named('local'),
    );
    expect(session.revision.id).toBe(id);
    expect(result.protocolVersion).toBe(id);
  });

  it('offers the newest revision that has sessions where another is asked for', () => {
    for (const protocolVersion of ['2026-07-28', '1999-01-01', '', 'newest']) {
      const { result } = new Lab({}).kernel.initialize({ protocolVersion, capabilities: {} }, named('local'));
      expect(result.protocolVersion).toBe('2025-11-25');
    }
  });

  it('needs a revision and capabilities, and says which is missing', () => {
    const open = (params: JsonObject) => () => new Lab({}).kernel.initialize(params, named('local'));
    expect(open({ capabilities: {} })).toThrow(/protocolVersion/);
    expect(open({ protocolVersion: 20251125, capabilities: {} })).toThrow(/protocolVersion/);
    expect(open({ protocolVersion: '2025-11-25' })).toThrow(/capabilities/);
    expect(open({ protocolVersion: '2025-11-25', capabilities: [] })).toThrow(/capabilities/);
  });

  it('refuses capabilities that are too long to be kept, says how long they may be, and keeps nothing', () => {
    const capabilitiesBytes = 1_000;
    const lab = new Lab({}, { limits: { capabilitiesBytes } });
    const declare = (length: number) => {
      const around = JSON.stringify({ experimental: { note: '' } }).length;
      lab.session('2025-11-25', { experimental: { note: 'x'.repeat(length - around) } });
    };
    declare(capabilitiesBytes);
    expect(lab.kernel.sessions.size).toBe(1);
    expect(() => declare(capabilitiesBytes + 1)).toThrow(/capabilities has 1001 characters.*maximum is 1000/);
    expect(lab.kernel.sessions.size).toBe(1);
  });

  it('does without the name of the client', () => {
    for (const clientInfo of [undefined, null, 'me', { name: 7 }]) {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        ...(clientInfo !== undefined && { clientInfo }),
      };
      const { session } = new Lab({}).kernel.initialize(params as JsonObject, named('local'));
      expect(session.client.name).toBeUndefined();
    }
  });
});

describe('finding a session', () => {
  it('works for its owner; to everybody else it does not exist', () => {
    const lab = new Lab({});
    const session = lab.session('2025-11-25', {}, 'ada');
    expect(lab.kernel.sessions.find(session.id, 'ada')).toBe(session);
    expect(lab.kernel.sessions.find(session.id, 'eve')).toBeUndefined();
    expect(lab.kernel.sessions.find('guess', 'ada')).toBeUndefined();
  });

  it('by a stranger does not keep it alive', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const session = lab.session('2025-11-25', {}, 'ada');
    lab.clock += 9 * MINUTE;
    lab.kernel.sessions.find(session.id, 'eve');
    pass(lab, MINUTE);
    expect(session.closed).toBe(true);
  });
});

describe('an idle session', () => {
  it('ends after its time, and not before', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const session = lab.session('2025-11-25');
    pass(lab, 10 * MINUTE - 1);
    expect(lab.kernel.sessions.find(session.id, 'local')).toBe(session);
    pass(lab, 10 * MINUTE);
    expect(session.closed).toBe(true);
    expect(lab.kernel.sessions.find(session.id, 'local')).toBeUndefined();
  });

  it('is none while it is read or served', () => {
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: (_args, context) => {
        context.progress(0);
        return new Promise(() => {});
      },
    });
    const lab = new Lab({ tools: [work] }, { limits: { ...LIMITS, handlerMs: 1_000 * MINUTE } });
    const [reads, works] = [lab.session('2025-11-25'), lab.session('2025-11-25')];
    reads.read(() => {});
    lab.sendTool(works, 'work');
    pass(lab, 100 * MINUTE);
    expect(lab.kernel.sessions.size).toBe(2);
  });

  it('is idle from the moment its stream breaks, so that its client can come back', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const session = lab.session('2025-11-25');
    const stop = session.read(() => {});
    pass(lab, 60 * MINUTE);
    stop();
    pass(lab, 9 * MINUTE);
    expect(session.closed).toBe(false);
    pass(lab, 10 * MINUTE);
    expect(session.closed).toBe(true);
  });

  it('leaves nothing behind, however many there were', () => {
    const lab = new Lab({}, { limits: { sessions: 1_000, sessionIdleMs: MINUTE } });
    for (let n = 0; n < 1_000; n++) lab.session('2025-11-25');
    expect(lab.kernel.sessions.size).toBe(1_000);
    pass(lab, MINUTE);
    expect(lab.kernel.sessions.size).toBe(0);
  });
});

describe('one session too many', () => {
  it('is refused in words while all others are fresh or busy', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const first = lab.session('2025-11-25');
    first.read(() => {});
    lab.clock += 5 * MINUTE;
    const second = lab.session('2025-11-25');
    lab.clock += MINUTE - 1;
    expect(() => lab.session('2025-11-25')).toThrow(expect.objectContaining(busy));
    expect([first.closed, second.closed]).toEqual([false, false]);
  });

  it('takes the place of the one that has been quiet longest', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const older = lab.session('2025-11-25');
    lab.clock += 10;
    const newer = lab.session('2025-11-25');
    lab.clock += MINUTE;
    lab.kernel.sessions.find(older.id, 'local');
    const third = lab.session('2025-11-25');
    expect([older.closed, newer.closed, third.closed]).toEqual([false, true, false]);
    expect(lab.kernel.sessions.size).toBe(2);
  });

  it('is let in where another has more, however busy that one is: the quietest of his makes room', () => {
    const lab = new Lab({}, { limits: { ...LIMITS, sessions: 4 } });
    const [reads, fresh, quiet, pings] = [1, 2, 3, 4].map(() => lab.session('2025-11-25', {}, 'ada'));
    reads!.read(() => {});
    for (const session of [fresh, pings, reads]) {
      lab.clock += 1;
      lab.kernel.sessions.find(session!.id, 'ada');
    }
    const first = lab.session('2025-11-25', {}, 'bob');
    expect([reads, fresh, quiet, pings].map(session => session!.closed)).toEqual([false, false, true, false]);
    const second = lab.session('2025-11-25', {}, 'bob');
    expect([reads, fresh, quiet, pings].map(session => session!.closed)).toEqual([false, true, true, false]);
    expect([first.closed, second.closed]).toEqual([false, false]);
  });

  it('is let in where all sessions of the one who has most are busy', () => {
    const lab = new Lab({}, { limits: { ...LIMITS, sessions: 3 } });
    const all = [1, 2, 3].map(() => lab.session('2025-11-25', {}, 'ada'));
    for (const session of all) {
      lab.clock += 1;
      session.read(() => {});
      lab.kernel.sessions.find(session.id, 'ada');
    }
    lab.session('2025-11-25', {}, 'bob');
    expect(all.map(({ closed }) => closed)).toEqual([true, false, false]);
  });

  it('is refused where no principal has more than its owner would have', () => {
    const lab = new Lab({}, { limits: { ...LIMITS, sessions: 4 } });
    for (const owner of ['ada', 'ada', 'bob', 'bob']) lab.session('2025-11-25', {}, owner);
    for (const owner of ['ada', 'bob'])
      expect(() => lab.session('2025-11-25', {}, owner)).toThrow(expect.objectContaining(busy));
    const third = lab.session('2025-11-25', {}, 'eve');
    expect(third.closed).toBe(false);
    expect(() => lab.session('2025-11-25', {}, 'eve')).toThrow(expect.objectContaining(busy));
  });

  it('takes the place of an expired one first', () => {
    const lab = new Lab({}, { limits: LIMITS });
    const expired = lab.session('2025-11-25');
    lab.clock += 10 * MINUTE - 1;
    const quiet = lab.session('2025-11-25');
    lab.clock += 1;
    lab.session('2025-11-25');
    expect([expired.closed, quiet.closed]).toEqual([true, false]);
  });
});
