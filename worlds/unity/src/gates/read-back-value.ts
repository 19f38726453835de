import type { Value } from '@worldwire/engine';

const TEXT_TYPES: ReadonlySet<string> = new Set(['System.String', 'String']);

/**
 * Whether a value is a number, boolean, text or enum, or a group of numbers such as a vector, colour, quaternion or rect. Such a value is
 * complete as JSON, so that a write of it is read back and undone. A reference to an object is not.
 */
export function isReadBackValue({ type, json, ref }: Omit<Value, 'text'>): boolean {
  if (ref !== undefined) return false;
  if (json === null) return TEXT_TYPES.has(type);
  if (typeof json !== 'object') return json !== undefined;
  const parts = Object.values(json);
  return parts.length > 0 && parts.every(part => typeof part === 'number');
}
