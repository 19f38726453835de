import type { Context } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import type { EngineBench } from './engine-bench.js';
import { Leases } from './leases.js';

const BENCH = { entry: { name: 'quest' } } as EngineBench;

function contextOf(closed: boolean): Context {
  const session = { closed, onClose: () => () => {} };
  return { principal: 'local', client: { name: 'test' }, session } as unknown as Context;
}

describe('a session that has ended', () => {
  it('cannot hold an engine with a call that is still running', () => {
    const leases = new Leases({ now: () => 0, date: () => 0, percent: 50 });
    expect(() => leases.hold(BENCH, { seconds: 60 }, contextOf(true))).toThrow('The session has ended');
    expect(leases.of(BENCH)).toBeUndefined();
    leases.hold(BENCH, { seconds: 60 }, contextOf(false));
    expect(leases.of(BENCH)).toMatchObject({ holder: 'local (test)' });
  });
});

describe('engines that are held', () => {
  const engine = (index: number) => ({ entry: { name: `e${index}` } }) as EngineBench;
  const of = (principal: string) => ({ principal, client: {} }) as unknown as Context;

  it('by one principal are half of all at most, and another one holds the rest', () => {
    const clock = { now: 0 };
    const leases = new Leases({ now: () => clock.now, date: () => 0, percent: 50 });
    for (let index = 0; index < 8; index++) leases.hold(engine(index), { seconds: 60 }, of('ada'));
    const ninth = engine(8);
    expect(() => leases.hold(ninth, { seconds: 60 }, of('ada'))).toThrow(
      '8 engines of yours are held, which is your share: this server has 16 (engineLeases)',
    );
    leases.hold(ninth, { seconds: 60 }, of('bob'));
  });

  it('give their places back when they are released, held again, ended or over', () => {
    const clock = { now: 0 };
    const leases = new Leases({ now: () => clock.now, date: () => 0, percent: 50 });
    const benches = Array.from({ length: 20 }, (_, index) => engine(index));
    for (const bench of benches) {
      leases.hold(bench, { seconds: 60 }, of('ada'));
      leases.hold(bench, { seconds: 60 }, of('ada'));
      leases.release(bench, of('ada'));
    }
    for (const bench of benches) {
      leases.hold(bench, { seconds: 60 }, of('ada'));
      leases.end(bench);
    }
    for (const bench of benches.slice(0, 8)) leases.hold(bench, { seconds: 60 }, of('ada'));
    clock.now = 60_000;
    for (const bench of benches.slice(8, 16)) leases.hold(bench, { seconds: 60 }, of('ada'));
  });
});

describe('a lease', () => {
  const anyone = (principal: string, onCredentialEnd?: (listener: () => void) => () => void) =>
    ({ principal, client: { name: 'test' }, onCredentialEnd }) as unknown as Context;

  it('is held by its holder alone, and by no one while the engine is free', () => {
    let now = 0;
    const leases = new Leases({ now: () => now, date: () => now, percent: 100 });
    const [ann, ben] = [anyone('ann'), anyone('ben')];
    expect(leases.isHeldBy(BENCH, ann)).toBe(false);
    leases.hold(BENCH, { seconds: 60 }, ann);
    expect(leases.isHeldBy(BENCH, ann)).toBe(true);
    expect(leases.isHeldBy(BENCH, ben)).toBe(false);
    expect(leases.isHeldBy({ entry: { name: 'other' } } as EngineBench, ann)).toBe(false);
    now = 60_000;
    expect(leases.isHeldBy(BENCH, ann)).toBe(false);
  });

  it('is held by a session alone, not by another session of the same principal', () => {
    const leases = new Leases({ now: () => 0, date: () => 0, percent: 100 });
    const mine = contextOf(false);
    leases.hold(BENCH, { seconds: 60 }, mine);
    expect(leases.isHeldBy(BENCH, mine)).toBe(true);
    expect(leases.isHeldBy(BENCH, contextOf(false))).toBe(false);
    expect(leases.isHeldBy(BENCH, anyone('local'))).toBe(false);
  });

  it('ends with the credential that it was taken with, and no later lease does', () => {
    const leases = new Leases({ now: () => 0, date: () => 0, percent: 100 });
    const listeners = new Set<() => void>();
    const ann = anyone('ann', listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    leases.hold(BENCH, { seconds: 60 }, ann);
    const [first] = listeners;
    first?.();
    expect(leases.of(BENCH)).toBeUndefined();
    expect(listeners.size).toBe(0);
    leases.hold(BENCH, { seconds: 60 }, anyone('ben'));
    first?.();
    expect(leases.of(BENCH)).toMatchObject({ holder: 'ben' });
  });

  it('cannot be taken with a credential that has ended', () => {
    const leases = new Leases({ now: () => 0, date: () => 0, percent: 100 });
    const ended = anyone('ann', listener => {
      listener();
      return () => {};
    });
    leases.hold(BENCH, { seconds: 60 }, ended);
    expect(leases.of(BENCH)).toBeUndefined();
  });
});
