import { planDigest, requirePlan } from '@worldwire/server/kit';
import { needsConfirmation } from '@worldwire/writes';
import { joined, netEffect } from '../domain/index.js';
import { lossesOf, mayLose } from '../queries/differences.js';
import type { AppliedCommand, Operation } from './operation.js';

/** Commands that are recorded with the revisions that they use. */
const HISTORIC: ReadonlySet<unknown> = new Set(['undo', 'restore']);
/** Changes of a plan that is known by its effect. A larger one is known by its command and the revision. */
const MAX_COMPARED = 2_000;

/** What a write would change. */
export interface Plan {
  readonly steps: readonly AppliedCommand[];
  readonly digest: string;
}

/** The guards of a write that plan it first. */
export interface PlanGuards {
  readonly dryRun?: true | undefined;
  readonly expectDigest?: string | undefined;
}

interface GuardedWrite extends PlanGuards {
  readonly id: string;
  /** Things that it may remove or overwrite without a confirmation. */
  readonly confirmAbove: number;
  /** Whether it takes back the newest write of its caller. */
  undoesOwn(): boolean;
  /** The digest of the command. */
  request(): string;
}

/**
 * Holds a write back for its plan: a dry run, or one that needs a confirmation and has none. Throws where the plan is not the
 * expected one.
 */
export function holdForPlan(write: GuardedWrite): NonNullable<Operation<Plan>['hold']> {
  const { id, dryRun, expectDigest, request } = write;
  return (steps, base) => {
    if (dryRun === undefined && expectDigest === undefined && !isUnconfirmed(steps, write)) return undefined;
    const digest = steps.some(isLarge)
      ? planDigest([id, base, steps.map(step => identityOf(step, request))])
      : planDigest([id, steps.map(planned)]);
    requirePlan(expectDigest, digest);
    return dryRun === undefined && expectDigest !== undefined ? undefined : { steps, digest };
  };
}

function isUnconfirmed(
  steps: readonly AppliedCommand[],
  { confirmAbove, undoesOwn }: Pick<GuardedWrite, 'confirmAbove' | 'undoesOwn'>,
): boolean {
  const applied = joined(steps);
  // The fast path: nearly every command changes one entity.
  if (mayLose(applied) <= confirmAbove) return false;
  const losses = lossesOf(applied, confirmAbove + 1);
  return needsConfirmation({ losses, undoesOwn: undoesOwn() }, confirmAbove);
}

/** Whether an effect is too large to be compared while other writes wait. */
function isLarge({ changes }: AppliedCommand): boolean {
  return changes.length > MAX_COMPARED || changes.some(change => change.op === 'reset');
}

/** What has one effect only at one revision. A bookmark may move, so a restore is known by its revision. */
function identityOf({ command }: AppliedCommand, request: () => string): unknown {
  return HISTORIC.has((command as { readonly type?: unknown }).type) ? command : request();
}

/** The effect without the order of records and the places in lists, which a dry run or another write may change. */
function planned({ changes, inverse }: AppliedCommand): unknown {
  const { entities, time } = netEffect(changes, inverse);
  const effects = entities.map(({ kind, id, before, after }) => [`${kind}/${id}`, [before, after]] as const);
  return { effects: Object.fromEntries(effects), time };
}
