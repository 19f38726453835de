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
    const leases = new Leases({ now: () => 0, date: () => 0 });
    expect(() => leases.hold(BENCH, { seconds: 60 }, contextOf(true))).toThrow('The session has ended');
    expect(leases.of(BENCH)).toBeUndefined();
    leases.hold(BENCH, { seconds: 60 }, contextOf(false));
    expect(leases.of(BENCH)).toMatchObject({ holder: 'local (test)' });
  });
});
