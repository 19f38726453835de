import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../text/json.js';
import {
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  isId,
  isObject,
  type RequestId,
  readMessage,
} from './json-rpc.js';

const read = (members: object): ReturnType<typeof readMessage> =>
  readMessage({ jsonrpc: '2.0', ...members } as JsonValue);
const anyId: fc.Arbitrary<RequestId> = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger());
const anyJson = fc.jsonValue() as fc.Arbitrary<JsonValue>;

describe('readMessage', () => {
  it('[HTTP-3.3.1] [FRAME-2.2] [FRAME-2.3] knows a request by its method and its id, a text or a number', () => {
    for (const id of ['a', '', 0, 7, -1]) {
      expect(read({ id, method: 'm', params: { a: 1 } })).toEqual({
        kind: 'request',
        id,
        method: 'm',
        params: { a: 1 },
      });
    }
  });

  it('knows a notification by the id it has not', () => {
    expect(read({ method: 'notifications/initialized', params: {} })).toEqual({
      kind: 'notification',
      method: 'notifications/initialized',
      params: {},
    });
  });

  it('knows a response by its result or its error', () => {
    expect(read({ id: 1, result: null })).toEqual({ kind: 'response', id: 1, result: null });
    expect(read({ id: 'a', error: { code: 1 } })).toEqual({ kind: 'response', id: 'a', error: { code: 1 } });
  });

  it('[HTTP-3.3.1] [FRAME-2.4] reads parameters that are left out, null or empty as none', () => {
    for (const members of [{}, { params: null }, { params: {} }]) {
      expect(read({ id: 1, method: 'm', ...members })).toEqual({
        kind: 'request',
        id: 1,
        method: 'm',
        params: {},
      });
    }
  });

  it('never lets one message change the parameters of another', () => {
    const { params } = read({ id: 1, method: 'm' }) as { params: Record<string, unknown> };
    expect(() => {
      params.planted = true;
    }).toThrow();
    expect(read({ id: 2, method: 'm' })).toEqual({ kind: 'request', id: 2, method: 'm', params: {} });
  });

  it('refuses parameters that are no object', () => {
    for (const params of [[], [1], 'a', 1, true]) {
      expect(read({ id: 1, method: 'm', params })).toMatchObject({
        kind: 'invalid',
        id: 1,
        reason: expect.stringMatching(/params/),
      });
    }
  });

  it('[FRAME-2.1] refuses anything but version "2.0", and says so', () => {
    for (const jsonrpc of [undefined, '1.0', '2', 2, 2.0, null, ['2.0']]) {
      const message = readMessage({
        ...(jsonrpc !== undefined && { jsonrpc }),
        id: 5,
        method: 'm',
      } as JsonValue);
      expect(message).toMatchObject({ kind: 'invalid', id: 5, reason: expect.stringContaining('"jsonrpc"') });
    }
  });

  it('[FRAME-2.2] refuses an id that is neither text nor whole number, and answers to none', () => {
    for (const id of [null, 1.5, 2 ** 53, true, {}, [1]]) {
      expect(read({ id, method: 'm' })).toMatchObject({
        kind: 'invalid',
        id: undefined,
        reason: expect.stringContaining('"id"'),
      });
    }
  });

  it('refuses an id that is too long to keep, with the limit', () => {
    const message = (id: string) => ({ jsonrpc: '2.0', id, method: 'ping' });
    expect(readMessage(message('x'.repeat(1_024)))).toMatchObject({ kind: 'request' });
    for (const numbers of ['integers', 'any'] as const) {
      expect(readMessage(message('x'.repeat(1_025)), numbers)).toMatchObject({
        kind: 'invalid',
        id: undefined,
        reason: expect.stringContaining('at most 1024 characters'),
      });
    }
  });

  it('refuses a method that is no text, and keeps the id to answer to', () => {
    for (const method of [1, null, {}, ['m']]) {
      expect(read({ id: 3, method })).toMatchObject({
        kind: 'invalid',
        id: 3,
        reason: expect.stringContaining('"method"'),
      });
    }
  });

  it('[FRAME-2.2] takes any number for an id where any is asked for, but none that cannot be written again', () => {
    for (const id of [1.5, -0.25, 2 ** 53, 1e300, 5e-324, 7, 'a']) {
      const request = { jsonrpc: '2.0', id, method: 'm' };
      expect(readMessage(request, 'any')).toMatchObject({ kind: 'request', id });
      expect(readMessage({ jsonrpc: '2.0', id, result: 1 }, 'any')).toMatchObject({ kind: 'response', id });
      expect(JSON.parse(encodeResult(id, {}))).toEqual({ jsonrpc: '2.0', id, result: {} });
      expect(JSON.parse(encodeError(id, { code: 1, message: 'No.' }))).toMatchObject({ id });
    }
    for (const id of [Number.POSITIVE_INFINITY, null, true, {}, [1]]) {
      expect(readMessage({ jsonrpc: '2.0', id, method: 'm' }, 'any')).toMatchObject({
        kind: 'invalid',
        id: undefined,
        reason: expect.stringContaining('finite number'),
      });
    }
  });

  it('[FRAME-2.7] refuses a response with both result and error, or with neither', () => {
    expect(read({ id: 1, result: 1, error: {} })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringMatching(/never both/),
    });
    expect(read({ id: 1 })).toMatchObject({ kind: 'invalid' });
  });

  it('[FRAME-2.6] refuses an error that is no object', () => {
    for (const error of ['no', 1, [], null, true]) {
      expect(read({ id: 1, error })).toMatchObject({ kind: 'invalid' });
    }
  });

  it('never answers under the id of a response, which is one of our own', () => {
    const responses = [{}, { result: 1, error: {} }, { error: 'no' }, { jsonrpc: '1.0', result: 1 }];
    for (const members of responses) {
      expect(read({ id: 1, ...members })).toMatchObject({ kind: 'invalid', id: undefined });
    }
  });

  it('refuses a response that answers to nothing', () => {
    for (const members of [{ result: 1 }, { id: null, result: 1 }, { id: null, error: {} }]) {
      expect(read(members)).toMatchObject({ kind: 'invalid', id: undefined });
    }
  });

  it('refuses what is no object', () => {
    for (const value of [null, 1, 'a', true, [], [{ jsonrpc: '2.0', id: 1, method: 'm' }]]) {
      expect(readMessage(value)).toMatchObject({ kind: 'invalid', id: undefined });
    }
  });

  it('says something of any JSON, and never throws', () => {
    const member = fc.oneof(fc.constant('2.0'), fc.constant('m'), anyJson);
    const shaped = fc.record(
      { jsonrpc: member, id: member, method: member, params: member, result: member, error: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anyJson, shaped as fc.Arbitrary<JsonValue>), value => {
        expect(['request', 'notification', 'response', 'invalid']).toContain(readMessage(value).kind);
      }),
    );
  });
});

