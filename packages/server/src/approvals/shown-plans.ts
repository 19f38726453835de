import type { PlannedEffect, PlannedItem } from '../api/planned-effect.js';
import { WorldError } from '../api/world-error.js';
import { fitItems, jsonSize } from '../kit/fit-items.js';
import { requestDigest } from '../kit/request-digest.js';
import type { Allowance } from '../limits/allowance.js';
import type { Decision, EditedPlan, Plan } from './approval.js';
import { totalOf } from './kept-effect.js';

/** Items of a plan in a list of plans, and their characters as JSON. */
const MAX_LISTED = 50;
const MAX_LISTED_CHARACTERS = 8 * 1024;
/** Characters of one page of a plan. */
const MAX_PAGE = 32 * 1024;
/** Plans of other arguments for one call, and how many of them can still be approved. */
const MAX_EDITS = 20;
const MAX_KEPT_EDITS = 3;
/** Pairs of a plan and a person who reads it. */
const MAX_READERS = 100;

/** A part of a plan. */
export interface PlanPage {
  readonly plan: Plan;
  /** The number of an edited plan. */
  readonly edit?: number;
  readonly offset: number;
  readonly items: readonly PlannedItem[];
  /** Of all changes, also those that are not listed. */
  readonly total: number;
  /** Changes that are only counted: they are on no page. */
  readonly unlisted: number;
  /** The offset of the next page. */
  readonly nextOffset?: number;
  /** On the last page, for a person who has read all pages in order. */
  readonly digest?: string;
}

/** The items of a plan that a list shows, and whether these are all. */
export function listedItems(effect: PlannedEffect | undefined): {
  readonly items: readonly PlannedItem[];
  readonly isCut: boolean;
} {
  if (effect === undefined) return { items: [], isCut: false };
  const items = fitItems(effect.items.slice(0, MAX_LISTED), { max: MAX_LISTED_CHARACTERS });
  return { items, isCut: items.length < effect.items.length };
}

/** The plan of a call that waits, the plans of other arguments, and who has read how much of each. */
export class ShownPlans {
  readonly #plan: Plan;
  readonly #edits = new Map<number, EditedPlan>();
  /** The offset up to which a person has read a plan. */
  readonly #read = new Map<string, number>();
  readonly #memory: Allowance;
  /** Characters of all plans. */
  #size = 0;
  #isReleased = false;
  #count = 0;
  #planning = false;

  /** Throws if there is no memory for the plan. */
  constructor(plan: Plan, memory: Allowance) {
    this.#plan = plan;
    this.#memory = memory;
    this.#take(plan);
  }

  /** Gives the memory of all plans back. */
  release(): void {
    this.#isReleased = true;
    this.#memory.release(this.#plan.principal, this.#size);
    this.#size = 0;
  }

