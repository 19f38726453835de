import type { ValueScope } from '../properties/value-scope.js';
import type { PinLink } from './node-pin.js';

/** A reference is a flag alone where there is no pin. */
const LEAST_BYTES = 4;

export function readPinLink({ cursor, context }: ValueScope): PinLink | undefined {
  if (cursor.flag()) return undefined;
  const node = cursor.i32();
  if (node !== 0 && context.paths.entry(node) === undefined)
    throw cursor.malformed(`The node ${node} of a pin is not in the package.`);
  return { node, pin: cursor.guid() };
}

export function readPinLinks(scope: ValueScope): PinLink[] {
  return scope.list(LEAST_BYTES, () => readPinLink(scope)).filter(link => link !== undefined);
}
