/** Work in steps. Each `yield` is a place where other work may go on. */
export type Steps<Result> = Generator<void, Result, void>;

/** Entities that are handled in one step: about two milliseconds of the slowest work there is for each of them. */
export const STEP_ENTITIES = 128;

/** Does all the steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The items, with a pause after each STEP_ENTITIES of them. */
export function* inSteps<Item>(items: Iterable<Item>, handle: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    handle(item);
    if (++count % STEP_ENTITIES === 0) yield;
  }
}

/** Runs of at most STEP_ENTITIES items. */
export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += STEP_ENTITIES) {
    yield items.slice(start, start + STEP_ENTITIES);
  }
}
