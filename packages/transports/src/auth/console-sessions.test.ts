import { Principal, Rights } from '@worldwire/server/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE_MS, ConsoleSessions, mayOperate, SESSION_IDLE_MS, SESSION_MAX_MS } from './console-sessions.js';

let time: number;
let sessions: ConsoleSessions;

function create(consoleSessions = 3): ConsoleSessions {
  return new ConsoleSessions({ max: consoleSessions, date: () => time });
}

function operator(name = 'ana'): Principal {
  return new Principal(name, 'token', Rights.parse(['operate']));
}

beforeEach(() => {
  time = 1_000_000;
  sessions = create();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a one-time code', () => {
  it('that is bound to a browser works there alone, and another browser does not use it up', () => {
    const code = sessions.mintCode(undefined, 'cookie');
    expect(sessions.redeem(code, [])).toBeUndefined();
    expect(sessions.redeem(code, ['other'])).toBeUndefined();
    expect(sessions.redeem(code, ['other', 'cookie'])).toBeDefined();
    expect(sessions.redeem(sessions.mintCode(), ['other'])).toBeDefined();
  });

  it('tells once when it is spent: by its use, for a newer one, or at once', () => {
    const spent: string[] = [];
    const [used, old] = [sessions.mintCode(), sessions.mintCode()];
    sessions.whenSpent(used, () => spent.push('used'));
    sessions.whenSpent(old, () => spent.push('old'));
    sessions.redeem(used);
    sessions.redeem(used);
    expect(spent).toEqual(['used']);
    for (let count = 0; count < 32; count++) sessions.mintCode();
    expect(spent).toEqual(['used', 'old']);
    sessions.whenSpent(used, () => spent.push('again'));
    expect(spent).toEqual(['used', 'old', 'again']);
  });

  it('has 256 bits and gives the user who runs the server all rights', () => {
    const code = sessions.mintCode();
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    expect(sessions.redeem(code)).toMatchObject({ name: 'console', origin: 'console' });
  });

  it('is accepted once', () => {
    const code = sessions.mintCode();
    expect(sessions.redeem(code)).toBeDefined();
    expect(sessions.redeem(code)).toBeUndefined();
  });

  it('is accepted for ten minutes, and not before it was made', () => {
    const [last, late, early] = [sessions.mintCode(), sessions.mintCode(), sessions.mintCode()];
    time += CODE_MS - 1;
    expect(sessions.redeem(last)).toBeDefined();
    time += 1;
    expect(sessions.redeem(late)).toBeUndefined();
    time -= 2 * CODE_MS;
    expect(sessions.redeem(early)).toBeUndefined();
  });

  it('may be of another principal', () => {
    const ana = operator();
    expect(sessions.redeem(sessions.mintCode(ana))).toBe(ana);
  });

  it('is forgotten when 32 newer ones were made', () => {
    const first = sessions.mintCode();
    const others = Array.from({ length: 32 }, () => sessions.mintCode());
    expect(sessions.redeem(first)).toBeUndefined();
    expect(others.every(code => sessions.redeem(code) !== undefined)).toBe(true);
  });

  it.each(['', 'x', 'A'.repeat(43)])('is not %j', text => {
    sessions.mintCode();
    expect(sessions.redeem(text)).toBeUndefined();
  });
});

describe('a session of the console', () => {
  it('is found by its cookie together with its key alone', () => {
    const ana = operator();
    const first = sessions.open(ana);
    const second = sessions.open(operator('bo'));
    expect(sessions.find(first.id, first.key)?.principal).toBe(ana);
    for (const [id, key] of [
      [first.id, undefined],
      [first.id, ''],
      [first.id, second.key],
      [first.key, first.id],
      [second.id, first.key],
      ['', ''],
    ] as const)
      expect(sessions.find(id, key)).toBeUndefined();
  });

  it('ends after 12 hours without a request', () => {
    const { id, key } = sessions.open(operator());
    time += SESSION_IDLE_MS - 1;
    expect(sessions.find(id, key)).toBeDefined();
    time += SESSION_IDLE_MS;
    expect(sessions.find(id, key)).toBeUndefined();
    expect(sessions.size).toBe(0);
  });

  it('ends without a request too, and its streams end with it', () => {
    vi.useFakeTimers();
    const { id, key } = sessions.open(operator());
    let ended = 0;
    sessions.find(id, key)?.onEnd.add(() => {
      ended += 1;
    });
    vi.advanceTimersByTime(SESSION_IDLE_MS);
    expect(ended).toBe(0);
    time += SESSION_IDLE_MS;
    vi.advanceTimersByTime(60_000);
    expect([ended, sessions.size, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });

  it('ends after 7 days, used or not', () => {
    const { id, key } = sessions.open(operator());
    const end = time + SESSION_MAX_MS;
    for (; time < end; time += SESSION_IDLE_MS / 2) expect(sessions.find(id, key)).toBeDefined();
    expect(sessions.find(id, key)).toBeUndefined();
  });

  it('ends when its principal loses the right to operate, and its streams end with it', () => {
    const ana = operator();
    const { id, key } = sessions.open(ana.atConsole(true));
    let ended = 0;
    sessions.find(id, key)?.onEnd.add(() => {
      ended += 1;
    });
    ana.update(Rights.parse(['eval']));
    sessions.recheck();
    expect([ended, sessions.size]).toEqual([1, 0]);
    ana.update(Rights.parse(['operate']));
    expect(sessions.find(id, key)).toBeUndefined();
  });

  it('is checked at each request, without a recheck', () => {
    const ana = operator();
    const { id, key } = sessions.open(ana.atConsole(true));
    ana.update(Rights.NONE);
    expect(sessions.find(id, key)).toBeUndefined();
    expect(sessions.size).toBe(0);
  });

  it('that was used longest ago ends when all places are taken', () => {
    const consoleSessions = 2;
    sessions = create(consoleSessions);
    const first = sessions.open(operator());
    const second = sessions.open(operator());
    sessions.find(first.id, first.key);
    const third = sessions.open(operator());
    expect(sessions.size).toBe(consoleSessions);
    expect([first, second, third].map(({ id, key }) => sessions.find(id, key) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

it('a principal with many sessions ends its own, not those of others', () => {
  sessions = create(3);
  const ana = sessions.open(operator('ana'));
  const bo = Array.from({ length: 5 }, () => sessions.open(operator('bo')));
  expect(sessions.find(ana.id, ana.key)).toBeDefined();
  expect(bo.map(({ id, key }) => sessions.find(id, key) !== undefined)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

describe('the right to operate', () => {
  it.each([
    ['operate', true],
    ['universe:operate', true],
    ['eval', false],
    ['approve', false],
  ])('%s: %s', (word, may) => {
    expect(mayOperate(Rights.parse([word]))).toBe(may);
  });
});
