import {
  type Audit,
  createMemory,
  DEFAULT_LIMITS,
  FairTurns,
  type Limits,
  type Memory,
} from '@worldwire/server/internal';
import type { Logger } from 'pino';
import { monotonic } from '../process/clock.js';

/** Shared by all worlds and wires of the process. */
export interface Host {
  readonly limits: Limits;
  readonly log: Logger;
  readonly audit: Audit & { /** Why writes are refused now. */ readonly refusal: string | undefined };
  /** One for the process: its limits hold for all worlds together. */
  readonly memory: Memory;
  readonly turns: FairTurns;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The time of day. */
  readonly date: () => number;
}

export function createHost(changed: Partial<Limits>, log: Logger, audit: Host['audit']): Host {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  return {
    limits,
    log,
    audit,
    memory: createMemory(limits),
    turns: new FairTurns(monotonic),
    now: monotonic,
    date: Date.now,
  };
}
