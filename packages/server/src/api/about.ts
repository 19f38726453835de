import { legible } from './legible.js';

/** In characters: the longest ids are asset paths of an Unreal project. */
const MAX_VALUE = 128;

/**
 * The subject of a write for the audit, from arguments that are not validated yet:
 *
 *     { universe: 'sol', command: 'addStar', object: 'vesta' }
 */
export type GivenAbout = Readonly<Record<string, unknown>>;

/** The subject of a write as the audit records it: one-line texts and numbers. */
export type About = Readonly<Record<string, string | number>>;

/** Keeps strings and numbers. Cuts long strings, and escapes hidden characters. */
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
