import { type Context, WorldError } from '@worldwire/server';
import { argumentProblems } from '@worldwire/server/kit';
import type { z } from 'zod';
import type { InverseStep } from '../log/inverse.js';
import type { NamedCall, Operation, OperationCall } from '../run/operation.js';
import type { Writes } from '../run/pipeline.js';
import type { PlannedWrite, PreparedWrite, WriteTarget } from '../run/prepared-write.js';

/** Writes in one batch. */
export const MAX_PARTS = 100;

/** One write of a batch. */
export interface BatchPart<Target extends WriteTarget> extends OperationCall<Target> {
  /** From 1. */
  readonly number: number;
  readonly tool: string;
  readonly write: PreparedWrite<Target>;
}

/** A part with what it changes, on what the parts before it leave. */
export interface PlannedPart<Target extends WriteTarget> extends BatchPart<Target> {
  readonly plan: PlannedWrite;
  /** The number of the first part that changes the same value. */
  readonly chain: number;
}

/**
 * What a part finds of one before it. `same`: exactly the value that the other leaves. `unknown`: something that the other changes, and
 * that cannot be planned before.
 */
export type PartRelation = 'none' | 'same' | 'unknown';

/** What batches need of a world whose inverses are not calls of its tools. */
export interface BatchOptions<Target extends WriteTarget> {
  /** Default: `same` where both have the same subject. */
  relation?(earlier: BatchPart<Target>, later: BatchPart<Target>): PartRelation;
  /**
   * Returns what does one step of an inverse. Throws, and changes nothing, where the value is not the one that the part left. Default: a
   * call of a tool.
   */
  takeBack?(step: InverseStep, context: Context, target: Target): Promise<() => Promise<unknown>>;
  /** The tools whose writes may be parts. Default: all. */
  readonly tools?: readonly string[];
  /** Default: "batch". */
  readonly name?: string;
  /** Of the answer, where the world adds members to it. */
  readonly output?: z.ZodType;
}

/** One call of a batch. */
export interface Batch<Target extends WriteTarget> {
  readonly writes: Writes<Target>;
  readonly options: BatchOptions<Target>;
  readonly parts: readonly BatchPart<Target>[];
  readonly context: Context;
  /** Reports a step, which extends the time limit of the call. */
  step(message: string): void;
}

export function batchParts<Target extends WriteTarget>(
  operations: ReadonlyMap<string, Operation<Target>>,
  given: readonly NamedCall[],
  context: Context,
): readonly BatchPart<Target>[] {
  return given.map(({ tool, arguments: args }, index) => {
    const operation = operations.get(tool) as Operation<Target>;
    const { input, common = [] } = operation.tool;
    const number = index + 1;
    const guard = common.find(name => Object.hasOwn(args, name));
    if (guard !== undefined) {
      throw new WorldError(
        'InvalidArgument',
        `${partName({ number, tool })}: ${guard} is an argument of the whole batch.`,
        `Give ${guard} beside writes.`,
      );
    }
    const parsed = input.safeParse(args);
    if (!parsed.success) {
      throw new WorldError(
        'InvalidArgument',
        `${partName({ number, tool })}: ${argumentProblems(parsed.error, input, args)}`,
        'Correct the arguments and send the batch again. Nothing was changed.',
      );
    }
    try {
      const write = operation.prepare(parsed.data, context);
      return { number, tool, operation, args: parsed.data, write };
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      throw new WorldError(thrown.kind, `${partName({ number, tool })}: ${thrown.message}`, thrown.hint);
    }
  });
}

/** "Part 2 (set_moisture)" */
export function partName({ number, tool }: { readonly number: number; readonly tool: string }): string {
  return `Part ${number} (${tool})`;
}
