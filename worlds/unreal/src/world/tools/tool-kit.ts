import type { JsonObject } from '@worldwire/protocol';
import {
  type Block,
  type Context,
  type GivenAbout,
  type Tool,
  ToolAnswer,
  text,
  tool,
} from '@worldwire/server';
import type { z } from 'zod';
import type { CallOptions } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import type { Sources } from '../sources/sources.js';
import type { WriteResult, Writes, WriteTarget } from '../state/writes.js';

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodType;
}

export interface ReadTool<Input extends z.ZodObject> extends Described<Input> {
  run(args: z.output<Input>, options: CallOptions, context: Context): Promise<object>;
}

export interface WriteTool<Input extends z.ZodObject> extends Described<Input> {
  /** Runs what somebody wrote, in the editor itself. */
  readonly danger?: boolean;
  /** Takes nothing away from the project. */
  readonly harmless?: boolean;
  /** Twice is like once. */
  readonly idempotent?: boolean;
  /** Reads the arguments, and throws where they make no sense: what reaches the work is recorded. */
  prepare(args: z.output<Input>): (target: WriteTarget) => Promise<WriteResult>;
}

/** What all tools have in their hands. */
export interface ToolParts {
  readonly sources: Sources;
  readonly writes: Writes;
  /** Whether the operator lets callers run code. */
  readonly mayEvaluate: boolean;
}

export function readTool<Input extends z.ZodObject>(definition: ReadTool<Input>): Tool {
  const { run, ...described } = definition;
  return tool({
    ...described,
    access: 'read',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    call: (args: z.output<Input>, context) => run(args, optionsOf(context), context),
  });
}

export function writeTool<Input extends z.ZodObject>(writes: Writes, definition: WriteTool<Input>): Tool {
  const { danger = false, harmless = false, idempotent = false, prepare, ...described } = definition;
  return tool({
    ...described,
    access: danger ? 'danger' : 'write',
    about,
    annotations: {
      readOnlyHint: false,
      destructiveHint: !harmless,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
    call: async (args: z.output<Input>, context) => {
      const work = prepare(args);
      const receipt = await writes.perform(definition.name, args as JsonObject, context, work);
      const { answer, provenance, revision, replayed } = receipt;
      const facts = { ...answer, provenance, revision, ...(replayed && { replayed }) };
      return withRevision(facts, revision);
    },
  });
}

/** What a write is about, for the audit: an actor, an asset, a level, or the class of a new actor. */
function about({ object, path, paths, class: made }: JsonObject): GivenAbout {
  return { object: object ?? path ?? (Array.isArray(paths) ? paths[0] : made) };
}

/** The answer, with what a client sends back as `worldwire/ifRevision`. */
export function withRevision(facts: object, revision: number): ToolAnswer {
  const meta = { 'worldwire/revision': revision };
  return new ToolAnswer([text(JSON.stringify(facts))], { structured: facts, meta });
}

/** The answer, with links to where all of it is. */
export function withLinks(facts: object, links: readonly Block[]): object {
  if (links.length === 0) return facts;
  return new ToolAnswer([text(JSON.stringify(facts)), ...links], { structured: facts });
}
