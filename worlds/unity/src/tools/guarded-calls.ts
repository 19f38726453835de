import type { JsonValue } from '@worldwire/protocol';
import {
  type Access,
  type Context,
  clientOf,
  operationOf,
  type ToolPlan,
  WorldError,
} from '@worldwire/server';
import {
  canAsk,
  confirmLarge,
  type OnceByKey,
  planDigest,
  requestDigest,
  requirePlan,
  resultBytesOf,
  undoLine,
} from '@worldwire/server/kit';
import type { z } from 'zod';
import { askPerson, requireConfirm } from '../gates/confirmation.js';
import type { Gates } from '../gates/gates.js';
import type { Scene } from '../scene/scene.js';
import { bounded, type Journal, type Outcome } from '../writes/journal.js';
import { requireRevision } from '../writes/revision.js';
import { Write } from '../writes/write.js';
import { WriteTurns } from '../writes/write-turns.js';
import { passes } from './failure.js';
import { effectOf } from './planned-effect.js';
import type { Writing } from './writing.js';

/** Bytes of before and after in an answer. Larger values are shortened. */
const MAX_VALUES = 16 * 1024;

export interface GuardedCallsParts {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly journal: Journal;
  readonly retries: OnceByKey<object>;
  /** The name of the engine, which the digest of a plan covers: a plan for one engine is not valid for another. */
  readonly engineName?: () => string | undefined;
  /** Throws if another agent holds the engine. */
  requireFree?(context: Context): void;
}

/** Runs guarded calls: gates, names, allowlists, questions, dry runs, expected plans and revisions, and the journal. */
export class GuardedCalls {
  readonly #parts: GuardedCallsParts;
  readonly #turns = new WriteTurns();
  /** The access with which the outcomes of operation keys came about. */
  readonly #accesses = new WeakMap<Promise<object>, Access>();

  constructor(parts: GuardedCallsParts) {
    this.#parts = parts;
  }

  /** `read` validates the arguments. */
  async run<Input extends z.ZodObject, Prepared extends object>(
    definition: Writing<Input, Prepared>,
    given: unknown,
    context: Context,
    read: () => z.output<Input>,
  ): Promise<object> {
    const write = new Write(this.#parts.scene, context, () => {
      // Another agent may have taken the engine while this call waited for a person or for its turn.
      this.#parts.requireFree?.(context);
    });
    try {
      const args = read();
      this.#guard(definition);
      const { key, dryRun } = operationOf(context);
      const call = new GuardedCall(definition, args, given, context, this.#parts.engineName?.());
      if (dryRun === true) return await this.#planned(call);
      if (key === undefined) return await this.#applied(call, write);
      const digest = requestDigest([definition.name, args]);
      const apply = () => {
        const outcome = this.#applied(call, write);
        this.#accesses.set(outcome, context.access);
        return outcome;
      };
      const retry = (first: Promise<object>) => context.waiting(first);
      return await this.#parts.retries.run(context.principal, key, digest, apply, retry);
    } catch (thrown) {
      if (!passes(thrown) && context.operation.dryRun !== true) {
        this.#failed(definition.name, given, write, thrown);
      }
      throw thrown;
    }
  }

  /** What the call would change, for the person who approves it. */
  async plan<Input extends z.ZodObject, Prepared extends object>(
    definition: Writing<Input, Prepared>,
    args: z.output<Input>,
    context: Context,
  ): Promise<ToolPlan> {
    this.#guard(definition);
    const call = new GuardedCall(definition, args, args, context, this.#parts.engineName?.());
    const { plan, digest, undo } = await this.#plan(call);
    const { before, after } = inAnswer(plan.before ?? null, plan.after ?? null);
    const values = { before: before as JsonValue, after: after as JsonValue };
    return { effect: effectOf(plan, undo, definition, args), digest, values };
  }

  /** The access of the call whose outcome a retry with this key gets. */
  accessOfRetry(principal: string, key: string | undefined): Access | undefined {
    const known = key === undefined ? undefined : this.#parts.retries.find(principal, key);
    return known === undefined ? undefined : this.#accesses.get(known.outcome);
  }

  #guard(definition: Pick<Writing<z.ZodObject>, 'name' | 'selfGuarded' | 'evaluates'>): void {
    const { gates } = this.#parts;
    if (definition.selfGuarded !== true) gates.requireWrites(definition.name);
    if (definition.evaluates === true) gates.requireEval(definition.name);
  }

