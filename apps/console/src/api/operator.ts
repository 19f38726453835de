import { getJson, request, sendJson } from './http.js';

export type AccessWord = 'read' | 'write' | 'eval';

/** A world, from `GET operator/worlds`. */
export interface WorldInfo {
  readonly name: string;
  readonly url: string;
  readonly ceiling: string;
  /** What is open now, within the ceiling: `read`, `write` or `eval`. */
  readonly open: string;
  readonly sessions: number;
  readonly callsInFlight: number;
  readonly ready: boolean;
  readonly reason?: string;
  /** Engines whose link was lost, by name. */
  readonly lost?: readonly string[];
}

export interface ServerAddress {
  readonly kind: 'main' | 'world' | 'frames' | 'metrics';
  readonly url: string;
  readonly world?: string;
}

export interface ApprovalRules {
  readonly by: 'operator' | 'client' | 'both';
  readonly rules: readonly {
    readonly world: string;
    readonly rule: 'writes' | 'destructive' | 'eval' | 'none';
  }[];
}

/** From `GET operator/server`. */
export interface ServerInfo {
  readonly version: string;
  readonly startedAt: string;
  readonly addresses: readonly ServerAddress[];
  readonly approvals: ApprovalRules;
}

export interface GateState {
  readonly allStopped: boolean;
  /** Principals whose writes are stopped. */
  readonly stopped: readonly string[];
  readonly worlds: readonly { readonly world: string; readonly open: string; readonly ceiling: string }[];
}

export interface SessionInfo {
  readonly id: string;
  readonly world: string;
  readonly principal: string;
  readonly client: { readonly name?: string; readonly version?: string };
  readonly revision: string;
  readonly openedAt: string;
  readonly ageSeconds: number;
  readonly idleSeconds: number;
  readonly callsInFlight: number;
  readonly watched: number;
}

export interface PrincipalInfo {
  readonly name: string;
  readonly origin?: string;
  readonly rights?: readonly string[];
  readonly expiresAt?: string;
  readonly sessions: number;
  readonly calls: number;
  readonly errors: number;
  readonly denied: number;
  readonly lastCall?: string;
  readonly stopped: boolean;
}

export interface LinkInfo extends Readonly<Record<string, unknown>> {
  readonly world: string;
  readonly index: number;
}

/** How a write changes one thing, what is lost first. */
export const PLANNED_CHANGES = ['removes', 'overwrites', 'changes', 'adds'] as const;
export type PlannedChange = (typeof PLANNED_CHANGES)[number];
export type PlanTotals = Readonly<Record<PlannedChange, number>>;

