import { describe, expect, it } from 'vitest';
import { Quotas } from './quotas.js';

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
