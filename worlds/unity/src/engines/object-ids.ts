const ID = /^obj:\d{1,16}$/;
const IN_URI = /obj:\d{1,16}/g;
const MAX_VALUES = 1_000;
const MAX_DEPTH = 8;

/** The object ids in arguments, or in a URI. Only the first values are searched. */
export function* objectIdsIn(given: unknown): Generator<string> {
  if (typeof given === 'string') {
    for (const [id] of given.matchAll(IN_URI)) yield id;
    return;
  }
  yield* search(given, { left: MAX_VALUES }, 0);
}

function* search(value: unknown, budget: { left: number }, depth: number): Generator<string> {
  if (budget.left-- <= 0 || depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    if (ID.test(value)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* search(each, budget, depth + 1);
  }
}
