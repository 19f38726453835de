import type { JsonValue } from '@worldwire/protocol';
import type { Access, AccessCaller, AccessLater, Context } from '@worldwire/server';
import type { z } from 'zod';
import type { PreparedWrite, WriteTarget } from './prepared-write.js';

/** A write that undo can call again, by the name of its tool. */
export interface Operation<Target extends WriteTarget> {
  readonly input: z.ZodObject;
  /** What a call with these arguments needs. */
  access(args: object, caller: AccessCaller): Access | AccessLater;
  /** What the call changes, in words. Calls with the same subject change the same value. */
  subject(args: object): string;
  same(asked: JsonValue, found: JsonValue): boolean;
  prepare(args: object, context: Context): PreparedWrite<Target>;
}