  /** Makes a plan of other arguments by `plan`, one at a time. Returns its number. */
  async edit(plan: () => Promise<EditedPlan>): Promise<number> {
    if (this.#planning || this.#count >= MAX_EDITS) throw tooManyEdits(this.#planning);
    this.#planning = true;
    this.#count += 1;
    const number = this.#count;
    try {
      const edit = await plan();
      this.#take(edit.plan);
      this.#edits.set(number, edit);
    } finally {
      this.#planning = false;
    }
    for (const [old, { plan: dropped }] of this.#edits) {
      if (this.#edits.size <= MAX_KEPT_EDITS) break;
      this.#edits.delete(old);
      this.#give(sizeOf(dropped));
    }
    return number;
  }

  /** A page of the plan, or of an edited one. Notes that the person has read it. */
  page(offset: number, edit: number | undefined, reader: string): PlanPage {
    const plan = edit === undefined ? this.#plan : this.#edits.get(edit)?.plan;
    if (plan === undefined) throw noEdit(edit as number);
    const all = plan.effect?.items ?? [];
    if (offset > all.length) throw noOffset(offset, all.length);
    const items = fitItems(all.slice(offset), { max: MAX_PAGE, min: 1 });
    const end = offset + items.length;
    const total = plan.effect === undefined ? 0 : totalOf(plan.effect.totals);
    const isRead = this.#note(plan, reader, offset, end) >= all.length;
    return {
      plan,
      ...(edit !== undefined && { edit }),
      offset,
      items,
      total,
      unlisted: total - all.length,
      ...(end < all.length && { nextOffset: end }),
      ...(isRead && { digest: plan.digest }),
    };
  }

  /** The plan that a decision approves. Throws if the person did not see that plan. */
  approvedBy(
    { digest, arguments: given }: Extract<Decision, { approve: true }>,
    reader: string,
  ): Plan | EditedPlan {
    if (digest === undefined) throw withoutDigest();
    const edited = given === undefined ? undefined : this.#editOf(digest, requestDigest(given));
    const plan = edited?.plan ?? this.#plan;
    if (given !== undefined && edited === undefined) throw unplanned(digest);
    if (plan.digest !== digest) throw otherDigest(digest, this.#isEdit(digest));
    if (
      listedItems(plan.effect).isCut &&
      (this.#read.get(keyOf(plan, reader)) ?? 0) < (plan.effect?.items.length ?? 0)
    )
      throw unread();
    return edited ?? plan;
  }

  /** Of a call that waits no more, nothing is kept. */
  #take(plan: Plan): void {
    if (this.#isReleased) return;
    const size = sizeOf(plan);
    if (!this.#memory.take(this.#plan.principal, size)) throw tooLarge();
    this.#size += size;
  }

  #give(size: number): void {
    if (this.#isReleased) return;
    this.#memory.release(this.#plan.principal, size);
    this.#size -= size;
  }

  #editOf(digest: string, given: string): EditedPlan | undefined {
    return [...this.#edits.values()].find(
      edit => edit.plan.digest === digest && requestDigest(edit.given) === given,
    );
  }

  #isEdit(digest: string): boolean {
    return [...this.#edits.values()].some(({ plan }) => plan.digest === digest);
  }

  /** Only a page that follows those before counts: the digest of a cut plan is for those who saw all of it. */
  #note(plan: Plan, reader: string, offset: number, end: number): number {
    const key = keyOf(plan, reader);
    const before = this.#read.get(key) ?? 0;
    if (offset > before || end < before) return before;
    this.#read.set(key, end);
    for (const oldest of this.#read.keys()) if (this.#read.size > MAX_READERS) this.#read.delete(oldest);
    return end;
  }
}

/** Characters of what may be large in a plan. */
function sizeOf({ arguments: args, changes = '', effect }: Plan): number {
  return (effect?.items ?? []).reduce((sum, item) => sum + jsonSize(item), args.length + changes.length);
}

function keyOf({ digest }: Plan, reader: string): string {
  return JSON.stringify([digest, reader]);
}

function withoutDigest(): WorldError {
  return new WorldError(
    'InvalidArgument',
    'The approval does not name the plan that it approves, so nothing runs.',
    'Send the digest of the plan that was shown. The list of approvals has it; for a cut plan, the last page of GET approvals/<id>/plan.',
  );
}

function otherDigest(digest: string, isEdit: boolean): WorldError {
  return new WorldError(
    'Conflict',
    `The digest "${digest.slice(0, 40)}" is not that of the plan of this call, so nothing runs.`,
    isEdit
      ? 'It is the digest of a plan of other arguments: send these arguments with it.'
      : 'Look at the plan of this call, and send its digest.',
  );
}

function unplanned(digest: string): WorldError {
  return new WorldError(
    'Conflict',
    `No plan of these arguments with the digest "${digest.slice(0, 40)}" was shown, so nothing runs.`,
    'Send the arguments to POST approvals/<id>/plan, look at their plan, and send its digest.',
  );
}

function unread(): WorldError {
  return new WorldError(
    'Conflict',
    'The plan is longer than the list shows, and you have not opened all of it, so nothing runs.',
    'Read GET approvals/<id>/plan up to its last page, or use worldwire approve show <id>. Then approve it.',
  );
}

function tooLarge(): WorldError {
  return new WorldError(
    'RateLimited',
    'There is no memory for the plan of this call: the plans of calls that wait for an approval use it. Nothing was changed.',
    'Try again when some of them are decided, or split the call into several smaller ones.',
  );
}

function noEdit(edit: number): WorldError {
  return new WorldError(
    'NotFound',
    `There is no plan ${edit} of other arguments. The last ${MAX_KEPT_EDITS} are kept.`,
    'Send the arguments to POST approvals/<id>/plan again.',
  );
}

function noOffset(offset: number, count: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `offset is ${offset}, and the plan lists ${count} items.`,
    'Begin with offset 0, and go on with the nextOffset of each page.',
  );
}

function tooManyEdits(isPlanning: boolean): WorldError {
  return new WorldError(
    'RateLimited',
    isPlanning
      ? 'Other arguments of this call are being planned.'
      : `Other arguments of this call were planned ${MAX_EDITS} times, which is the maximum.`,
    isPlanning
      ? 'Wait for that plan, then send these arguments again.'
      : 'Approve one of the last plans, or deny the call with the arguments that you want as the reason.',
  );
}
