import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context, Steps } from '@worldwire/server';

/** Runs expensive work in the turns of a principal. The context of a tool and a web request are callers. */
export type Caller = Pick<Context, 'principal' | 'heavy'>;

/** How long the server's own work may block the event loop. */
const TURN_MS = 4;

/** The server itself, for work that no client can cancel. */
export const SERVER: Caller = {
  principal: 'worldwire',
  async heavy(steps) {
    for (;;) {
      const end = performance.now() + TURN_MS;
      do {
        const { done, value } = steps.next();
        if (done === true) return value;
      } while (performance.now() < end);
      await yieldToEventLoop();
    }
  },
};

/** Waits for a turn, before work that cannot be split into steps. The code right after it is part of the turn. */
export function waitForTurn(caller: Caller): Promise<void> {
  return caller.heavy(oneStep());
}

function* oneStep(): Steps<void> {}
