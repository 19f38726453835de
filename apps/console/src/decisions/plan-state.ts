import { signal } from '@preact/signals';
import { RequestFailed } from '../api/http.js';
import { type Approval, planOthers, readPlan } from '../api/operator.js';
import { approvals, refreshApprovals } from '../state/approvals.js';
import { toastFailure } from '../ui/toast.js';
import { listedPlan, type OpenPlan, withPage } from './open-plan.js';

/** The server has 8 MiB of a plan at most, and at least one item on a page. */
const MAX_PAGES = 10_000;

/** What the person opened of the plans of calls that wait, by their ids. */
const opened = signal<ReadonlyMap<string, OpenPlan>>(new Map());
/** A plan is being read or made. */
export const isPlanning = signal(false);
/** Calls whose plan is not the one that the person decided on: it was replaced by the one that is shown. */
const replaced = signal<ReadonlySet<string>>(new Set());

/** The plan of a call that is on the page. */
export function shownPlanOf(approval: Approval): OpenPlan {
  return opened.value.get(approval.id) ?? listedPlan(approval);
}

/** Reads all that the page does not show of a plan. */
export async function openAll(approval: Approval): Promise<boolean> {
  return planning(() => readAll(approval.id, shownPlanOf(approval)));
}

/** Shows the plan of other arguments in the place of the one before. False if they cannot be planned. */
export async function planWith(
  approval: Approval,
  given: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return planning(async () => {
    const page = await planOthers(approval.id, given);
    forgetReplaced(approval.id);
    return keep(approval.id, withPage(undefined, page, { number: page.edit ?? 0, given }));
  });
}

/** Shows the plan of the call as it was sent. */
export function dropEdit({ id }: Approval): void {
  const next = new Map(opened.peek());
  next.delete(id);
  opened.value = next;
  forgetReplaced(id);
}

/**
 * After the server refused the digest of a decision: shows the plan as it is now. What is shown has to be decided on anew.
 */
export async function replan(approval: Approval): Promise<void> {
  const { edit } = shownPlanOf(approval);
  await refreshApprovals();
  if (approvals.peek()?.every(({ id }) => id !== approval.id)) return;
  if (edit === undefined) keep(approval.id, withPage(undefined, await readPlan(approval.id, 0, undefined)));
  else {
    const page = await planOthers(approval.id, edit.given);
    keep(approval.id, withPage(undefined, page, { number: page.edit ?? 0, given: edit.given }));
  }
  replaced.value = new Set(replaced.peek()).add(approval.id);
}

/** Whether a decision failed because the plan is another one. */
export function isOtherPlan(thrown: unknown): boolean {
  return thrown instanceof RequestFailed && thrown.kind === 'Conflict';
}

/** Whether the plan of a call took the place of one that the person decided on. */
export function wasReplaced({ id }: Approval): boolean {
  return replaced.value.has(id);
}

async function readAll(id: string, open: OpenPlan): Promise<OpenPlan> {
  let all = open;
  for (let pages = 0; pages < MAX_PAGES && all.nextOffset !== undefined; pages++) {
    const next = withPage(all, await readPlan(id, all.nextOffset, all.edit?.number));
    if (next === all) throw new Error('The plan changed while it was read. Open it again.');
    all = next;
  }
  // At the end: the page would show each of the parts.
  return keep(id, all);
}

/** Keeps plans of calls that still wait. */
function keep(id: string, plan: OpenPlan): OpenPlan {
  const waiting = new Set(approvals.peek()?.map(each => each.id));
  opened.value = new Map([...opened.peek()].filter(([each]) => waiting.has(each))).set(id, plan);
  replaced.value = new Set([...replaced.peek()].filter(each => waiting.has(each)));
  return plan;
}

function forgetReplaced(id: string): void {
  replaced.value = new Set([...replaced.peek()].filter(each => each !== id));
}

async function planning(work: () => Promise<unknown>): Promise<boolean> {
  if (isPlanning.value) return false;
  isPlanning.value = true;
  try {
    await work();
    return true;
  } catch (thrown) {
    toastFailure(thrown);
    return false;
  } finally {
    isPlanning.value = false;
  }
}
