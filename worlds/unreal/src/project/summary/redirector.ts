import type { Subject } from './subject.js';
import { nameText } from './value-text.js';

/** The object that took the place of this one. */
export async function redirector({ opened, main }: Subject): Promise<string[]> {
  const tail = await opened.tail(main.index);
  // A flag for an id, then the object.
  if (tail.length < 8) return [];
  const target = opened.pathOf(new DataView(tail.buffer, tail.byteOffset).getInt32(4, true));
  return target === undefined ? [] : [`redirects to ${nameText(target)}`];
}
