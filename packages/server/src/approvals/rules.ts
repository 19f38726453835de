import type { JsonObject } from '@worldwire/protocol';
import type { Access, Tool } from '../api/tool.js';
import type { Policy } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import type { Plan } from './approval.js';
import type { Approvals } from './approvals.js';

/** Which calls wait for a person: all writes, those that delete or run code, those that run code, or none. */
export const APPROVAL_RULES = ['writes', 'destructive', 'eval', 'none'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

/** Who decides: a person with the right `approve`, the person at the client where it can be asked, or both. */
export const APPROVERS = ['operator', 'client', 'both'] as const;
export type Approver = (typeof APPROVERS)[number];

/** The approvals of one world. */
export interface ApprovalSettings {
  readonly rule: ApprovalRule;
  readonly by: Approver;
  readonly queue: Approvals;
  /** No operator can decide, as over stdio: only the person at the client can. */
  readonly clientOnly?: boolean;
}

/**
 * Whether a call with these arguments may wait for an approval. With `destructive`, the plan of the tool decides, if it has
 * one: see `needsApproval`.
 */
export function mayNeedApproval(rule: ApprovalRule, tool: Tool, args: JsonObject, access: Access): boolean {
  if (access === 'read' || rule === 'none') return false;
  if (access === 'danger' || rule === 'writes') return true;
  return rule === 'destructive' && (tool.plan !== undefined || isDestructive(tool, args));
}

/** Whether a call with this plan waits for an approval, if it may need one. */
export function needsApproval(rule: ApprovalRule, { access, destructive }: Plan): boolean {
  return rule !== 'destructive' || access === 'danger' || destructive;
}

/** Whether a write with these arguments removes or overwrites something, by what its tool says. */
export function isDestructive(tool: Tool, args: JsonObject): boolean {
  return tool.destroys?.(args) ?? tool.annotations?.destructiveHint !== false;
}

/** Whether the principal is a person who decides on writes in this world, at the console: such a call is its own decision. */
export function decidesItself(who: Principal, policy: Pick<Policy, 'world' | 'rightsOf'>): boolean {
  return who.isPerson && policy.rightsOf(who).has('approve', policy.world);
}
