import { ERRORS, isObject, type JsonValue, readMessage } from '@worldwire/protocol';
import type { Reading } from '../admission/era.js';

/**
 * On frames an id may be any number, and `params` may be an array. Every method here takes an object, so an array is
 * InvalidParams rather than InvalidRequest.
 */
export function readFramed(value: JsonValue): Reading {
  if (!isObject(value) || typeof value.method !== 'string' || !Array.isArray(value.params)) {
    return readMessage(value, 'any');
  }
  const message = readMessage({ ...value, params: null }, 'any');
  if (message.kind !== 'request') return message;
  const reason = '"params" must be an object, not an array.';
  return { kind: 'invalid', id: message.id, reason, code: ERRORS.InvalidParams.code };
}
