import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestDigest, requestDigestSteps } from './request-digest.js';

function finished(request: unknown): string {
  const steps = requestDigestSteps(request);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('a request digest', () => {
  it('does not depend on the order of object keys', () => {
    expect(requestDigest(['move', { to: { x: 1, y: 2 }, id: 'a' }])).toBe(
      requestDigest(['move', { id: 'a', to: { y: 2, x: 1 } }]),
    );
  });

  it('depends on values and on the order of array items', () => {
    expect(requestDigest([1, 2])).not.toBe(requestDigest([2, 1]));
    expect(requestDigest({ a: 1 })).not.toBe(requestDigest({ a: 2 }));
  });

  it('is the one that journals store', () => {
    expect(requestDigest(['tick', { dt: 60 }])).toBe('EHNsZeyQ4i6vbGJLdZ4y7gKEiLgtTCzLVj4JgPDup1o');
  });

  it('is the same in steps, and steps pause on large requests', () => {
    fc.assert(fc.property(fc.jsonValue(), value => finished(value) === requestDigest(value)));
    const large = { stars: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`s${n}`, { n }])) };
    expect(finished(large)).toBe(requestDigest(large));
    expect([...requestDigestSteps(large)].length).toBeGreaterThan(5);
  });
});
