import { Allowance } from './allowance.js';
import type { Limits } from './limits.js';

/** The limits of memory held for clients, in bytes. */
export type MemoryLimits = Pick<
  Limits,
  | 'arrivingBytes'
  | 'waitingBytes'
  | 'replayTotalBytes'
  | 'sessionBytes'
  | 'subscriptionBytes'
  | 'taskBytes'
  | 'principalPercent'
>;

/**
 * Memory held for clients, by kind. All kernels and listeners of a process share one instance. docs/limits.md explains each
 * kind.
 */
export interface Memory {
  /** Requests, from arrival to reply. */
  readonly arriving: Allowance;
  /** Replies and events that clients have not read. */
  readonly waiting: Allowance;
  /** Events kept for clients that resume a stream. */
  readonly replay: Allowance;
  /** Names, capabilities and undelivered notifications of sessions. */
  readonly sessions: Allowance;
  readonly subscriptions: Allowance;
  /** Requests and questions of running tasks, and results of finished ones. */
  readonly tasks: Allowance;
}

export function createMemory(limits: MemoryLimits): Memory {
  const allowance = (total: number) =>
    new Allowance({ total, perPrincipal: Math.ceil((total * limits.principalPercent) / 100) });
  return {
    arriving: allowance(limits.arrivingBytes),
    waiting: allowance(limits.waitingBytes),
    replay: allowance(limits.replayTotalBytes),
    sessions: allowance(limits.sessionBytes),
    subscriptions: allowance(limits.subscriptionBytes),
    tasks: allowance(limits.taskBytes),
  };
}
