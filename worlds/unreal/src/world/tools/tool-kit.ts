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
import type { PlannedWrite, PreparedWrite } from '@worldwire/writes';
import type { z } from 'zod';
import type { Sources } from '../sources/sources.js';
import { UNDOABLE } from '../state/undo-step.js';
import type { UnrealWrites } from '../state/unreal-writes.js';
import type { WriteTarget } from '../state/write-target.js';

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodType;
}

export interface WriteTool<Input extends z.ZodObject, Plan extends PlannedWrite> extends Described<Input> {
  readonly danger?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly accessOf?: NonNullable<ToolDefinition<Input>['accessOf']>;
  readonly raises?: readonly RaisedAccess[];
  /** Validates the arguments. */
  prepare(args: z.output<Input>, context: Context): PreparedWrite<WriteTarget, Plan>;
}

export interface ToolParts {
  readonly sources: Sources;
  readonly writes: UnrealWrites;
}

export function writeTool<Input extends z.ZodObject, Plan extends PlannedWrite>(
  writes: UnrealWrites,
  { prepare, ...described }: WriteTool<Input, Plan>,
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
