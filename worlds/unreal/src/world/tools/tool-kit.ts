import type { JsonObject } from '@worldwire/protocol';
import {
  type Access,
  type Context,
  type GivenAbout,
  type RaisedAccess,
  type Tool,
  type ToolDefinition,
  WorldError,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { structuredAnswer, writeTool as write } from '@worldwire/server/kit';
import type { Operation, PlannedWrite, PreparedWrite } from '@worldwire/writes';
import type { z } from 'zod';
import type { Sources } from '../sources/sources.js';
import type { UnrealWrite } from '../state/batch.js';
import { sameValue } from '../state/read-back.js';
import { subjectOf, UNDOABLE } from '../state/undo-step.js';
import type { UnrealWrites } from '../state/unreal-writes.js';
import type { WriteTarget } from '../state/write-target.js';

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodType;
}

interface Write<Input extends z.ZodObject, Prepared> extends Described<Input> {
  readonly danger?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly accessOf?: NonNullable<ToolDefinition<Input>['accessOf']>;
  readonly raises?: readonly RaisedAccess[];
  /** Validates the arguments. */
  prepare(args: z.output<Input>, context: Context): Prepared;
}

export interface ToolParts {
  readonly sources: Sources;
  readonly writes: UnrealWrites;
}

/** A tool that writes with one call to the source. A batch can have it as a part. */
export function writeTool<Input extends z.ZodObject, Plan extends PlannedWrite>(
  writes: UnrealWrites,
  definition: Write<Input, UnrealWrite<Plan>>,
): Tool {
  const tool = guardedTool(writes, definition);
  const prepare = definition.prepare as unknown as (args: object, context?: Context) => UnrealWrite;
  const subject: Operation<WriteTarget>['subject'] = args => subjectOf(prepare(args).call);
  writes.operations.set(tool.name, { tool, subject, same: sameValue, prepare });
  return tool;
}

export function guardedTool<Input extends z.ZodObject, Plan extends PlannedWrite>(
  writes: UnrealWrites,
  { prepare, ...described }: Write<Input, PreparedWrite<WriteTarget, Plan>>,
): Tool {
  return write<Input>({
    ...described,
    common: WRITE_ARGUMENTS,
    about,
    plan: async (args, context) =>
      writes.plan(described.name, args as JsonObject, context, prepare(args, context)),
    call: async (args, context) => {
      const prepared = prepare(args, context);
      const receipt = await writes.perform(described.name, args as JsonObject, context, prepared);
      const { answer, provenance, revision } = receipt;
      const { undo = UNDOABLE, ...members } = answer;
      return structuredAnswer({ ...members, undo, provenance, revision }, { revision });
    },
  });
}

/** The access that `read` finds. Arguments that it refuses need no more: the call fails with the same error. */
export function accessOrRefused(read: () => Access): Access {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof WorldError) return 'write';
    throw thrown;
  }
}

/** The object of a write, for the audit: an actor, an asset, a level, or the class of a new actor. */
function about({ object, path, paths, class: made }: JsonObject): GivenAbout {
  return { object: object ?? path ?? (Array.isArray(paths) ? paths[0] : made) };
}
