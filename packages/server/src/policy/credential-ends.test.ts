import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CredentialEnds, type CredentialHolder } from './credential-ends.js';
import { Principal } from './principal.js';
import { Rights } from './rights.js';

const HOUR_MS = 3_600_000;
let time: number;
let ends: CredentialEnds;

/** Holds things by their credentials. */
class Shelf implements CredentialHolder {
  readonly open = new Set<Principal>();
  checks = 0;

  put(who: Principal): void {
    this.open.add(who);
    ends.opened(who);
  }

  recheck(stays: (who: Principal) => void): void {
    this.checks += 1;
    for (const who of this.open) {
      if (who.endReason(() => time) === undefined) stays(who);
      else this.open.delete(who);
    }
  }
}

function token(name: string, expiresAt?: number): Principal {
  return new Principal(name, 'token', Rights.CALLS, expiresAt);
}

/** Both clocks move. */
function pass(ms: number): void {
  time += ms;
  vi.advanceTimersByTime(ms);
}

beforeEach(() => {
  vi.useFakeTimers();
  time = Date.UTC(2026, 0, 1);
  ends = new CredentialEnds(() => time);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the end of credentials', () => {
  it('asks every holder when each expires, by one timer, and not between', () => {
    const [first, second] = [new Shelf(), new Shelf()];
    ends.add(first);
    ends.add(second);
    first.put(token('late', time + 3_000));
    second.put(token('early', time + 1_000));
    second.put(token('never'));
    expect(vi.getTimerCount()).toBe(1);
    pass(999);
    expect([first.checks, second.checks]).toEqual([0, 0]);
    pass(1);
    expect([first.open.size, second.open.size, first.checks]).toEqual([1, 1, 1]);
    pass(1_999);
    expect(first.checks).toBe(1);
    pass(1);
    expect([first.open.size, second.open.size]).toEqual([0, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no timer while nothing expires', () => {
    const shelf = new Shelf();
    const remove = ends.add(shelf);
    shelf.put(token('never'));
    expect(vi.getTimerCount()).toBe(0);
    shelf.put(token('once', time + HOUR_MS));
    expect(vi.getTimerCount()).toBe(1);
    remove();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a date that a timer cannot hold', () => {
    const shelf = new Shelf();
    ends.add(shelf);
    shelf.put(token('far', time + 1_000 * HOUR_MS));
    pass(999 * HOUR_MS);
    expect(shelf.checks).toBe(0);
    pass(HOUR_MS);
    expect(shelf.open.size).toBe(0);
  });

  it('finds by a sweep what expired when the clock was changed', () => {
    const shelf = new Shelf();
    ends.add(shelf);
    shelf.put(token('ann', time + HOUR_MS));
    ends.sweep();
    expect(shelf.checks).toBe(0);
    time += HOUR_MS;
    ends.sweep();
    expect(shelf.open.size).toBe(0);
  });

  it('follows a credential whose date was changed', () => {
    const shelf = new Shelf();
    ends.add(shelf);
    const ann = token('ann', time + HOUR_MS);
    shelf.put(ann);
    ann.update(Rights.CALLS, time + 1_000);
    ends.recheck();
    pass(1_000);
    expect(shelf.open.size).toBe(0);
  });
});

describe('a credential', () => {
  it('says why it has ended', () => {
    const date = () => time;
    const ann = token('ann', time + 1_000);
    const session = ann.forSession();
    expect([ann.endReason(date), session.endReason(date)]).toEqual([undefined, undefined]);
    session.end();
    expect([ann.endReason(date), session.endReason(date)]).toEqual([
      undefined,
      'The session of the console has ended.',
    ]);
    const other = ann.forSession();
    time += 1_000;
    expect([ann.endReason(date), other.endReason(date)]).toEqual(Array(2).fill('The token has expired.'));
    ann.update(Rights.NONE, time + HOUR_MS);
    expect([ann.endReason(date), other.endReason(date)]).toEqual(Array(2).fill('The token was revoked.'));
  });
});
