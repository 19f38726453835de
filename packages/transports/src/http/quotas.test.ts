import { describe, expect, it } from 'vitest';
import { MAX_IDLE_ACCOUNTS, Quotas } from './quotas.js';

function open() {
  const clock = { now: 5_000 };
  const quotas = new Quotas({ callsInFlight: 2, requestsPerSecond: 3 }, () => clock.now);
  return { clock, quotas, ada: quotas.of('ada') };
}

describe('an account', () => {
  it('is one for each principal', () => {
    const { quotas, ada } = open();
    expect(quotas.of('ada')).toBe(ada);
    expect(quotas.of('bob')).not.toBe(ada);
  });

  it('is full at the limit of calls, until one ends', () => {
    const { ada } = open();
    ada.begin('tools/call');
    expect(ada.full('tools/list')).toBe(false);
    ada.begin('tools/list');
    expect(ada.full('tools/call')).toBe(true);
    ada.end('tools/call');
    expect(ada.full('tools/call')).toBe(false);
  });

  it('neither counts nor refuses subscriptions', () => {
    const { ada } = open();
    for (let n = 0; n < 5; n++) ada.begin('subscriptions/listen');
    expect(ada.full('tools/call')).toBe(false);
    for (let n = 0; n < 2; n++) ada.begin('tools/call');
    expect(ada.full('subscriptions/listen')).toBe(false);
    for (let n = 0; n < 5; n++) ada.end('subscriptions/listen');
    expect(ada.full('tools/call')).toBe(true);
  });

  it('limits the requests of one second, and allows new ones in the next', () => {
    const { ada, clock } = open();
    expect([ada.spend(1), ada.spend(3), ada.spend(2), ada.spend(1)]).toEqual([true, false, true, false]);
    clock.now += 999;
    expect(ada.spend(1)).toBe(false);
    clock.now += 1;
    expect(ada.spend(3)).toBe(true);
  });

  it('is not stuck when the clock is set back', () => {
    const { ada, clock } = open();
    ada.spend(3);
    clock.now -= 60_000;
    expect(ada.spend(1)).toBe(true);
  });
});

describe('the accounts of many principals', () => {
  it('are forgotten when they are idle, and not while a call is in flight or a second is counted', () => {
    const { clock, quotas, ada } = open();
    ada.begin('tools/call');
    for (let n = 2; n < MAX_IDLE_ACCOUNTS; n++) quotas.of(`subject-${n}`);
    clock.now += 1_000;
    const bob = quotas.of('bob');
    bob.spend(3);
    expect(quotas.size).toBe(MAX_IDLE_ACCOUNTS);
    quotas.of('cy');
    expect(quotas.size).toBe(3);
    expect([quotas.of('ada'), quotas.of('bob')]).toEqual([ada, bob]);
    expect(quotas.of('bob').spend(1)).toBe(false);
  });
});
