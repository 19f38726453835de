import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finish } from '../domain/index.js';
import { fingerprint, fingerprintSteps } from './fingerprint.js';

it('a fingerprint in steps is the same as at once', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 7 }), value => {
      expect(finish(fingerprintSteps(value))).toBe(fingerprint(value));
    }),
  );
  const left = { commands: [{ type: 'x', b: [1, { d: 1, c: undefined }], a: { 10: 1, 9: 2, z: 3 } }] };
  expect(finish(fingerprintSteps(left))).toBe(fingerprint(left));
});
