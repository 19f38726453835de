import { legible } from './legible.js';

/** In characters. The longest id of our worlds is a path in a project. */
const MAX_VALUE = 128;

/**
 * What a write is about, in the words of its world, as the caller gave it and before anything is checked:
 *
 *     { universe: 'sol', command: 'addStar', object: 'vesta' }
 */
export type GivenAbout = Readonly<Record<string, unknown>>;

/** The same as the audit has it: texts that can be read in one line, and numbers. */
export type About = Readonly<Record<string, string | number>>;

/** Leaves out what is neither text nor number, cuts what is long and escapes what is hidden. */
export function aboutOf(given: GivenAbout | undefined): About | undefined {
  if (given === undefined) return undefined;
  const about: Record<string, string | number> = {};
  let known = false;
  for (const name in given) {
    const value = given[name];
    if (typeof value === 'string') about[name] = legible(value, MAX_VALUE);
    else if (typeof value === 'number') about[name] = value;
    else continue;
    known = true;
  }
  return known ? about : undefined;
}
