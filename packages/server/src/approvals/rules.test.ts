import { describe, expect, it } from 'vitest';
import { Policy } from '../policy/policy.js';
import { type Origin, Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import { decidesItself } from './rules.js';

const policy = new Policy({ name: 'garden' }, { writes: true });

describe('a call that is the decision of its caller', () => {
  it.each([
    ['console', 'approve', true],
    ['console', 'garden:approve', true],
    ['console', 'pond:approve', false],
    ['console', 'eval', false],
    ['console', 'operate', false],
    ['token', 'approve', false],
    ['oauth', 'approve', false],
    ['local', 'approve', false],
    ['engine', 'approve', false],
  ] as const)('of origin %s with the right %s: %s', (origin: Origin, right, expected) => {
    expect(decidesItself(new Principal('ann', origin, Rights.parse([right])), policy)).toBe(expected);
  });

  it('is one with the rights of the token at that time', () => {
    const token = new Principal('ann', 'token', Rights.parse(['approve', 'operate']));
    const person = token.atConsole(true);
    expect([person.name, person.origin, decidesItself(person, policy)]).toEqual(['ann', 'console', true]);
    token.update(Rights.parse(['operate']));
    expect(decidesItself(person, policy)).toBe(false);
  });

  it('does not exist in a session by a token, because any program can open one', () => {
    const token = new Principal('ann', 'token', Rights.parse(['approve', 'operate']));
    expect(decidesItself(token.atConsole(false), policy)).toBe(false);
  });
});
