/** Work in steps. Other work may run at each `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

/** Entities per step: about two milliseconds of the slowest work. */
const STEP_ENTITIES = 128;

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Pauses after each STEP_ENTITIES items. */
export function* inSteps<Item>(items: Iterable<Item>, handle: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    handle(item);
    if (++count % STEP_ENTITIES === 0) yield;
  }
}

/** Slices of at most STEP_ENTITIES items. */
export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += STEP_ENTITIES) {
    yield items.slice(start, start + STEP_ENTITIES);
  }
}
