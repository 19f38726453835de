export const UNIVERSE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Whether the id is valid: safe in paths, in URIs and in every store. */
export function isUniverseId(text: string): boolean {
  return UNIVERSE_ID.test(text);
}
