import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { type Context, type PlannedItem, type Tool, WRITE_ARGUMENTS } from '@worldwire/server';
import {
  ReadBackDiffers,
  structuredAnswer,
  type WriteToolDefinition,
  writeTool,
} from '@worldwire/server/kit';
import type { z } from 'zod';
import { shownValues } from '../log/fit-values.js';
import type { Inverse } from '../log/inverse.js';
import { largeQuestion } from './consent.js';
import type { NamedCall, Operation } from './operation.js';
import type { Writes } from './pipeline.js';
import { itemsOf, POSSIBLE } from './plan.js';
import type { PlannedWrite, PreparedWrite, WriteResult, WriteTarget } from './prepared-write.js';

/** Characters of the value before a write that its undo keeps. */
const MAX_KEPT = 64_000;

/** What a write finds and leaves. */
export interface ValuePlan {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Everything that changes, where it is more than one thing. Default: the subject with both values. */
  readonly items?: readonly PlannedItem[];
}

/** The call that takes a write back, or why there is none. */
export type UndoCall = NamedCall | { readonly none: string };

export interface WriteDefinition<Input extends z.ZodObject, Prepared, Target extends WriteTarget>
  extends Omit<WriteToolDefinition<Input>, 'call' | 'plan' | 'common' | 'subject'> {
  /** What the call changes, in words. Two calls with the same subject change the same value: "the moisture of roses". */
  subject(args: z.output<Input>): string;
  /** Throws if the call is not permitted now. */
  permit?(args: z.output<Input>, context: Context): void | Promise<void>;
  /** Reads what the arguments refer to. Throws if that does not exist. */
  prepare?(args: z.output<Input>, target: Target): Prepared | Promise<Prepared>;
  /**
   * Changes nothing. `found` is the value before where an earlier part of a batch leaves another one than the world has now. Without
   * this parameter, a batch with two writes to the same subject is refused.
   */
  plan(
    args: z.output<Input>,
    prepared: Prepared,
    target: Target,
    found?: JsonValue,
  ): ValuePlan | Promise<ValuePlan>;
  /** Does the write, and returns the value that the world has then. */
  run(args: z.output<Input>, prepared: Prepared, target: Target): JsonValue | Promise<JsonValue>;
  /** Whether the world has the value that was asked for. Default: deep equality. */
  same?(asked: JsonValue, found: JsonValue): boolean;
  undo?(args: z.output<Input>, before: JsonValue): UndoCall;
  /** URIs of resources that change. */
  touches?(args: z.output<Input>): readonly string[];
}

interface GuardedPlan extends PlannedWrite {
  readonly prepared: unknown;
}

/**
 * A tool that writes with a dry run, an expected digest, operation keys, expected revisions, read-back, and undo.
 *
 *     defineWrite(writes, {
 *       name: 'set_moisture',
 *       description: 'Sets the moisture of a bed.',
 *       input: z.object({ bed: z.string(), moisture: z.number() }),
 *       subject: ({ bed }) => `the moisture of ${bed}`,
 *       plan: ({ bed, moisture }) => ({ before: moistureOf(bed), after: moisture }),
 *       run: ({ bed, moisture }) => garden.set(bed, moisture),
 *       undo: ({ bed }, before) => ({ tool: 'set_moisture', arguments: { bed, moisture: before } }),
 *     });
 */
export function defineWrite<Input extends z.ZodObject, Prepared, Target extends WriteTarget>(
  writes: Writes<Target>,
  definition: WriteDefinition<Input, Prepared, Target>,
): Tool {
  const {
    subject,
    permit,
    prepare,
    plan,
    run,
    same = isDeepStrictEqual,
    undo,
    touches,
    ...described
  } = definition;
  const { name } = described;
  const inverseOf = (args: z.output<Input>, { before, after }: ValuePlan): Inverse => {
    const call = undo?.(args, before) ?? { none: `Not possible: ${name} has no undo.` };
    if ('none' in call) return call;
    const step = { call, expect: after };
    if (JSON.stringify(step).length <= MAX_KEPT) return { steps: [step] };
    return {
      none: `Not possible: the value before has more than the ${MAX_KEPT} characters that the journal keeps.`,
    };
  };
  const preparedWrite = (args: z.output<Input>, context: Context): PreparedWrite<Target, GuardedPlan> => ({
    needsPlan: true,
    ...(permit !== undefined && { permit: () => permit(args, context) }),
    plan: async (target, found) => {
      const prepared = (await prepare?.(args, target)) as Prepared;
      const values = await plan(args, prepared, target, found);
      const { before, after } = values;
      const items = values.items ?? itemsOf(subject(args), before, after);
      const inverse = inverseOf(args, values);
      const undone = 'none' in inverse ? inverse.none : POSSIBLE;
      const question = largeQuestion(items, inverse, writes.confirmAbove);
      const asks = question !== undefined && { question };
      const answer = { ...shownValues(values), undo: undone };
      return { before, after, items, answer, undo: inverse, ...asks, prepared };
    },
    run: async (target, planned): Promise<WriteResult> => {
      const { before, after: asked, prepared } = planned as GuardedPlan;
      const after = await run(args, prepared as Prepared, target);
      if (!same(asked, after)) throw new ReadBackDiffers('The world', { asked, before, after });
      const touched = touches?.(args) ?? [];
      return {
        answer: shownValues({ before, after }),
        before,
        after,
        undo: inverseOf(args, { before, after }),
        touched,
      };
    },
  });
  const defined = writeTool<Input>({
    ...described,
    common: WRITE_ARGUMENTS,
    plan: (args, context) => writes.plan(name, args as JsonObject, context, preparedWrite(args, context)),
    call: async (args, context) => {
      const write = preparedWrite(args, context);
      const { answer, revision } = await writes.perform(name, args as JsonObject, context, write);
      return structuredAnswer({ ...answer, revision }, { revision });
    },
  });
  writes.operations.set(name, {
    tool: defined,
    subject: subject as Operation<Target>['subject'],
    same,
    prepare: preparedWrite as Operation<Target>['prepare'],
  });
  return defined;
}
