import type { JsonObject, JsonValue } from '@worldwire/protocol';
import {
  ACCESS_RANK,
  type Access,
  type AccessCaller,
  type Context,
  type PlannedItem,
  type Tool,
} from '@worldwire/server';
import type { PreparedWrite, WriteTarget } from './prepared-write.js';

/** A write that undo and batches can call, by the name of its tool. */
export interface Operation<Target extends WriteTarget> {
  readonly tool: Tool;
  /** What the call changes, in words. Calls with the same subject change the same value. */
  subject(args: object): string;
  same(asked: JsonValue, found: JsonValue, args: object): boolean;
  /** The subject for a person. Default: the subject. */
  what?(args: object): string;
  /** A value for a person. Default: the value. */
  show?(args: object, value: JsonValue): JsonValue;
  /** What a change between two values is. Default: one item with both. */
  itemsOf?(args: object, before: JsonValue, after: JsonValue): readonly PlannedItem[];
  /** What it changes outlives the part of the world that the write went to, such as a file. */
  readonly lasts?: boolean;
  prepare(args: object, context: Context): PreparedWrite<Target>;
}

/** A call by the name of its tool. */
export type NamedCall = { readonly tool: string; readonly arguments: JsonObject };

/** A call of an operation, with the arguments as its tool gets them. */
export interface OperationCall<Target extends WriteTarget> {
  readonly operation: Operation<Target>;
  readonly args: object;
}

/** Undefined where the world has no such operation, or none with these arguments. */
export function operationCall<Target extends WriteTarget>(
  operations: ReadonlyMap<string, Operation<Target>>,
  { tool, arguments: args }: NamedCall,
): OperationCall<Target> | undefined {
  const operation = operations.get(tool);
  const parsed = operation?.tool.input.safeParse(args);
  return operation !== undefined && parsed?.success === true ? { operation, args: parsed.data } : undefined;
}

/** What the calls need together: the access of the highest, and at least that of a write. */
export async function accessOfCalls<Target extends WriteTarget>(
  calls: Iterable<OperationCall<Target>>,
  caller: AccessCaller,
): Promise<Access> {
  let highest: Access = 'write';
  for (const { operation, args } of calls) {
    const { tool } = operation;
    const access = tool.accessOf?.(args as Record<string, unknown>, caller) ?? tool.access;
    highest = higher(highest, typeof access === 'function' ? await access() : access);
    highest = higher(highest, tool.access);
  }
  return highest;
}

export function higher(one: Access, other: Access): Access {
  return ACCESS_RANK[other] > ACCESS_RANK[one] ? other : one;
}
