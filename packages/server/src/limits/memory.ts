import { Allowance } from './allowance.js';
import type { Limits } from './limits.js';

/** The limits that bound what the server holds for its clients, in bytes. */
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
 * What the server holds for its clients, by kind. One instance is shared by all kernels and listeners of a process, so
 * that its limits hold for the process. docs/limits.md explains each kind.
 */
export interface Memory {
  /** Request bodies and messages, from their arrival until the request is answered. */
  readonly arriving: Allowance;
  /** Answers and events that clients have not read yet. */
  readonly waiting: Allowance;
  /** Events kept for clients that resume a stream. */
  readonly replay: Allowance;
  /** Names, capabilities and undelivered notifications of sessions. */
  readonly sessions: Allowance;
  readonly subscriptions: Allowance;
  /** Requests and questions of tasks that work, and results of tasks that ended. */
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
