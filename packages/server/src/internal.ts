/** For transports, hosts and tests. It may change in any release: authors of worlds import the package itself. */

export { ANSWERS, type Answers } from './api/answers.js';
export { HOST_VIEWS, MAX_APP_BYTES } from './api/app-view.js';
export type { Reply } from './api/served-world.js';
export { listed } from './api/world.js';
export type * from './approvals/approval.js';
export { type ApprovalRequest, Approvals } from './approvals/approvals.js';
export { totalOf } from './approvals/kept-effect.js';
export {
  APPROVAL_RULES,
  APPROVERS,
  type ApprovalRule,
  type ApprovalSettings,
  type Approver,
} from './approvals/rules.js';
export { listedItems, type PlanPage } from './approvals/shown-plans.js';
export type { Call } from './calls/call.js';
export { failure, success } from './calls/reply.js';
export { serverStopping } from './calls/server-stopping.js';
export { Kernel } from './kernel/kernel.js';
export type { OpenWork } from './kernel/open-work.js';
export { type Opening, Openings } from './kernel/openings.js';
export type { WebArrival } from './kernel/web-call.js';
export { Bag, type Placed } from './kit/bag.js';
export { BriefMap } from './kit/brief-map.js';
export { Allowance, type AllowanceLimits } from './limits/allowance.js';
export { ByPrincipal } from './limits/by-principal.js';
export { FairTurns } from './limits/fair-turns.js';
export { textBytes } from './limits/heap-bytes.js';
export { KeptByPrincipal } from './limits/kept-by-principal.js';
export { LIMIT_OWNERS, OWNERS, type Owner } from './limits/limit-owners.js';
export { DEFAULT_LIMITS, type Limits } from './limits/limits.js';
export { createMemory, type Memory, type MemoryLimits } from './limits/memory.js';
export { Places, type SharedNumber } from './limits/places.js';
export type { FinishedCall, Meter } from './metrics/meter.js';
export type { Audit, AuditEvent, AuditIntent, AuditNote, AuditOutcome } from './policy/audit.js';
export { CredentialEnds, type CredentialHolder } from './policy/credential-ends.js';
export { digestKeyOf, type Environment } from './policy/environment.js';
export { type GateState, Gates } from './policy/gates.js';
export { type Grants, MissingRight, Policy, type RightsNow } from './policy/policy.js';
export { type Origin, Principal, type SessionPrincipal } from './policy/principal.js';
export { RIGHT_FORM, RIGHTS, type Right, Rights } from './policy/rights.js';
export { type HeaderParameter, headerParameterValue } from './registry/header-parameters.js';
export type { Caller } from './sessions/caller.js';
export {
  endNotStored,
  type KeptSession,
  type KeptSessions,
  type SessionChange,
  type SessionRecord,
  type SessionState,
} from './sessions/kept-sessions.js';
export type { Delivery, ResponseChannel } from './sessions/response-channel.js';
export type { Session } from './sessions/session.js';
