import { describe, expect, it } from 'vitest';
import { WorldError } from '../api/world-error.js';
import { Places } from './places.js';

function profiles(total: number, percent = 50): Places {
  return new Places({
    ...{ limit: 'MAX_PROFILES', total, percent, of: 'this engine' },
    ...{ things: 'profiles', state: 'are measured', next: 'Try again when one is over.' },
  });
}

function refusalOf(places: Places, principal: string): WorldError {
  try {
    places.take(principal);
  } catch (thrown) {
    return thrown as WorldError;
  }
  throw new Error('A place was free.');
}

const take = (places: Places, principal: string, count: number) =>
  Array.from({ length: count }, () => places.take(principal));

describe('places', () => {
  it('refuse a principal at its share, and serve another one', () => {
    const places = profiles(8);
    take(places, 'ada', 4);
    expect(places.full('ada')).toBe('share');
    expect(() => places.take('ada')).toThrow(WorldError);
    take(places, 'bob', 4);
    expect(places.full('bob')).toBe('total');
    expect(places.taken).toBe(8);
  });

  it('name the number, whose it is, its value, the share and the next step', () => {
    const places = profiles(8);
    take(places, 'ada', 4);
    const { kind, message, hint } = refusalOf(places, 'ada');
    expect({ kind, message, hint }).toEqual({
      kind: 'RateLimited',
      message:
        '4 profiles of yours are measured, which is your share: this engine has 8 (MAX_PROFILES), and one principal may have 4 of them (principalPercent: 50).',
      hint: 'Try again when one is over.',
    });
    take(places, 'bob', 4);
    expect(refusalOf(places, 'eve').message).toBe(
      '8 profiles are measured, 0 of them yours. That is the maximum of this engine (MAX_PROFILES: 8), which all principals share.',
    );
  });

  it('are released once', () => {
    const places = profiles(2);
    const release = places.take('ada');
    release();
    release();
    expect([places.taken, places.heldBy('ada')]).toEqual([0, 0]);
    places.take('ada');
    expect(places.taken).toBe(1);
  });

  it('are at least one for a principal, however small the share is', () => {
    const places = profiles(3, 1);
    places.take('ada');
    expect(places.full('ada')).toBe('share');
    places.take('bob');
  });

  it('are all for the principal of a server without credentials, where no other exists', () => {
    const places = profiles(8);
    take(places, 'local', 8);
    expect(places.full('local')).toBe('total');
  });

  it('are held until the work has settled, whether it succeeds, fails or does not start', async () => {
    const places = profiles(8);
    let fail = (_: Error) => {};
    const failing = places.run('ada', () => new Promise((_, reject) => (fail = reject)));
    expect(places.heldBy('ada')).toBe(1);
    fail(new Error('lost'));
    await expect(failing).rejects.toThrow('lost');
    expect(places.heldBy('ada')).toBe(0);
    await places.run('ada', async () => 'done');
    const broken = () => {
      throw new Error('not started');
    };
    expect(() => places.run('ada', broken)).toThrow('not started');
    expect(places.taken).toBe(0);
  });

  it('keep no principal for ever: thousands that hold nothing are forgotten, and one that holds is not', () => {
    const places = profiles(10, 10);
    places.take('ada');
    for (let count = 0; count < 5_000; count++) places.take(`p${count}`)();
    expect(places.full('ada')).toBe('share');
    expect(places.taken).toBe(1);
  });
});
