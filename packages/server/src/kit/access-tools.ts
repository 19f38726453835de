import type { z } from 'zod';
import { type Tool, type ToolDefinition, tool } from '../api/tool.js';

/** A tool without its access, which the helper sets. Annotations given here win over those it sets. */
export type ReadToolDefinition<Input extends z.ZodObject> = Omit<ToolDefinition<Input>, 'access'>;

export interface WriteToolDefinition<Input extends z.ZodObject> extends ReadToolDefinition<Input> {
  /** Runs code, so that it needs `--allow eval`. */
  readonly danger?: boolean;
  /** May delete or overwrite. Default true, as in the specification. */
  readonly destructive?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
}

/**
 * A tool that only reads, with the annotations that say so.
 *
 *     readTool({ name: 'list_stars', description: 'Lists all stars.', call: () => stars.list() });
 */
export function readTool<Input extends z.ZodObject = z.ZodObject>(
  definition: ReadToolDefinition<Input>,
): Tool {
  return tool({
    ...definition,
    access: 'read',
    annotations: {
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
      ...definition.annotations,
    },
  });
}

/**
 * A tool that changes the world. It needs `--allow writes`, or `--allow eval` where it runs code.
 *
 *     writeTool({ name: 'move_star', description: 'Moves a star.', input, destructive: false, call: move });
 */
export function writeTool<Input extends z.ZodObject = z.ZodObject>({
  danger = false,
  destructive = true,
  idempotent = false,
  ...definition
}: WriteToolDefinition<Input>): Tool {
  return tool({
    ...definition,
    access: danger ? 'danger' : 'write',
    annotations: {
      readOnlyHint: false,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: false,
      ...definition.annotations,
    },
  });
}
