import type { Meter } from '@worldwire/server/internal';

/** A meter that passes each request to two. They have the same clock. */
export function both(first: Meter, second: Meter): Meter {
  return {
    now: () => first.now(),
    finished(call, began, code) {
      first.finished(call, began, code);
      second.finished(call, began, code);
    },
    opened(failure, began) {
      first.opened(failure, began);
      second.opened(failure, began);
    },
    answered(route, arrival, status, began, isOfConsole) {
      first.answered(route, arrival, status, began, isOfConsole);
      second.answered(route, arrival, status, began, isOfConsole);
    },
  };
}
