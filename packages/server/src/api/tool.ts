import type { ClientCapabilities, Icon, JsonObject, ToolAnnotations } from '@worldwire/protocol';
import { z } from 'zod';
import type { GivenAbout } from './about.js';
import type { Context } from './context.js';

/**
 * What a call may do to the world: look, change, or run code. The operator's ceiling is one of these. Only what
 * does more than look can rely on a yes: since 2026-07-28 a client may send answers to a `read` before it is asked.
 */
export type Access = 'read' | 'write' | 'danger';

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Unknown arguments are refused unless the object says otherwise (z.looseObject, catchall). */
  readonly input?: Input;
  /** Advertised in place of the JSON Schema made from `input`, where zod cannot express it. */
  readonly inputSchema?: JsonObject;
  /** The tool validates its arguments itself, and gets them as they were given. Needs `inputSchema`. */
  readonly checksArguments?: boolean;
  readonly output?: z.ZodType;
  /** The argument that names what a call is about. A failure found before the tool is asked then says it, too. */
  readonly subject?: keyof z.output<Input> & string;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  readonly access: Access;
  /**
   * Records the intent and the outcome of every call whatever the access, and takes no answer that was not asked for. For a
   * tool that looks only at the world but changes what callers may do.
   */
  readonly audited?: boolean;
  /**
   * Says for the audit what a call is about, from its arguments as they were given: nothing is checked yet.
   *
   *     about: ({ universeId, command }) => ({ universe: universeId, command: command?.type })
   */
  about?(given: JsonObject): GivenAbout;
  /** Client capabilities without which the call makes no sense; checked before it runs. */
  readonly requires?: ClientCapabilities;
  /** The work is too long for any response: clients without the tasks extension are refused. */
  readonly taskRequired?: boolean;
  readonly meta?: JsonObject;
  call(args: z.output<Input>, context: Context): unknown;
}

export interface Tool extends ToolDefinition<z.ZodObject> {
  readonly input: z.ZodObject;
  call(args: Record<string, unknown>, context: Context): unknown;
}

export function tool<Input extends z.ZodObject = z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const input = definition.input ?? z.object({});
  const strict = input.def.catchall === undefined ? input.strict() : input;
  return { ...definition, input: strict } as unknown as Tool;
}
