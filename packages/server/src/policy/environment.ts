import type { Log } from '../api/log.js';
import { FairTurns } from '../limits/fair-turns.js';
import type { Limits } from '../limits/limits.js';
import { createMemory, type Memory } from '../limits/memory.js';
import type { Audit } from './audit.js';
import type { Policy } from './policy.js';

/** What the kernel needs from outside. Clocks, randomness and secrets come in here and nowhere else. */
export interface Environment {
  readonly limits: Limits;
  readonly policy: Policy;
  readonly log: Log;
  /** Milliseconds that never go back, for timeouts and limits. */
  readonly now: () => number;
  /** The time of day in milliseconds, for what people read. `now` where it is left out. */
  readonly date?: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Signs what travels through a client and comes back. */
  readonly secret: Uint8Array;
  /** Where writes are recorded, before and after they run. */
  readonly audit: Audit;
  /** Shared by all worlds of a process. A kernel that gets none has its own. */
  readonly memory?: Memory;
  /** The same for expensive work. */
  readonly turns?: FairTurns;
}

/** An environment with everything that it may leave out. */
export type FullEnvironment = Required<Environment>;

export function fullEnvironment(environment: Environment): FullEnvironment {
  const { now, limits } = environment;
  return {
    ...environment,
    date: environment.date ?? now,
    memory: environment.memory ?? createMemory(limits),
    turns: environment.turns ?? new FairTurns(now),
  };
}
