import { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import { unknownField } from './unknown-field.js';

type Fields = Readonly<Record<string, unknown>>;

/** Precedes the names of the known fields in the message of an issue, see `problemsIn`. */
const KNOWN = 'an unknown field among ';

/** An object of a request. It is refused with an unknown field, which is probably a misspelled one. */
export function knownObject<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const message = KNOWN + Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? message : undefined) });
}

/** The same for a patch, in which null removes a field. `requireStored` checks that there is one. */
export function knownPatch<Shape extends z.core.$ZodShape>(shape: Shape) {
  const others = z.null({ error: KNOWN + Object.keys(shape).join(', ') });
  // A stored entity may have other values, and patches are merged with it.
  return z.object(shape).catchall(others as z.ZodType as z.ZodUnknown);
}

/** The known fields in the message of an issue that is about an unknown one. */
export function knownIn(message: string): readonly string[] | undefined {
  return message.startsWith(KNOWN) ? message.slice(KNOWN.length).split(', ') : undefined;
}

/** Throws for a field that a patch removes, and that neither a schema nor the stored entity has. */
export function requireStored(
  place: string,
  patch: Fields,
  known: readonly string[],
  stored: Fields | undefined,
): void {
  for (const name of Object.keys(patch)) {
    if (patch[name] !== null || known.includes(name)) continue;
    if (stored !== undefined && Object.hasOwn(stored, name)) continue;
    throw new CommandRefused(
      'invalid',
      `${unknownField([place], name, known)}.`,
      `Fields of ${place}: ${known.join(', ')}. null removes another field only where it is stored.`,
    );
  }
}
