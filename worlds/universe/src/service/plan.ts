import { planDigest, requirePlan } from '@worldwire/server/kit';
import { countsOf, type Entity, netEffect, type UniverseState } from '../domain/index.js';
import type { AppliedCommand, Operation } from './operation.js';

/** Entities that a write may remove, or revisions that an undo may cover, without a confirmation. */
export const MAX_UNCONFIRMED = 100;
/** Commands that may replace the whole state. */
const REPLACING: ReadonlySet<unknown> = new Set(['replaceSnapshot', 'restore', 'batch']);
/** Commands that are recorded with the revisions that they use. */
const HISTORIC: ReadonlySet<unknown> = new Set(['undo', 'restore']);
/** Changes of a plan that is known by its effect. A larger one is known by its command and the revision. */
const MAX_COMPARED = 2_000;
const MAX_NAMED = 3;

/** What a write would change. */
export interface Plan {
  readonly steps: readonly AppliedCommand[];
  readonly digest: string;
  /** A question for a person, if the write removes much. */
  readonly question?: string;
}

/** The guards of a write that plan it first. */
export interface PlanGuards {
  readonly dryRun?: true | undefined;
  readonly expectDigest?: string | undefined;
}

/**
 * Holds a write back for its plan: a dry run, or a large removal that nobody confirmed. Throws where the plan is not the expected
 * one. `request` is the digest of the command.
 */
export function holdForPlan(
  id: string,
  { dryRun, expectDigest }: PlanGuards,
  request: () => string,
): NonNullable<Operation<Plan>['hold']> {
  return (steps, base) => {
    const question = largeRemoval(id, steps);
    if (dryRun === undefined && expectDigest === undefined && question === undefined) return undefined;
    const digest = steps.some(isLarge)
      ? planDigest([id, base, steps.map(step => identityOf(step, request))])
      : planDigest([id, steps.map(planned)]);
    requirePlan(expectDigest, digest);
    if (dryRun === undefined && expectDigest !== undefined) return undefined;
    return { steps, digest, ...(question !== undefined && { question }) };
  };
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

/** The question to a person, or undefined if the steps remove little. */
function largeRemoval(id: string, steps: readonly AppliedCommand[]): string | undefined {
  for (const { command, changes, inverse, events } of steps) {
    const { type } = command as { readonly type?: unknown };
    const [event] = events;
    // The inverse of the first replacement is the last one. The command itself made the states that later ones replace.
    const replaced = inverse.findLast(change => change.op === 'reset');
    if (replaced?.op === 'reset' && sizeOf(replaced.value) > (REPLACING.has(type) ? 0 : MAX_UNCONFIRMED)) {
      const made = changes.findLast(change => change.op === 'reset');
      const by = made?.op === 'reset' ? said(made.value) : 'another one';
      return `Replace the state of universe "${id}" (${said(replaced.value)}) by ${by}?`;
    }
    if (changes.length > MAX_UNCONFIRMED) {
      const removed = inverse.flatMap(change => (change.op === 'add' ? [change.value] : []));
      if (removed.length > MAX_UNCONFIRMED) return removalQuestion(id, removed, type, event);
    }
    if (event?.type === 'undoneSince' && event.revisions.length > MAX_UNCONFIRMED)
      return `Undo ${event.revisions.length} revisions of universe "${id}" after revision ${event.since}?`;
  }
  return undefined;
}

function removalQuestion(
  id: string,
  removed: readonly Entity[],
  type: unknown,
  event: AppliedCommand['events'][number] | undefined,
): string {
  const titled = (entity: Entity | undefined) => `${entity?.name ?? entity?.id} (${entity?.id}`;
  if (type === 'removeStar' && event?.type === 'starRemoved') {
    const body = removed.find(one => one.id === event.id);
    return `Delete ${titled(body)}, ${event.removedIds.length - 1} descendants) from universe "${id}"?`;
  }
  const some = removed.slice(0, MAX_NAMED).map(entity => `${titled(entity)})`);
  return `Remove ${removed.length} entities from universe "${id}", such as ${some.join(', ')}?`;
}

function sizeOf(state: UniverseState): number {
  const { time, ...counts } = countsOf(state);
  return Object.values(counts).reduce<number>((sum, count) => sum + (count as number), 0);
}

function said(state: UniverseState): string {
  const { stars = 0, groups = 0 } = countsOf(state);
  return `${stars} bodies and ${groups} groups`;
}
