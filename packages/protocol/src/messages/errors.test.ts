import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorName, WireError } from './errors.js';

describe('ERRORS', () => {
  it('[FRAME-3.1] [HTTP-5.4] has the codes of JSON-RPC 2.0', () => {
    expect(ERRORS.ParseError.code).toBe(-32700);
    expect(ERRORS.InvalidRequest.code).toBe(-32600);
    expect(ERRORS.MethodNotFound.code).toBe(-32601);
    expect(ERRORS.InvalidParams.code).toBe(-32602);
    expect(ERRORS.InternalError.code).toBe(-32603);
  });

  it('has the codes of MCP', () => {
    expect(ERRORS.ResourceNotFound.code).toBe(-32002);
    expect(ERRORS.HeaderMismatch.code).toBe(-32020);
    expect(ERRORS.MissingClientCapability.code).toBe(-32021);
    expect(ERRORS.UnsupportedVersion.code).toBe(-32022);
  });

  it('[FRAME-3.2] has the codes of the framed protocol, from 1000 on', () => {
    expect(ERRORS.AuthenticationFailed.code).toBe(1000);
    expect(ERRORS.HealthCheckFailed.code).toBe(1001);
    for (const { code } of Object.values(ERRORS)) expect(code < 0 || code >= 1000).toBe(true);
  });

  it('gives every code once, with a meaning', () => {
    const entries = Object.values(ERRORS);
    expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
    for (const { meaning } of entries) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });
});

describe('WireError', () => {
  it('takes its code from the table, by name', () => {
    for (const [name, { code }] of Object.entries(ERRORS)) {
      const error = WireError.of(name as ErrorName, 'No.', { a: 1 });
      expect(error).toMatchObject({ name: 'WireError', code, message: 'No.', data: { a: 1 } });
    }
  });

  it('is an Error, and has no data where none is given', () => {
    const error = WireError.of('InvalidParams', 'No.');
    expect(error).toBeInstanceOf(Error);
    expect(error.data).toBeUndefined();
  });
});
