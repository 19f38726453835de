import { ERRORS, isObject, type JsonValue, readMessage } from '@worldwire/protocol';
import type { Reading } from '../admission/era.js';

/**
 * Frames have any number for an id. They carry parameters as an object or as an array: every method here takes an
 * object, so an array is a sound message with the wrong parameters.
 */
export function readFramed(value: JsonValue): Reading {
  if (!isObject(value) || typeof value.method !== 'string' || !Array.isArray(value.params)) {
    return readMessage(value, 'any');
  }
  const message = readMessage({ ...value, params: null }, 'any');
  if (message.kind !== 'request') return message;
  const reason = 'Parameters have names here: send "params" as an object.';
  return { kind: 'invalid', id: message.id, reason, code: ERRORS.InvalidParams.code };
}
