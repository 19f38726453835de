import { computed, effect, signal } from '@preact/signals';
import { callerName } from '@worldwire/protocol';
import type { Approval } from '../api/operator.js';
import { approvals, decide, decided } from '../state/approvals.js';
import { go, place } from '../state/place.js';
import { worlds } from '../state/worlds.js';
import { attempt, toast, toastFailure } from '../ui/toast.js';
import { approvalOf } from './open-plan.js';
import { planOf } from './plan.js';
import { isOtherPlan, replan, shownPlanOf } from './plan-state.js';

/** What the person does with the selected call. */
export const mode = signal<'read' | 'deny' | 'edit' | 'minutes'>('read');
export const isDeciding = signal(false);

/** The selected call: the one in the address, or the oldest. */
export const selected = computed<Approval | undefined>(() => {
  const waiting = approvals.value ?? [];
  const id = place.value.more.approval;
  return waiting.find(approval => approval.id === id) ?? waiting[0];
});

/** Calls of which a message said that they did not run. */
const told = new Set<string>();

// A message said "Approved" before the call found another world than its plan.
effect(() => {
  for (const { approval, what, ran, reason } of decided.value) {
    if (what !== 'void' || told.has(approval.id)) continue;
    told.add(approval.id);
    toast(`Did not run: ${planOf(ran).headline} of ${callerName(approval)}.`, 'failed', reason);
  }
});

/** Selects a call. Beside a world, the world of the call is shown. */
export function select(approval: Approval): void {
  mode.value = 'read';
  const { view, item: shownItem, more } = place.value;
  const { item, engine } = planOf(approval);
  const isBesideWorld = view !== 'approvals';
  const served = worlds.value?.some(({ name }) => name === approval.world) === true;
  const elsewhere =
    view !== approval.world ||
    (item !== undefined && item !== shownItem) ||
    (engine !== undefined && engine !== more.engine);
  if (isBesideWorld && served && elsewhere)
    go({
      view: approval.world,
      item,
      rev: undefined,
      cmp: undefined,
      sel: undefined,
      ...(engine !== undefined && { cam: undefined }),
      more: besideWorld(approval),
    });
  else go({ more: { ...more, approval: approval.id } }, true);
}

/** Shows the world of a call, with the inbox beside it. */
export function showInWorld(approval: Approval): void {
  go({
    view: approval.world,
    item: planOf(approval).item,
    more: besideWorld(approval),
  });
}

function besideWorld(approval: Approval): Record<string, string> {
  const { engine } = planOf(approval);
  return { panel: 'approvals', approval: approval.id, ...(engine !== undefined && { engine }) };
}

export function selectNext(step: number): void {
  const waiting = approvals.value ?? [];
  const index = waiting.findIndex(({ id }) => id === selected.value?.id);
  const next = waiting[Math.min(waiting.length - 1, Math.max(0, index + step))];
  if (next !== undefined) select(next);
}

/**
 * Approves what is shown of one call. The call is named, since another one is selected when it expires or is withdrawn meanwhile. If
 * its plan is another one by now, that is shown instead, and nothing runs.
 */
export async function approve(approval: Approval, forMinutes?: number): Promise<void> {
  const open = shownPlanOf(approval);
  const { headline } = planOf(open.plan);
  const other = open.edit === undefined ? '' : ' with other arguments';
  await deciding(async () => {
    try {
      await decide(approval, approvalOf(open, forMinutes), open.plan);
      toast(`Approved${other}: ${headline} of ${callerName(approval)}.`);
    } catch (thrown) {
      toastFailure(thrown);
      if (isOtherPlan(thrown)) await replan(approval);
    }
  });
}

export function deny(approval: Approval, reason: string): Promise<void> {
  const done = `Denied: ${planOf(approval).headline} of ${callerName(approval)}. The agent gets the reason.`;
  return deciding(() => attempt(() => decide(approval, { approve: false, reason }, approval), done));
}

async function deciding(work: () => Promise<unknown>): Promise<void> {
  if (isDeciding.value) return;
  isDeciding.value = true;
  await attempt(work);
  isDeciding.value = false;
  mode.value = 'read';
}
