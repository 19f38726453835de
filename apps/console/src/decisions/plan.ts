import type { Approval, AuditRecord } from '../api/operator.js';

/** What a call is, by its arguments. */
export interface ShownPlan {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** For a preview in the view of the world. Undefined where they are too long. */
  readonly changes?: { readonly before: unknown; readonly after: unknown };
  /** What of the world it is about, such as a universe. */
  readonly item?: string;
  /** The engine that the call names, where several are linked. */
  readonly engine?: string;
  /** The call in a few words, such as `removeStar moon`. */
  readonly headline: string;
}

const SUBJECTS = ['id', 'childId', 'objectId', 'path', 'object', 'name', 'signature'];

export function planOf(approval: {
  readonly tool: string;
  readonly arguments: string;
  readonly changes?: string;
}): ShownPlan {
  const { arguments: given, changes, tool } = approval;
  const args = objectIn(given) ?? {};
  const parsed = changes === undefined ? undefined : objectIn(changes);
  const { universeId: item, engine } = args;
  return {
    arguments: args,
    ...(parsed !== undefined && { changes: { before: parsed.before, after: parsed.after } }),
    ...(typeof item === 'string' && { item }),
    ...(typeof engine === 'string' && { engine }),
    headline: headlineOf(tool, args),
  };
}

function headlineOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  const command = args.command as Readonly<Record<string, unknown>> | undefined;
  const isCommand = typeof command === 'object' && command !== null && typeof command.type === 'string';
  const [verb, of] = isCommand ? [String(command.type), command] : [tool, args];
  const subject = SUBJECTS.map(name => of[name]).find(value => typeof value === 'string' && value !== '');
  return subject === undefined ? verb : `${verb} ${String(subject)}`;
}

/** Why this person cannot decide. */
export function whyNot(
  { decidable, principal }: Approval,
  me: string,
  canApprove: boolean,
): string | undefined {
  if (decidable) return undefined;
  if (principal === me)
    return 'This is your own call: another person with the right approve must decide. A session of the server’s machine can: npx worldwire approve';
  if (!canApprove)
    return 'Your session does not have the right approve. Give its token the right, or use: npx worldwire approve';
  return 'Your session may not decide on this call.';
}

/** What happened to a call after the decision, in words. */
export function outcomeText(what: string, outcome: AuditRecord | undefined): string {
  if (what === 'denied') return 'Denied. The agent got the reason.';
  if (what === 'expired') return 'Expired: nobody decided in time. Nothing ran.';
  if (what === 'withdrawn') return 'Withdrawn: the client disconnected or cancelled. Nothing ran.';
  if (what === 'void') return 'Void: the world had changed, so the plan no longer fitted. Nothing ran.';
  if (outcome === undefined) return 'Approved. The call runs.';
  const revision = outcome.revision === undefined ? '' : ` It made revision ${outcome.revision}.`;
  if (outcome.outcome === 'done') return `Approved and done.${revision}`;
  return `Approved, but the call ended as ${outcome.outcome}.`;
}

function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
