import type { ClientCapabilities, Icon, JsonObject, ToolAnnotations } from '@worldwire/protocol';
import { z } from 'zod';
import type { GivenAbout } from './about.js';
import type { ToolUi } from './app-view.js';
import type { CommonArgument } from './common-arguments.js';
import type { Context } from './context.js';
import type { ToolPlan } from './planned-effect.js';

/**
 * What a call may do: read the world, change it, or run code. The operator's ceiling (`Policy`) is one of these. Only `write`
 * and `danger` can rely on a confirmation: since 2026-07-28 a client may send answers to a `read` without being asked.
 */
export type Access = 'read' | 'write' | 'danger';

/** Each access includes those with a lower rank. */
export const ACCESS_RANK: Readonly<Record<Access, number>> = { read: 0, write: 1, danger: 2 };

/** The access of a call where it depends on what the world must read first. */
export type AccessLater = () => Promise<Access>;

/** Arguments with which a call needs more access than its tool has without them. */
export interface RaisedAccess {
  readonly access: Access;
  /** The arguments in words, for docs/tools.md: "path is startup.cs". */
  readonly when: string;
  /** Arguments with this access. Left out where the access depends on earlier calls. */
  readonly example?: JsonObject;
}

/** What `accessOf` may look at beside the arguments. */
export interface AccessCaller extends Pick<Context, 'principal' | 'session'> {
  /** A retry with a known key gets an earlier outcome, which needs the access that the call had then. */
  readonly operationKey?: string | undefined;
}

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Unknown arguments are refused unless the schema allows them (z.looseObject, catchall). */
  readonly input?: Input;
  /** The JSON Schema for clients, where it cannot be generated from `input`. */
  readonly inputSchema?: JsonObject;
  /** The tool validates its arguments itself, and gets them as they were given. Needs `inputSchema`. */
  readonly checksArguments?: boolean;
  readonly output?: z.ZodType;
  /**
   * Arguments that mean the same in every tool. The kernel adds them to the schema, reads them into the context, and removes
   * them before it validates the others.
   *
   *     common: ['operationKey', 'ifRevision', 'dryRun', 'expectDigest']
   */
  readonly common?: readonly CommonArgument[];
  /** The argument that names the subject of a call, for error messages of the kernel. */
  readonly subject?: keyof z.output<Input> & string;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  /** The lowest access of a call: tools/list shows the tool to callers who have it. */
  readonly access: Access;
  /**
   * The access of a call with these arguments, which are those that `call` gets. A result below `access` counts as `access`. The
   * world may change before `call` runs, so `call` must not do more than `context.access` allows. Needs `raises`.
   *
   *     accessOf: ({ path }) => (path === 'startup.cs' ? 'danger' : 'write')
   *
   * A function as the result is asked for the access, but only where the caller may make a call with the lowest access.
   *
   *     accessOf: ({ revision }) => async () => (await journal.read(revision)).access
   */
  accessOf?(args: z.output<Input>, caller: AccessCaller): Access | AccessLater;
  /** All cases in which `accessOf` returns more than `access`. */
  readonly raises?: readonly RaisedAccess[];
  /** Whether a call with these arguments deletes or overwrites. Default: by the annotation `destructiveHint`. */
  destroys?(args: JsonObject): boolean;
  /**
   * Audits every call although `access` is `read`, and ignores answers to questions that were not asked. For a tool that
   * does not change the world, but changes permissions.
   */
  readonly audited?: boolean;
  /**
   * The subject of a call for the audit, from arguments that are not validated yet.
   *
   *     about: ({ universeId, command }) => ({ universe: universeId, command: command?.type })
   */
  about?(given: JsonObject): GivenAbout;
  /** Client capabilities that the tool needs. Checked before it runs. */
  readonly requires?: ClientCapabilities;
  /** Refuses clients without the tasks extension, for work too long for a response. */
  readonly taskRequired?: boolean;
  readonly meta?: JsonObject;
  /**
   * The view that hosts with the extension MCP Apps show beside the result, and who may call the tool.
   *
   *     ui: { resourceUri: 'ui://garden/plants' }
   *     ui: { visibility: ['app'] } // only for the view: other clients do not see it
   */
  readonly ui?: ToolUi;
  /**
   * What the call would change. Changes nothing, and throws what the call would throw. The context is that of a dry run, without
   * an operation key. Needs `dryRun` among the common arguments.
   *
   *     plan: ({ id }) => ({ effect: removalOf(id), digest: planDigest(['remove', id]) })
   */
  plan?(args: z.output<Input>, context: Context): ToolPlan | Promise<ToolPlan>;
  call(args: z.output<Input>, context: Context): unknown;
}

export interface Tool extends ToolDefinition<z.ZodObject> {
  readonly input: z.ZodObject;
  accessOf?(args: Record<string, unknown>, caller: AccessCaller): Access | AccessLater;
  plan?(args: Record<string, unknown>, context: Context): ToolPlan | Promise<ToolPlan>;
  call(args: Record<string, unknown>, context: Context): unknown;
}

/**
 * A tool of a world. The type of `args` follows from `input`.
 *
 *     tool({
 *       name: 'water',
 *       description: 'Waters a plant.',
 *       access: 'write',
 *       input: z.object({ id: z.string(), litres: z.number().positive() }),
 *       call: ({ id, litres }) => garden.water(id, litres),
 *     });
 */
export function tool<Input extends z.ZodObject = z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const input = definition.input ?? z.object({});
  const strict = input.def.catchall === undefined ? input.strict() : input;
  return { ...definition, input: strict } as unknown as Tool;
}
