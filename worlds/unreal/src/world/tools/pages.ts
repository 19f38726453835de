/** Characters of one answer of a write as JSON. */
export const MAX_ANSWER = 60_000;
