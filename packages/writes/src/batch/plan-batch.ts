import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@worldwire/protocol';
import { type PlannedItem, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { fitMembers } from '../log/fit-values.js';
import type { Inverse, InverseStep } from '../log/inverse.js';
import { largeQuestion } from '../run/consent.js';
import { itemsOf, POSSIBLE } from '../run/plan.js';
import type { PlannedWrite, WriteTarget } from '../run/prepared-write.js';
import { PartFailed } from '../run/write-errors.js';
import { type Batch, type BatchPart, type PlannedPart, partName } from './batch-parts.js';

/** Characters of the inverse in the journal, as much as one undo takes. */
const MAX_KEPT = 64_000;
/** Characters of the values of all parts in an answer. */
const MAX_SHOWN = 24_000;
const MIN_SHOWN = 400;
const MAX_NOTES = 4_000;
/** Parts without an undo that are named. */
const MAX_NAMED = 3;

type Named = Pick<BatchPart<never>, 'number' | 'tool'>;

export interface BatchPlan<Target extends WriteTarget> extends PlannedWrite {
  readonly parts: readonly PlannedPart<Target>[];
}

/** Plans the parts in their order: each finds what those before it leave. */
export async function planBatch<Target extends WriteTarget>(
  batch: Batch<Target>,
  target: Target,
): Promise<BatchPlan<Target>> {
  const { writes, parts, step } = batch;
  const planned: PlannedPart<Target>[] = [];
  for (const part of parts) {
    step(`Plan of part ${part.number} of ${parts.length}`);
    planned.push(await planPart(batch, part, planned, target));
  }
  const items = itemsOfAll(planned);
  const undo = inverseOf(planned.map(part => [part, part.plan.undo ?? { steps: [] }]));
  const large = largeQuestion(items, undo, writes.confirmAbove);
  const questions = [large, ...planned.map(({ plan }) => plan.question)].filter(text => text !== undefined);
  const answers = planned.map(({ tool, plan }) => [tool, plan.answer] as const);
  return {
    parts: planned,
    items,
    undo,
    before: planned.map(({ plan }) => plan.before),
    after: planned.map(({ plan }) => plan.after),
    answer: { ...shownParts(answers), undo: undoPlanned(undo) },
    ...(questions.length > 0 && { question: [...new Set(questions)].join(' ') }),
  };
}

/** The steps of all parts, the last part first, or why there is none. */
export function inverseOf(undos: readonly (readonly [part: Named, undo: Inverse])[]): Inverse {
  const none = undos.flatMap(([part, undo]) =>
    'none' in undo ? `${partName(part)} has no undo. ${undo.none}` : [],
  );
  if (none.length > 0) {
    const more = none.length > MAX_NAMED ? [`${none.length - MAX_NAMED} more parts have none.`] : [];
    return { none: [...none.slice(0, MAX_NAMED), ...more].join(' ') };
  }
  const steps: InverseStep[] = [];
  let characters = 0;
  for (const [, undo] of undos.toReversed()) {
    const own = 'none' in undo ? [] : undo.steps;
    characters += JSON.stringify(own).length;
    if (characters > MAX_KEPT) {
      return {
        none: `Not possible: the values are longer than the ${MAX_KEPT} characters that one undo takes.`,
      };
    }
    steps.push(...own);
  }
  return { steps };
}

/** Parts as an answer shows them, and their notes together. */
export function shownParts(answers: readonly (readonly [tool: string, answer: JsonObject])[]): JsonObject {
  const max = Math.max(MIN_SHOWN, Math.floor(MAX_SHOWN / answers.length));
  const notes: string[] = [];
  const parts = answers.map(([tool, { note, undo: _undo, ...shown }], index) => {
    const { kept, missing } = fitMembers(shown, max);
    const cut = missing > 0 ? [`${missing} values are cut.`] : [];
    const said = [...(typeof note === 'string' ? [note] : []), ...cut];
    if (said.length > 0) notes.push(`${partName({ number: index + 1, tool })}: ${said.join(' ')}`);
    return { tool, ...kept };
  });
  return { parts, ...(notes.length > 0 && { note: cutText(notes.join(' '), MAX_NOTES) }) };
}

async function planPart<Target extends WriteTarget>(
  { writes, options: { relation = sameSubject } }: Batch<Target>,
  part: BatchPart<Target>,
  before: readonly PlannedPart<Target>[],
  target: Target,
): Promise<PlannedPart<Target>> {
  let same: PlannedPart<Target> | undefined;
  for (const earlier of before) {
    const related = relation(earlier, part);
    if (related === 'unknown') throw dependent(earlier, part);
    if (related === 'same') same = earlier;
  }
  try {
    await part.write.permit?.();
    if (same === undefined) return { ...part, plan: await part.write.plan(target), chain: part.number };
    const plan = await part.write.plan(target, same.plan.after);
    if (!isDeepStrictEqual(plan.before, same.plan.after)) throw dependent(same, part);
    return { ...part, plan, chain: same.chain };
  } catch (thrown) {
    const error = writes.failure(thrown)?.error ?? thrown;
    if (!(error instanceof WorldError) || error instanceof PartFailed) throw error;
    const { kind, message, hint } = error;
    throw new PartFailed(kind, `${partName(part)}: ${message} Nothing was changed.`, hint, thrown);
  }
}

function sameSubject<Target extends WriteTarget>(one: BatchPart<Target>, other: BatchPart<Target>) {
  const [left, right] = [one, other].map(({ operation, args }) => operation.subject(args));
  return left === right ? 'same' : 'none';
}

function dependent(earlier: Named, later: Named): PartFailed {
  return new PartFailed(
    'Conflict',
    `${partName(later)} depends on part ${earlier.number} (${earlier.tool}): what it then finds is not known before. Nothing was changed.`,
    `Send them separately: first the writes up to part ${later.number - 1}, then those from part ${later.number} on.`,
    undefined,
  );
}

/** What all parts change together: each value once, from what the first part of it finds to what the last one leaves. */
function itemsOfAll<Target extends WriteTarget>(
  parts: readonly PlannedPart<Target>[],
): readonly PlannedItem[] {
  const chains = new Map<number, PlannedPart<Target>[]>();
  for (const part of parts) chains.set(part.chain, [...(chains.get(part.chain) ?? []), part]);
  return [...chains.values()].flatMap(chain => {
    const items = chain.flatMap(({ plan }) => plan.items);
    const [first, last] = [items[0], items.at(-1)];
    if (chain.length === 1 || first === undefined || last === undefined) return items;
    if (chain.some(({ plan }) => plan.items.length > 1)) return items;
    const before = chain[0]?.plan.before ?? null;
    const [whole] = itemsOf(last.subject, before, chain.at(-1)?.plan.after ?? null);
    if (whole === undefined) return [];
    return [first.what === last.what ? { ...whole, what: first.what } : whole];
  });
}

/** For a dry run, which has no revision yet. */
function undoPlanned(undo: Inverse): string {
  if ('none' in undo) return undo.none;
  const lost = undo.steps.find(step => step.lost !== undefined)?.lost;
  return lost === undefined ? POSSIBLE : `Not exactly. Lost: ${lost}.`;
}