describe('what is written', () => {
  it('[HTTP-4.2.5] [FRAME-2.5] is a result with the id of its request, and no method or error', () => {
    fc.assert(
      fc.property(anyId, anyJson, (id, result) => {
        const message = JSON.parse(encodeResult(id, result));
        expect(message).toEqual({ jsonrpc: '2.0', id, result: JSON.parse(JSON.stringify(result)) });
      }),
    );
  });

  it('[HTTP-4.2.6] [FRAME-2.6] is an error with the id of its request, a code, a message and perhaps data', () => {
    fc.assert(
      fc.property(
        anyId,
        fc.integer(),
        fc.string(),
        fc.option(anyJson, { nil: undefined }),
        (id, code, text, data) => {
          const error = { code, message: text, ...(data !== undefined && { data }) };
          expect(JSON.parse(encodeError(id, error))).toEqual({
            jsonrpc: '2.0',
            id,
            error: JSON.parse(JSON.stringify(error)),
          });
        },
      ),
    );
  });

  it('is an empty result where JSON has no word for it', () => {
    for (const result of [undefined, () => {}, Symbol('x')]) {
      expect(encodeResult(1, result)).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    }
  });

  it('is an error with id null, or without one, where there is no request to answer', () => {
    const error = { code: -32700, message: 'No.' };
    expect(JSON.parse(encodeError(null, error))).toEqual({ jsonrpc: '2.0', id: null, error });
    expect(JSON.parse(encodeError(undefined, error))).toEqual({ jsonrpc: '2.0', error });
  });

  it('reads back as what it was', () => {
    fc.assert(
      fc.property(anyId, fc.string(), fc.dictionary(fc.string(), anyJson), (id, method, given) => {
        const params = JSON.parse(JSON.stringify(given));
        expect(readMessage(JSON.parse(encodeRequest(id, method, given)))).toEqual({
          kind: 'request',
          id,
          method,
          params,
        });
        expect(readMessage(JSON.parse(encodeNotification(method, given)))).toEqual({
          kind: 'notification',
          method,
          params,
        });
      }),
    );
  });

  it('[HTTP-4.2.3] is one line, whatever it says', () => {
    const lines = '\n\r\u2028\u2029';
    const written = [
      encodeResult(lines, { lines }),
      encodeError(lines, { code: 1, message: lines }),
      encodeNotification(lines, { lines }),
      encodeRequest(lines, lines, { lines }),
    ];
    for (const text of written) expect(text).not.toMatch(/[\n\r]/);
  });

  it('is a notification without parameters where it has none', () => {
    expect(encodeNotification('m')).toBe('{"jsonrpc":"2.0","method":"m"}');
  });
});

describe('isId and isObject', () => {
  it('take what JSON-RPC takes', () => {
    expect(['', 'a', 0, -1, Number.MAX_SAFE_INTEGER].every(isId)).toBe(true);
    expect([null, undefined, 1.5, Number.NaN, 2 ** 53, {}, []].some(isId)).toBe(false);
    expect([{}, Object.create(null)].every(isObject)).toBe(true);
    expect([null, [], 'a', 1, undefined].some(isObject)).toBe(false);
  });
});
