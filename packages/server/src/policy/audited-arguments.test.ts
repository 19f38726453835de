import { describe, expect, it } from 'vitest';
import { auditedArguments, MAX_AUDITED_ARGUMENTS } from './audited-arguments.js';

describe('arguments in the audit', () => {
  it('have their beginning, and a digest of all', () => {
    const one = auditedArguments({ text: 'x'.repeat(600), end: 1 });
    const other = auditedArguments({ text: 'x'.repeat(600), end: 2 });
    expect(one.arguments).toHaveLength(MAX_AUDITED_ARGUMENTS + 1);
    expect(one.arguments).toBe(other.arguments);
    expect(one.argumentsDigest).toMatch(/^[0-9a-f]{16}$/);
    expect(one.argumentsDigest).not.toBe(other.argumentsDigest);
  });

  it('are missing in a call without arguments', () => {
    expect(auditedArguments(undefined)).toEqual({});
  });

  it('have hidden characters escaped', () => {
    expect(auditedArguments({ name: 'a\u202eb' }).arguments).toBe('{"name":"a\\u202eb"}');
  });

  it.each([
    [{ user: 'ann', password: 'hunter2', more: 1 }, '{"user":"ann","password":"***","more":1}'],
    [{ auth: { accessToken: 'hun"ter2' } }, '{"auth":{"accessToken":"***"}}'],
    [{ api_key: 'hunter2' }, '{"api_key":"***"}'],
    [{ Authorization: 'Bearer hunter2' }, '{"Authorization":"***"}'],
    [{ clientSecret: 12345 }, '{"clientSecret":"***"}'],
    [{ name: 'token of a thing' }, '{"name":"token of a thing"}'],
  ])('have no values of members that are secrets by their names (%#)', (given, shown) => {
    expect(auditedArguments(given).arguments).toBe(shown);
  });

  it('have no part of a secret that is cut', () => {
    const { arguments: shown } = auditedArguments({ text: 'x'.repeat(480), secret: 'hunter2'.repeat(1_000) });
    expect(shown).not.toContain('hunter2');
  });
});
