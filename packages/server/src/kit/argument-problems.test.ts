import { expect, it } from 'vitest';
import { z } from 'zod';
import { argumentProblems } from './argument-problems.js';

const INPUT = z.strictObject({
  at: z.union([z.number(), z.string()]).optional(),
  limit: z.int().min(1).optional(),
  kind: z.enum(['cluster', 'galaxy']).optional(),
  name: z.string(),
  size: z.union([z.number(), z.array(z.number())], { error: 'must be a number or [x, y]' }).optional(),
  range: z.union([z.strictObject({ min: z.number() }), z.string()]).optional(),
});

function problems(given: unknown): string {
  const parsed = INPUT.safeParse(given);
  if (parsed.success) throw new Error('It is valid.');
  return argumentProblems(parsed.error, INPUT, given);
}

it.each([
  [{ name: 'a', at: { not: 'text' } }, '✖ Argument "at": expected number or string. It is {"not":"text"}.'],
  [{ name: 'a', limit: 'many' }, '✖ Argument "limit": expected number. It is "many".'],
  [{ name: 'a', limit: 0 }, '✖ Argument "limit": Too small: expected number to be >=1. It is 0.'],
  [{ name: 'a', kind: 'star' }, '✖ Argument "kind": expected one of "cluster"|"galaxy". It is "star".'],
  [{ name: 'a', size: 'big' }, '✖ Argument "size": must be a number or [x, y]. It is "big".'],
  [{}, '✖ Argument "name": expected string. It is missing.'],
  [{ name: 'a', range: { min: 'low' } }, '✖ Argument "range.min": expected number. It is "low".'],
])('wrong arguments are named with what was expected and what came: %j', (given, text) => {
  expect(problems(given)).toBe(text);
});

it('a long value is cut', () => {
  expect(problems({ name: ['x'.repeat(1_000)] }).length).toBeLessThan(150);
});
