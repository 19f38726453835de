import type { Access, AccessCaller, AccessLater, Context, RaisedAccess } from '@worldwire/server';
import type { z } from 'zod';
import type { Plan } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';

export interface Described<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  /** Whether hosts with the extension MCP Apps show the scene beside the result. */
  readonly view?: true;
  /** The fields of the answer. */
  readonly output: z.ZodRawShape;
}

export interface Reading<Input extends z.ZodObject> extends Described<Input> {
  /** Returns the fields of the answer, or a ToolAnswer with these and further content. */
  run(args: z.output<Input>, context: Context): object | Promise<object>;
}

export interface Writing<Input extends z.ZodObject, Prepared extends object = object>
  extends Described<Input> {
  /** Runs code, so that it needs enableConsoleEval too. */
  readonly evaluates?: boolean;
  /** Has the access of code without running any: what it writes runs later. */
  readonly danger?: boolean;
  /** The access of a call, where it depends on the arguments: see `Tool.accessOf`. */
  accessOf?(args: z.output<Input>, caller: AccessCaller): Access | AccessLater;
  readonly raises?: readonly RaisedAccess[];
  /** May delete or overwrite. */
  readonly destructive?: boolean;
  /** A second call changes nothing more. */
  readonly idempotent?: boolean;
  /** Needs no confirmation, and has no argument `confirm`. */
  readonly unconfirmed?: boolean;
  /** Whether the person is asked, if the client can. Default: with requireConfirm, unless it is `unconfirmed`. */
  asks?(args: z.output<Input>, prepared: Prepared): boolean;
  /** Waits most of its time, such as for frames of the scene: see `Context.waiting`. */
  readonly waits?: boolean;
  /** Checks its own permission, and can be called while writes are off. */
  readonly selfGuarded?: boolean;
  /** Why the write cannot be undone. */
  readonly final?: string | ((args: z.output<Input>, prepared: Prepared) => string | undefined);
  /** Reads what the arguments refer to. Throws if that does not exist. */
  prepare?(args: z.output<Input>, context: Context): Promise<Prepared> | Prepared;
  /**
   * Throws if an allowlist has no entry that the given names could mean. For the dialect, whose document wants allowlists before names;
   * other clients are told the nearest names first.
   */
  admit?(args: z.output<Input>): void;
  /** Throws if an allowlist forbids the call. */
  permit?(args: z.output<Input>, prepared: Prepared): void | Promise<void>;
  /** The question to a person, with names instead of ids: "Delete Turret (/Arena/Turret, 3 children)?" */
  question?(args: z.output<Input>, prepared: Prepared): string;
  /** What the confirmation shows, and the digest covers, beside the arguments. */
  shows?(prepared: Prepared): object;
  /** Whether its plan may lose so much that a person must accept it. Needs `question`. Default: no. */
  mayAsk?(args: z.output<Input>, prepared: Prepared): boolean;
  /** Whether the plan reads again all that was prepared, so that an approved call need not prepare it again. */
  readonly plansAgain?: boolean;
  /** Changes files and settings alone. */
  readonly withoutEngine?: boolean;
  /** Changes nothing. */
  plan(args: z.output<Input>, prepared: Prepared): Promise<Plan> | Plan;
  run(args: z.output<Input>, write: Write, context: Context, prepared: Prepared): Promise<object>;
}
