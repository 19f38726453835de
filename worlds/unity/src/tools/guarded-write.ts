import type { JsonObject } from '@worldwire/protocol';
import { type Context, operationOf } from '@worldwire/server';
import { canAsk, resultBytesOf } from '@worldwire/server/kit';
import {
  needsConfirmation,
  type PlannedWrite,
  type PreparedWrite,
  type WriteResult,
  type WriteTarget,
} from '@worldwire/writes';
import type { z } from 'zod';
import { askPerson, requireConfirm } from '../gates/confirmation.js';
import type { Gates } from '../gates/gates.js';
import { bounded } from '../writes/bounded.js';
import { effectOf } from '../writes/planned-effect.js';
import { asJson } from '../writes/value-kind.js';
import type { Write } from '../writes/write.js';
import type { Writing } from './writing.js';

/** Bytes of before and after in an answer. Larger values are shortened. */
const MAX_VALUES = 16 * 1024;
const NOT_KEPT = 'the value before cannot be written back.';

export interface GuardedWriteParts {
  readonly gates: Gates;
  /** The name of the engine, which the digest of a plan covers: a plan for one engine is not valid for another. */
  readonly engineName: () => string | undefined;
  /** Throws if another agent holds the engine, or if it does not answer, so that the operation key stays unused. */
  requireReady(context: Context): Promise<void>;
  /** Objects that a write removes or overwrites without a question. */
  readonly confirmAbove: number;
  /** What an approved plan of the same call has found. */
  readonly found: WeakMap<object, object>;
}

interface ScenePlan<Prepared> extends PlannedWrite {
  readonly prepared: Prepared;
}

