import type { JsonObject } from '@worldwire/protocol';
import type { GivenAbout, Tool } from '@worldwire/server';
import { structuredAnswer, writeTool as write } from '@worldwire/server/kit';
import type { z } from 'zod';
import type { Sources } from '../sources/sources.js';
import type { WriteResult, Writes, WriteTarget } from '../state/writes.js';

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodType;
}

export interface WriteTool<Input extends z.ZodObject> extends Described<Input> {
  readonly danger?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  /** Validates the arguments. What is returned runs after the intent is recorded. */
  prepare(args: z.output<Input>): (target: WriteTarget) => Promise<WriteResult>;
}

export interface ToolParts {
  readonly sources: Sources;
  readonly writes: Writes;
  /** Whether the operator lets callers run code. */
  readonly mayEvaluate: boolean;
}

export function writeTool<Input extends z.ZodObject>(
  writes: Writes,
  { prepare, ...described }: WriteTool<Input>,
): Tool {
  return write<Input>({
    ...described,
    about,
    call: async (args, context) => {
      const work = prepare(args);
      const receipt = await writes.perform(described.name, args as JsonObject, context, work);
      const { answer, provenance, revision, replayed } = receipt;
      return structuredAnswer(
        { ...answer, provenance, revision, ...(replayed && { replayed }) },
        { revision },
      );
    },
  });
}

/** The object of a write, for the audit: an actor, an asset, a level, or the class of a new actor. */
function about({ object, path, paths, class: made }: JsonObject): GivenAbout {
  return { object: object ?? path ?? (Array.isArray(paths) ? paths[0] : made) };
}