  async #planned<Input extends z.ZodObject, Prepared extends object>(
    call: GuardedCall<Input, Prepared>,
  ): Promise<object> {
    const { revision } = this.#parts.journal;
    const { plan, digest, undo } = await this.#plan(call);
    const { before, after, more } = plan;
    return { ok: true, dryRun: true, digest, revision, ...more, ...inAnswer(before, after), undo };
  }

  async #plan<Input extends z.ZodObject, Prepared extends object>(call: GuardedCall<Input, Prepared>) {
    requireRevision(this.#parts.journal, operationOf(call.context).ifRevision);
    const prepared = await call.prepared();
    const { digest, ...plan } = await call.plan(prepared);
    const final = call.final(prepared);
    const undo = final === undefined ? 'UndoWrite with the journalId of the write' : `none: ${final}`;
    return { plan, digest, undo };
  }

  async #applied<Input extends z.ZodObject, Prepared extends object>(
    call: GuardedCall<Input, Prepared>,
    write: Write,
  ): Promise<object> {
    const { journal, gates } = this.#parts;
    const { definition, args, context } = call;
    const { ifRevision, expectDigest } = operationOf(context);
    const needsConfirm = gates.settings.requireConfirm && definition.unconfirmed !== true;
    if (needsConfirm) requireConfirm(definition.name, args, context);
    requireRevision(journal, ifRevision);
    const prepared = await call.prepared();
    const isLarge = definition.isLarge?.(args, prepared) === true;
    const digest = expectDigest !== undefined || isLarge ? (await call.plan(prepared)).digest : undefined;
    // Before a person is asked: the question shows what the digest is about.
    if (digest !== undefined) requirePlan(expectDigest, digest);
    const isAsked = (definition.asks?.(args, prepared) ?? needsConfirm) && canAsk(context);
    if (isAsked) await askPerson(definition.name, call.question(prepared), call.shown(prepared), context);
    else if (isLarge && digest !== undefined) {
      await confirmLarge(context, { message: call.question(prepared) as string, digest });
    }
    const work = async () => {
      // A gate may have been closed while the person was asked, or while the call waited for its turn.
      context.requireAllowed?.();
      this.#guard(definition);
      await definition.permit?.(args, prepared);
      requireRevision(journal, ifRevision);
      const now = digest === undefined ? prepared : await call.prepared();
      if (digest !== undefined) requirePlan(digest, (await call.plan(now)).digest);
      write.started = true;
      return this.#done(call, write, await definition.run(args, write, context, now), now);
    };
    const isGuarded = ifRevision !== undefined || digest !== undefined;
    const done = isGuarded ? this.#turns.alone(work) : this.#turns.together(work);
    // Around the turn, and not within it: others wait for the turn.
    return definition.waits === true ? context.waiting(done) : done;
  }

  #done<Input extends z.ZodObject, Prepared extends object>(
    call: GuardedCall<Input, Prepared>,
    { before, after, changes }: Write,
    answer: object,
    prepared: Prepared,
  ): object {
    const { definition, given, context } = call;
    const isFinal = changes.every(({ reversal }) => reversal.final !== undefined);
    const final = isFinal ? (changes[0]?.reversal.final ?? call.final(prepared) ?? NOT_KEPT) : undefined;
    const { id } = this.#parts.journal.add({
      principal: context.principal,
      client: clientOf(context),
      tool: definition.name,
      args: given,
      access: context.access,
      before,
      after,
      outcome: 'done',
      changed: true,
      changes,
      final,
    });
    const values = 'before' in answer ? inAnswer(before, after) : {};
    return {
      ...answer,
      ...values,
      revision: this.#parts.journal.revision,
      journalId: id,
      undo: final === undefined ? undoLine('UndoWrite', { id }) : `none: ${final}`,
    };
  }

  #failed(tool: string, args: unknown, write: Write, thrown: unknown): void {
    const { before, after, changes, started, context } = write;
    const denied = thrown instanceof WorldError && thrown.kind === 'PermissionDenied';
    const outcome: Outcome = denied ? 'denied' : 'failed';
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const { principal, access } = context;
    const values = { before, after, changes, changed: started };
    const client = clientOf(context);
    this.#parts.journal.add({ principal, client, tool, args, access, ...values, outcome, error });
  }
}

const NOT_KEPT = 'the value before cannot be written back.';

/** One call of a guarded tool with its arguments. */
class GuardedCall<Input extends z.ZodObject, Prepared extends object> {
  constructor(
    readonly definition: Writing<Input, Prepared>,
    readonly args: z.output<Input>,
    /** The arguments as they came, for the journal. */
    readonly given: unknown,
    readonly context: Context,
    readonly engine: string | undefined,
  ) {}

  /** Names are checked before allowlists, except in the dialect: a misspelt name must not be answered with a permission. */
  async prepared(): Promise<Prepared> {
    const { definition, args, context } = this;
    if (context.dialect !== undefined) definition.admit?.(args);
    const prepared = ((await definition.prepare?.(args, context)) ?? {}) as Prepared;
    await definition.permit?.(args, prepared);
    return prepared;
  }

  async plan(prepared: Prepared) {
    const { name, plan } = this.definition;
    const planned = await plan(this.args, prepared);
    const { before, after, more, covers = [before, after] } = planned;
    return { ...planned, digest: planDigest([name, this.shown(prepared), covers, more, this.engine]) };
  }

  question(prepared: Prepared): string | undefined {
    const question = this.definition.question?.(this.args, prepared);
    const final = this.definition.destructive === true ? this.final(prepared) : undefined;
    return question !== undefined && final !== undefined
      ? `${question} It cannot be undone: ${final}`
      : question;
  }

  final(prepared: Prepared): string | undefined {
    const { final } = this.definition;
    return typeof final === 'function' ? final(this.args, prepared) : final;
  }

  /** The arguments, and what they refer to where the tool shows that. */
  shown(prepared: Prepared): object {
    const { confirm: _, ...rest } = this.args as Record<string, unknown>;
    return { ...rest, ...this.definition.shows?.(prepared) };
  }
}

/** The values of a write, shortened if they are large. */
function inAnswer(before: unknown, after: unknown) {
  if (resultBytesOf([before, after]) <= MAX_VALUES) return { before, after };
  return { before: bounded(before), after: bounded(after), shortened: true };
}