export interface PlanItem {
  readonly what: PlannedChange;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What a call would do. The sentence and what belongs to it are not there for a tool without a dry run. */
export interface Plan {
  readonly world: string;
  readonly tool: string;
  readonly access: 'read' | 'write' | 'danger';
  /** Whether the call removes something, or runs code. */
  readonly destructive: boolean;
  readonly principal: string;
  readonly client?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  /** As JSON. */
  readonly arguments: string;
  readonly sentence?: string;
  /** Of all changes, also those that are not listed. */
  readonly totals?: PlanTotals;
  readonly items?: readonly PlanItem[];
  readonly undo?: string;
  readonly note?: string;
  /** Changes that are only counted. */
  readonly unlisted?: number;
  /** Of the plan, if the list or the page has all of it. */
  readonly digest?: string;
}

/** A call that waits for a decision, with the first items of its plan. */
export interface Approval extends Plan {
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly position: number;
  readonly editable: boolean;
  readonly decidable: boolean;
  /** `{before, after}` as JSON, cut if it is long: the form of the world, for a preview. */
  readonly changes?: string;
  /** If the plan has more items than the list. */
  readonly cut?: { readonly shown: number; readonly total: number };
}

/** A page of a plan. */
export interface PlanPage extends Plan {
  readonly items: readonly PlanItem[];
  readonly offset: number;
  readonly nextOffset?: number;
  /** The number of a plan of other arguments. */
  readonly edit?: number;
}

/** A call in flight, or a stream, feed, subscription, connection or task that is open. */
export interface OpenCall {
  readonly world: string;
  readonly number: number;
  readonly kind: string;
  readonly method: string;
  readonly tool?: string;
  readonly principal: string;
  readonly client?: { readonly name?: string; readonly version?: string };
  readonly since: string;
  readonly seconds: number;
  /** `approval`, `client` or another reason for which it waits. */
  readonly waitsFor?: string | null;
}

export interface StandingApproval {
  readonly principal: string;
  readonly world: string;
  readonly tool: string;
  readonly by: string;
  readonly until: string;
}

/** A record of the audit: the intent or the outcome of a call, or a note about an action of a person. */
export interface AuditRecord {
  readonly chain: string;
  readonly seq: number;
  readonly at: string;
  /** The same in the intent and the outcome of one call. A note has none. */
  readonly id?: string;
  readonly world?: string;
  readonly principal?: string;
  readonly client?: string;
  readonly tool?: string;
  readonly access?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  readonly approver?: string;
  readonly approval?: string;
  readonly dryRun?: true;
  readonly arguments?: string;
  readonly argumentsDigest?: string;
  /** Of the arguments that were sent, if a person approved others. */
  readonly askedDigest?: string;
  readonly outcome?: string;
  readonly ms?: number;
  readonly revision?: string | number;
  readonly kind?: string;
  readonly what?: string;
  readonly details?: unknown;
  readonly count?: number;
}

export interface AuditPage {
  readonly records: readonly AuditRecord[];
  readonly newest: string;
  readonly nextCursor?: string;
}

export interface ApprovalPage {
  readonly approvals: readonly Approval[];
  readonly standing: readonly StandingApproval[];
}

export type Decision =
  | {
      readonly approve: true;
      /** Of the plan that was shown. */
      readonly digest?: string;
      readonly forMinutes?: number;
      readonly arguments?: Record<string, unknown>;
    }
  | { readonly approve: false; readonly reason: string };

export function readServer(): Promise<ServerInfo> {
  return getJson<ServerInfo>('operator/server');
}

export async function listWorlds(): Promise<readonly WorldInfo[]> {
  return (await getJson<{ worlds: readonly WorldInfo[] }>('operator/worlds')).worlds;
}

export function readGates(): Promise<GateState> {
  return getJson<GateState>('operator/gates');
}

export async function setGate(world: string, open: AccessWord | 'all'): Promise<GateState> {
  return (await sendJson<GateState>('PUT', `operator/gates/${encodeURIComponent(world)}`, { open }))!;
}

/** Stops or resumes the writes of one principal, or of all. */
export async function setStopped(stopped: boolean, principal?: string): Promise<GateState> {
  const body = principal === undefined ? {} : { principal };
  return (await sendJson<GateState>('POST', stopped ? 'operator/stop' : 'operator/resume', body))!;
}

export async function listSessions(): Promise<readonly SessionInfo[]> {
  return (await getJson<{ sessions: readonly SessionInfo[] }>('operator/sessions')).sessions;
}

export async function endSession({ world, id }: Pick<SessionInfo, 'world' | 'id'>): Promise<void> {
  await sendJson('DELETE', `operator/sessions/${encodeURIComponent(world)}/${encodeURIComponent(id)}`);
}

export async function listPrincipals(): Promise<readonly PrincipalInfo[]> {
  return (await getJson<{ principals: readonly PrincipalInfo[] }>('operator/principals')).principals;
}

export async function listLinks(): Promise<readonly LinkInfo[]> {
  return (await getJson<{ links: readonly LinkInfo[] }>('operator/links')).links;
}

export function listApprovals(): Promise<ApprovalPage> {
  return getJson<ApprovalPage>('operator/approvals');
}

export async function decideApproval(id: string, decision: Decision): Promise<void> {
  await sendJson('POST', `operator/approvals/${encodeURIComponent(id)}`, decision);
}

export function readPlan(id: string, offset: number, edit: number | undefined): Promise<PlanPage> {
  const query = new URLSearchParams({
    offset: String(offset),
    ...(edit !== undefined && { edit: String(edit) }),
  });
  return getJson<PlanPage>(`operator/approvals/${encodeURIComponent(id)}/plan?${query.toString()}`);
}

/** Plans a call that waits with other arguments. */
export async function planOthers(id: string, given: Readonly<Record<string, unknown>>): Promise<PlanPage> {
  const path = `operator/approvals/${encodeURIComponent(id)}/plan`;
  return (await sendJson<PlanPage>('POST', path, { arguments: given }))!;
}

export async function listCalls(): Promise<{ readonly calls: readonly OpenCall[]; readonly total: number }> {
  return getJson('operator/calls');
}

export async function endCall({ world, number }: Pick<OpenCall, 'world' | 'number'>): Promise<void> {
  await sendJson('DELETE', `operator/calls/${encodeURIComponent(world)}/${number}`);
}

export async function revokeStanding({ principal, world, tool }: StandingApproval): Promise<void> {
  await sendJson(
    'DELETE',
    `operator/approvals/standing?${new URLSearchParams({ principal, world, tool }).toString()}`,
  );
}

export function listAudit(query: Readonly<Record<string, string>>): Promise<AuditPage> {
  return getJson<AuditPage>(`operator/audit?${new URLSearchParams(query).toString()}`);
}

export async function readMetrics(): Promise<string> {
  return (await request('operator/metrics')).text();
}
