import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Steps } from '@worldwire/server';

/** For whom expensive work is done, in steps and in turns. The context of a tool and a web request are such. */
export type Caller = Pick<Context, 'principal' | 'heavy'>;

/** How long the server's own work may go on before other events are served. */
const TURN_MS = 4;

/** The server itself, for work that no client can stop: other events are served in between. */
export const SERVER: Caller = {
  principal: 'worldwire',
  async heavy(steps) {
    for (;;) {
      const end = performance.now() + TURN_MS;
      do {
        const { done, value } = steps.next();
        if (done === true) return value;
      } while (performance.now() < end);
      await nextTurn();
    }
  },
};

/** Waits for a turn, before work that cannot be done in steps. What follows at once is a part of the turn. */
export function waitForTurn(caller: Caller): Promise<void> {
  return caller.heavy(oneStep());
}

function* oneStep(): Steps<void> {}
