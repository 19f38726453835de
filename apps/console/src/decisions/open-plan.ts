import {
  type Approval,
  type Decision,
  PLANNED_CHANGES,
  type Plan,
  type PlanItem,
  type PlanPage,
  type PlanTotals,
} from '../api/operator.js';

/** The plan of a call as the page shows it: as much of it as the person has opened. */
export interface OpenPlan {
  readonly plan: Omit<Plan, 'items' | 'digest'>;
  readonly items: readonly PlanItem[];
  /** Items that the plan lists. */
  readonly count: number;
  /** Where the next page begins. The server counts pages from the first on: what the list of calls shows is not one. */
  readonly nextOffset?: number;
  /** Of a plan that is shown as a whole. Without it the plan cannot be approved. */
  readonly digest?: string;
  /** The plan is of other arguments than those of the call. */
  readonly edit?: { readonly number: number; readonly given: Readonly<Record<string, unknown>> };
}

const VERBS: Readonly<Record<keyof PlanTotals, string>> = {
  removes: 'removed',
  overwrites: 'overwritten',
  changes: 'changed',
  adds: 'added',
};

/** What the list of calls shows of a plan. */
export function listedPlan({ items = [], digest, cut, ...plan }: Approval): OpenPlan {
  return {
    plan,
    items,
    count: cut?.total ?? items.length,
    ...(cut === undefined ? digest !== undefined && { digest } : { nextOffset: 0 }),
  };
}

/** A plan from its first page, or with one page more. A page that does not follow those before is not taken. */
export function withPage(open: OpenPlan | undefined, page: PlanPage, given?: OpenPlan['edit']): OpenPlan {
  const { items, digest, nextOffset, offset, edit, ...plan } = page;
  const before = offset === 0 ? [] : (open?.items ?? []);
  if (before.length !== offset && open !== undefined) return open;
  const all = [...before, ...items];
  const kept = given ?? (edit === undefined ? undefined : open?.edit);
  return {
    plan,
    items: all,
    count: countOf(plan, all.length, nextOffset),
    ...(nextOffset !== undefined && { nextOffset }),
    ...(nextOffset === undefined && digest !== undefined && { digest }),
    ...(kept !== undefined && { edit: kept }),
  };
}

/** Removals first, whatever the order of the items is, then all others. */
export function sectionsOf(items: readonly PlanItem[]): {
  readonly removals: readonly PlanItem[];
  readonly others: readonly PlanItem[];
} {
  return {
    removals: items.filter(({ what }) => what === 'removes'),
    others: PLANNED_CHANGES.filter(what => what !== 'removes').flatMap(what =>
      items.filter(item => item.what === what),
    ),
  };
}

/** Items of a plan that the page shows at once. */
export const PAGE_ITEMS = 1_000;

/** A part of a plan that is on the page, of the items that have a text. */
export interface PlanPart {
  readonly removals: readonly PlanItem[];
  readonly others: readonly PlanItem[];
  /** Items that have the text. */
  readonly found: number;
  /** Of these, the first and the last that are shown, from 1. */
  readonly first: number;
  readonly last: number;
  readonly pages: number;
}

/** A page of the items whose subject or values have a text, removals first. Pages begin with 0; one too far is the last. */
export function partOf(items: readonly PlanItem[], page: number, text = ''): PlanPart {
  const { removals, others } = sectionsOf(items);
  const all = [...removals, ...others];
  const wanted = text.toLowerCase();
  const found = wanted === '' ? all : all.filter(item => hasText(item, wanted));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ITEMS));
  const start = Math.min(page, pages - 1) * PAGE_ITEMS;
  const shown = found.slice(start, start + PAGE_ITEMS);
  return {
    ...sectionsOf(shown),
    ...{ found: found.length, first: Math.min(start + 1, found.length), last: start + shown.length, pages },
  };
}

function hasText({ subject, before, after }: PlanItem, text: string): boolean {
  return `${subject} ${JSON.stringify([before, after])}`.toLowerCase().includes(text);
}

/** Why the plan cannot be approved yet. */
export function blockedBy({ digest, items, count }: OpenPlan): string | undefined {
  if (digest !== undefined) return undefined;
  const shown =
    items.length < count ? `${items.length} of ${count} changes are shown` : 'The plan is not complete';
  return `${shown}. Show all of them before you approve.`;
}

/** What a plan says of changes that nobody can open. */
export function unlistedText({ unlisted = 0 }: OpenPlan['plan']): string | undefined {
  if (unlisted === 0) return undefined;
  return `${unlisted} more ${unlisted === 1 ? 'change is' : 'changes are'} counted and not listed.`;
}

/** How much is removed, overwritten, changed and added, in this order. Undefined for 0 of all: the sentence says whether that is known. */
export function totalsText(totals: PlanTotals): string | undefined {
  const said = PLANNED_CHANGES.filter(what => totals[what] > 0).map(what => `${totals[what]} ${VERBS[what]}`);
  return said.length === 0 ? undefined : `${said.join(', ')}.`;
}

/** The decision that runs exactly what was shown. Throws if not all of it was. */
export function approvalOf(open: OpenPlan, forMinutes?: number): Decision {
  const { digest, edit } = open;
  if (digest === undefined) throw new Error(blockedBy(open));
  return {
    approve: true,
    digest,
    ...(forMinutes !== undefined && { forMinutes }),
    ...(edit !== undefined && { arguments: { ...edit.given } }),
  };
}

/** The items that a plan lists: all totals but those that are only counted. */
function countOf(
  { totals, unlisted = 0 }: OpenPlan['plan'],
  shown: number,
  nextOffset: number | undefined,
): number {
  if (nextOffset === undefined || totals === undefined) return shown;
  return PLANNED_CHANGES.reduce((sum, what) => sum + totals[what], -unlisted);
}
