import { computed, signal } from '@preact/signals';
import { RequestFailed } from '../api/http.js';
import {
  type Approval,
  type AuditRecord,
  type Decision,
  decideApproval,
  listApprovals,
  type Plan,
  type StandingApproval,
} from '../api/operator.js';
import { openStream, type StreamEvent } from '../api/stream.js';
import { onRecords } from './audit-feed.js';

const MAX_DECIDED = 50;
const RETRY_MS = 2_000;

/** What a plan says of the call that runs. */
export interface RanPlan extends Pick<Plan, 'tool' | 'arguments'> {
  readonly sentence?: string | undefined;
}

/** A call that no longer waits: the decision, and what the audit says of the call since. */
export interface Decided {
  readonly approval: Approval;
  /** `approved`, `denied`, `expired`, `withdrawn` or `void`. */
  readonly what: string;
  readonly by?: string;
  readonly reason?: string;
  /** The person changed the arguments. */
  readonly edited?: true;
  /** What was approved: the plan of the changed arguments, or that of the call. */
  readonly ran: RanPlan;
  readonly at: string;
  readonly outcome?: AuditRecord;
}

/** Calls that wait, the oldest first. Undefined before the first answer. */
export const approvals = signal<readonly Approval[] | undefined>(undefined);
export const standing = signal<readonly StandingApproval[]>([]);
export const decided = signal<readonly Decided[]>([]);
export const waitingCount = computed(() => approvals.value?.length ?? 0);

/** Numbers of the last request for the list, and of the latest that was answered. */
let requests = 0;
let answered = 0;

/** A step in the life of an approval. That of an approval with other arguments has their plan. */
interface ApprovalEvent extends Partial<RanPlan> {
  readonly id: string;
  readonly what: string;
  readonly by?: string;
  readonly reason?: string;
  readonly edited?: true;
}

/** Follows the calls that wait while the page is hidden: its title has their number. */
export function followHidden(): () => void {
  const hidden = openStream({
    path: () => 'operator/approvals/stream',
    onOpen: refreshApprovals,
    onEvent: takeStep,
    when: 'hidden',
  });
  const end = onRecords(noteOutcomes);
  return () => {
    hidden.close();
    end();
  };
}

/** Takes an event of the stream of the server, if it is a step of an approval. */
export function takeStep({ event, data }: StreamEvent): void {
  if (event === 'ready') return;
  if (event !== 'requested') settle(JSON.parse(data) as ApprovalEvent);
  void refreshUntilRead();
}

/** Reads the list. An answer that comes after one of a later request is older than what is shown, and is dropped. */
export async function refreshApprovals(): Promise<void> {
  const request = ++requests;
  const page = await listApprovals();
  if (request < answered) return;
  answered = request;
  approvals.value = page.approvals;
  standing.value = page.standing;
}

/** No further event says that a call waits, so a list that could not be read is read again. */
async function refreshUntilRead(): Promise<void> {
  const wanted = requests;
  while (answered <= wanted) {
    try {
      await refreshApprovals();
    } catch (thrown) {
      const isSignedOut = thrown instanceof RequestFailed && thrown.status === 401;
      if (isSignedOut) return;
      await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Decides on a call. `ran` is the plan that an approval names by its digest. */
export async function decide(approval: Approval, decision: Decision, ran: RanPlan): Promise<void> {
  await decideApproval(approval.id, decision);
  const { tool, arguments: args, sentence } = ran;
  settle({
    id: approval.id,
    tool,
    arguments: args,
    ...(sentence !== undefined && { sentence }),
    what: decision.approve ? 'approved' : 'denied',
    ...(!decision.approve && { reason: decision.reason }),
    ...(decision.approve && decision.arguments !== undefined && { edited: true as const }),
  });
}

function settle({ id, what, by, reason, edited, tool, arguments: args, sentence }: ApprovalEvent): void {
  const ran = tool === undefined || args === undefined ? undefined : { tool, arguments: args, sentence };
  const step = {
    what,
    ...(ran !== undefined && { ran }),
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    ...(edited !== undefined && { edited }),
  };
  const approval = approvals.peek()?.find(waiting => waiting.id === id);
  if (approval !== undefined) {
    const entry = { approval, ran: approval, ...step, at: new Date().toISOString() };
    decided.value = [entry, ...decided.peek()].slice(0, MAX_DECIDED);
    approvals.value = approvals.peek()!.filter(waiting => waiting.id !== id);
    return;
  }
  decided.value = decided.peek().map(entry => (entry.approval.id === id ? { ...entry, ...step } : entry));
}

function noteOutcomes(records: readonly AuditRecord[]): void {
  const outcomes = new Map(
    records.flatMap(record =>
      record.approval !== undefined && record.outcome !== undefined ? [[record.approval, record]] : [],
    ),
  );
  if (outcomes.size === 0) return;
  decided.value = decided.peek().map(entry => {
    const outcome = outcomes.get(entry.approval.id);
    return outcome === undefined ? entry : { ...entry, outcome };
  });
}