/** One call of a guarded tool with its arguments: its gates, names, allowlists, plan and question. */
export class GuardedWrite<Input extends z.ZodObject, Prepared extends object>
  implements PreparedWrite<WriteTarget, ScenePlan<Prepared>>
{
  readonly #parts: GuardedWriteParts;
  readonly #definition: Writing<Input, Prepared>;
  readonly #args: z.output<Input>;
  /** As they came: the same object for a plan and its call. */
  readonly #given: object;
  readonly #context: Context;
  readonly #write: Write;
  #prepared: Promise<Prepared> | undefined;
  /** A person who is asked about each write sees its arguments, and no plan is made. */
  #isOnlyAsked = false;

  constructor(
    parts: GuardedWriteParts,
    definition: Writing<Input, Prepared>,
    { args, given }: { readonly args: z.output<Input>; readonly given: object },
    context: Context,
    write: Write,
  ) {
    this.#parts = parts;
    this.#definition = definition;
    this.#args = args;
    this.#given = given;
    this.#context = context;
    this.#write = write;
  }

  async permit(): Promise<void> {
    const { gates } = this.#parts;
    const { name, selfGuarded, evaluates, withoutEngine } = this.#definition;
    this.#prepared = undefined;
    if (selfGuarded !== true) gates.requireWrites(name);
    if (evaluates === true) gates.requireEval(name);
    if (operationOf(this.#context).dryRun === true) return;
    if (this.#needsConfirm) requireConfirm(name, this.#args, this.#context);
    // Another agent may have taken the engine while this call waited for a person or for its turn.
    if (withoutEngine !== true) await this.#parts.requireReady(this.#context);
  }

  /** Most plans need no confirmation, and are not made. */
  async needsPlan(): Promise<boolean> {
    const prepared = await this.#prepare();
    const mayBeLarge = this.#definition.mayAsk?.(this.#args, prepared) === true;
    const isAsked = this.#isAsked(prepared);
    this.#isOnlyAsked = isAsked && !mayBeLarge;
    return isAsked || mayBeLarge;
  }

  async plan(): Promise<ScenePlan<Prepared>> {
    const { found, engineName, confirmAbove } = this.#parts;
    const { plan, plansAgain, unconfirmed } = this.#definition;
    const prepared = await this.#prepare();
    if (this.#isOnlyAsked) {
      const nothing = { before: null, after: null, items: [], answer: {} };
      return { ...nothing, prepared, covers: [this.#shown(prepared)], ask: () => this.#ask(prepared) };
    }
    if (plansAgain === true) found.set(this.#given, prepared);
    const planned = await plan(this.#args, prepared);
    const { more, covers = [planned.before, planned.after] } = planned;
    const [before, after] = [asJson(planned.before), asJson(planned.after)];
    const final = this.#final(prepared);
    const undo = final === undefined ? 'UndoWrite with the journalId of the write' : `none: ${final}`;
    const effect = effectOf(planned, undo, this.#definition, this.#args as object);
    // In the dialect, whose document has `confirm`, only the number counts.
    const isFinal = final !== undefined && planned.items !== undefined && this.#context.dialect === undefined;
    const large =
      planned.isLarge ??
      needsConfirmation({ losses: effect.totals.removes + effect.totals.overwrites, isFinal }, confirmAbove);
    const question = large && unconfirmed !== true ? this.#question(prepared) : undefined;
    return {
      ...{ prepared, before, after, items: planned.items ?? [] },
      answer: asJson({ ok: true, ...more, ...inAnswer(before, after), undo }) as JsonObject,
      covers: [this.#shown(prepared), covers, more, engineName()],
      effect,
      ...(question !== undefined && { question }),
      ...(this.#isAsked(prepared) && { ask: () => this.#ask(prepared) }),
    };
  }
  async run(_: WriteTarget, planned: ScenePlan<Prepared> | undefined): Promise<WriteResult> {
    const prepared = planned?.prepared ?? (await this.#prepare());
    this.#write.started = true;
    const answer = await this.#definition.run(this.#args, this.#write, this.#context, prepared);
    const write = this.#write;
    const none = this.#final(prepared) ?? NOT_KEPT;
    return {
      answer: { ...answer, ...('before' in answer && inAnswer(write.before, write.after)) } as JsonObject,
      before: asJson(write.before),
      after: asJson(write.after),
      undo: write.undo ?? (write.steps.length > 0 ? { steps: write.steps } : { none }),
    };
  }

  left() {
    const { before, after, steps, started } = this.#write;
    return {
      isUnsure: started,
      before: asJson(before),
      after: asJson(after),
      ...(steps.length > 0 && { undo: { steps } }),
    };
  }

  get #needsConfirm(): boolean {
    return this.#parts.gates.settings.requireConfirm && this.#definition.unconfirmed !== true;
  }

  #prepare(): Promise<Prepared> {
    this.#prepared ??= this.#read();
    return this.#prepared;
  }

  /** Names are checked before allowlists, except in the dialect: a misspelt name must not be answered with a permission. */
  async #read(): Promise<Prepared> {
    const { admit, prepare, permit } = this.#definition;
    if (this.#context.dialect !== undefined) admit?.(this.#args);
    const prepared = (this.#found() ?? (await prepare?.(this.#args, this.#context)) ?? {}) as Prepared;
    await permit?.(this.#args, prepared);
    return prepared;
  }

  /** What the plan of this very call found, as approvals make it. It is made again, and differs where that is out of date. */
  #found(): object | undefined {
    const { found } = this.#parts;
    const known = found.get(this.#given);
    found.delete(this.#given);
    return known;
  }

  #final(prepared: Prepared): string | undefined {
    const { final } = this.#definition;
    return typeof final === 'function' ? final(this.#args, prepared) : final;
  }

  /** The sentence for a person, who is told what cannot be undone. */
  #question(prepared: Prepared): string | undefined {
    const { question, destructive } = this.#definition;
    const sentence = question?.(this.#args, prepared);
    const final = destructive === true ? this.#final(prepared) : undefined;
    return sentence !== undefined && final !== undefined
      ? `${sentence} It cannot be undone: ${final}`
      : sentence;
  }

  #isAsked(prepared: Prepared): boolean {
    return (this.#definition.asks?.(this.#args, prepared) ?? this.#needsConfirm) && canAsk(this.#context);
  }

  #ask(prepared: Prepared): Promise<void> {
    const { name } = this.#definition;
    return askPerson(name, this.#question(prepared), this.#shown(prepared), this.#context);
  }

  /** The arguments, and what they refer to where the tool shows that. */
  #shown(prepared: Prepared): object {
    const { confirm: _, ...rest } = this.#args as Record<string, unknown>;
    return { ...rest, ...this.#definition.shows?.(prepared) };
  }
}

/** The values of a write, shortened if they are large. */
function inAnswer(before: unknown, after: unknown): object {
  if (resultBytesOf([before, after]) <= MAX_VALUES) return { before, after };
  return { before: bounded(before), after: bounded(after), shortened: true };
}
