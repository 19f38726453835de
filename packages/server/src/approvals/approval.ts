import type { JsonObject } from '@worldwire/protocol';
import type { About } from '../api/about.js';
import type { PlannedEffect } from '../api/planned-effect.js';
import type { Access } from '../api/tool.js';

/** What a person approves: one call, with all that it would change. The digest covers all of it. */
export interface Plan {
  readonly world: string;
  readonly tool: string;
  readonly access: Access;
  /** Whether the call removes or overwrites something, or runs code. */
  readonly destructive: boolean;
  readonly principal: string;
  readonly client?: string;
  /** The subject of the call, as in the audit. */
  readonly about?: About;
  /** All arguments as JSON. */
  readonly arguments: string;
  /** Before and after as JSON, for a view of the world. Left out where they are long and `effect` has them. */
  readonly changes?: string;
  /** Removals first. Undefined for a tool without `plan`. */
  readonly effect?: PlannedEffect;
  readonly digest: string;
}

/** A plan of other arguments, which a person asked for. Only such a plan can be approved with other arguments. */
export interface EditedPlan {
  readonly plan: Plan;
  /** As the person gave them. */
  readonly given: JsonObject;
}

/** A call that waits for a decision. */
export interface WaitingApproval {
  readonly id: string;
  readonly plan: Plan;
  /** ISO 8601. */
  readonly at: string;
  readonly expiresAt: string;
  /** 1 for the oldest. */
  readonly position: number;
  /** Whether the arguments can be changed by the decision. */
  readonly editable: boolean;
}

export type Decision =
  | {
      readonly approve: true;
      /** Of the plan that the person saw. */
      readonly digest?: string | undefined;
      /** Approves all calls of the same tool by the same principal for this time, too. */
      readonly forMinutes?: number | undefined;
      /** Other arguments than those of the call. The digest is that of their plan. */
      readonly arguments?: JsonObject | undefined;
    }
  | { readonly approve: false; readonly reason: string };

/** How a call stopped waiting. */
export type ApprovalOutcome =
  | {
      readonly kind: 'approved';
      readonly by: string;
      /** Of the decision. Undefined for a standing approval, and for the person at the client. */
      readonly id?: string;
      /** The plan of other arguments, which runs instead. */
      readonly edited?: EditedPlan | undefined;
    }
  | { readonly kind: 'denied'; readonly by: string; readonly reason: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn' };

/** A step in the life of an approval, for the audit and for those who watch. */
export interface ApprovalEvent {
  readonly id: string;
  readonly what: 'requested' | ApprovalOutcome['kind'] | 'void';
  /** Of an approval with other arguments: the plan of these, which runs. */
  readonly plan: Plan;
  readonly by?: string;
  readonly reason?: string;
  /** The approval holds for this time, for all calls of the tool by the principal. */
  readonly forMinutes?: number;
  /** The person changed the arguments. */
  readonly edited?: true;
}

/** An approval of all calls of a tool by a principal for some time. */
export interface StandingApproval {
  readonly principal: string;
  readonly world: string;
  readonly tool: string;
  readonly by: string;
  readonly until: string;
}
