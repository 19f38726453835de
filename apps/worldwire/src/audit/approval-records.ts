import { type Log, legible, WorldError } from '@worldwire/server';
import type { ApprovalEvent, Audit } from '@worldwire/server/internal';
import { cutText, withoutSecrets } from '@worldwire/server/kit';
import type { AuditRecord } from './audit-record.js';
import { readAudit } from './read-audit.js';

/** Records that are read at a start to find approvals without an end. */
const MAX_RECORDS = 10_000;
const PAGE = 1_000;
/** Characters of a reason as JSON. */
const MAX_REASON = 1_400;
/** What the start notes of an approval that its process did not end. */
const LEFT = { void: 'void', unknown: 'begun, outcome unknown' } as const;

type RecordedAudit = Audit & { readonly refusal: string | undefined };

/** Writes a step of an approval to the audit. Throws if it cannot be written: a decision then has no effect. */
export async function recordApproval(audit: RecordedAudit, event: ApprovalEvent): Promise<void> {
  const { id, what, plan, by, reason, forMinutes, edited } = event;
  const { world, tool, principal, client, about, digest } = plan;
  // Nothing to be kept for later: without a limit, calls would fill the memory while the disk is full.
  if (audit.refusal !== undefined) throw unrecorded(audit.refusal);
  await audit.note?.({
    kind: 'approval',
    principal: by ?? principal,
    client: by === undefined && client !== undefined ? legible(client) : undefined,
    what,
    details: {
      id,
      world,
      tool,
      for: principal,
      ...(client !== undefined && { client: legible(client) }),
      ...(about !== undefined && { about }),
      planDigest: digest,
      ...(forMinutes !== undefined && { forMinutes }),
      ...(edited && { edited }),
      ...(reason !== undefined && { reason: shortened(withoutSecrets(reason)) }),
    },
  });
  if (audit.refusal !== undefined) throw unrecorded(audit.refusal);
}

/** A reason that leaves the note as it is: details that are too long are cut to a text. */
function shortened(reason: string): string {
  return JSON.stringify(reason).length <= MAX_REASON ? reason : cutText(reason, MAX_REASON / 2);
}

function unrecorded(refusal: string): WorldError {
  return new WorldError(
    'NotReady',
    `The approval cannot be recorded, and has no effect: ${refusal}.`,
    "The server's log has the reason, such as a full disk.",
  );
}

/**
 * Notes what became of each approval that an earlier process of this chain did not end: void, if its call had not begun.
 */
export async function noteLeftApprovals(
  data: string,
  audit: Audit & { readonly chain: string },
  log: Log,
): Promise<void> {
  for (const { id, planDigest, what } of await leftApprovals(data, audit.chain)) {
    await audit.note?.({ kind: 'approval', principal: 'server', what, details: { id, planDigest } });
    log.warn({ approval: id, planDigest }, `the server ended while an approval was open: ${what}`);
  }
}

interface LeftApproval {
  readonly id: string;
  readonly planDigest: string;
  readonly what: string;
}

async function leftApprovals(data: string, chain: string): Promise<LeftApproval[]> {
  const begun = new Set<string>();
  const ended = new Set<string>();
  const left: LeftApproval[] = [];
  let before: string | undefined;
  for (let read = 0; read < MAX_RECORDS; read += PAGE) {
    const page = await readAudit(data, { limit: PAGE, ...(before !== undefined && { before }) });
    for (const record of page.records) {
      if (record.chain !== chain) continue;
      if (record.kind === 'approval') collect(record, begun, ended, left);
      else {
        // A person may have changed the arguments, and so the plan.
        const decided = record.approval ?? record.planDigest;
        if (decided !== undefined) (record.outcome === undefined ? begun : ended).add(decided);
      }
    }
    if (page.older === undefined) return left;
    before = page.older;
  }
  return left;
}

/** Records come latest first: the end of an approval before its beginning. */
function collect(
  { what, details }: AuditRecord,
  begun: ReadonlySet<string>,
  ended: Set<string>,
  left: LeftApproval[],
): void {
  const { id = '', planDigest = '' } = (details ?? {}) as Partial<LeftApproval>;
  if (ended.has(planDigest) || ended.has(id)) return;
  ended.add(id);
  if (what !== 'requested' && what !== 'approved') return;
  left.push({ id, planDigest, what: begun.has(id) || begun.has(planDigest) ? LEFT.unknown : LEFT.void });
}
