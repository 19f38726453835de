import { type Dialect, META_VERSION, REVISION_2026_07_28, readMessage } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { eraOf } from './era.js';

const STATELESS = '2026-07-28';
const SESSION = '2025-11-25';
const DIALECT: Dialect = { name: 'd', revision: REVISION_2026_07_28, methods: { 'd/own': {} } };
const SESSIONLESS: Dialect = { ...DIALECT, sessionless: true };

const request = (method: string, version?: unknown) =>
  readMessage({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: version === undefined ? {} : { _meta: { [META_VERSION]: version as string } },
  });
const notification = readMessage({ jsonrpc: '2.0', method: 'notifications/cancelled' });

describe('the era of a message', () => {
  it.each([
    ['a request that names a revision', request('tools/list', STATELESS), undefined, undefined, true],
    ['a request that names an invalid revision', request('tools/list', 5), undefined, undefined, true],
    ['initialize that names a revision', request('initialize', STATELESS), undefined, undefined, false],
    ['a request with the header 2026-07-28', request('tools/list'), undefined, STATELESS, true],
    ['a request with an unknown revision in the header', request('ping'), undefined, '2099-01-01', true],
    ['a request with nothing', request('tools/list'), undefined, undefined, false],
    ['a notification with nothing', notification, DIALECT, undefined, false],
    ['a standard request on a mount with a dialect', request('tools/list'), DIALECT, undefined, false],
  ])('is stateless for %s', (_what, message, dialect, version, hasSession) => {
    expect(eraOf(message, dialect, version, hasSession)).toBe('stateless');
  });

  it.each([
    ['a request with a session', request('tools/list'), undefined, undefined, true],
    ['a notification with a session', notification, undefined, undefined, true],
    ['initialize', request('initialize'), undefined, undefined, false],
    ['a request with the header of an older revision', request('ping'), undefined, SESSION, false],
    ['initialize on a mount with a dialect', request('initialize'), SESSIONLESS, undefined, false],
    ['a dialect method with a session', request('d/own'), DIALECT, undefined, true],
  ])('is that of the session for %s', (_what, message, dialect, version, hasSession) => {
    expect(eraOf(message, dialect, version, hasSession)).toBe('session');
  });

  it.each([
    ['a dialect method without a session', request('d/own'), DIALECT],
    ['a standard method of a sessionless dialect', request('tools/list'), SESSIONLESS],
  ])('is that of the dialect for %s', (_what, message, dialect) => {
    expect(eraOf(message, dialect, undefined, false)).toBe('dialect');
  });
});
