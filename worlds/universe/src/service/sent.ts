import type { Change } from '../domain/index.js';
import type { Operation, Receipt, WriteOptions } from './operation.js';
import type { PlanGuards } from './plan.js';

/** A write of one command or form, with the guards of a tool. */
export interface SendOptions extends WriteOptions, PlanGuards {
  readonly capture?: Operation['capture'];
}

/** The result of a write, or of one that was planned and not applied: a dry run, or one that a person has to confirm. */
export interface Sent {
  /** The universe: the new one, if it was created. */
  readonly id: string;
  /** Of the new entry; of a plan, the current one. */
  readonly revision: number;
  readonly events: readonly object[];
  readonly changes: readonly Change[];
  /** In the order of replay. */
  readonly inverse: readonly Change[];
  readonly warnings: readonly string[];
  /** Of a plan. */
  readonly digest?: string;
  /** Of a committed entry. */
  readonly receipt?: Receipt;
  /** Of a write that is not an entry of the log: what it changes, and the command that undoes it or why there is none. */
  readonly beside?: {
    readonly before: object;
    readonly after: object;
    readonly undo: object | string;
    readonly replayed?: boolean;
  };
}
