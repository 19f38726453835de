import type { JsonObject } from '@worldwire/protocol';
import { type Context, operationOf, WorldError } from '@worldwire/server';
import {
  confirmLarge,
  Mutex,
  Places,
  planDigest,
  requestDigest,
  requirePlan,
  requireSameRequest,
  untilAborted,
} from '@worldwire/server/kit';
import { UnrealError } from '../../port/unreal-error.js';
import type { CallOptions, UnrealSource } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import { worldError } from '../sources/source-errors.js';
import { DEFAULT_PERCENT, type Sources } from '../sources/sources.js';
import { fitValue } from './fit-values.js';
import type { WriteOutcome } from './log-entry.js';
import { effectOf } from './plan-effect.js';
import type { PlannedWrite, PreparedWrite, Receipt, WriteResult } from './prepared-write.js';
import { undoText } from './undo-step.js';
import { doubted, failureOf, MAX_VALUE } from './write-failures.js';
import type { Intent, WriteLog } from './write-log.js';
import type { WriteTarget } from './write-target.js';

const MAX_PENDING = 100;
const NEW_KEY =
  'Read the current value with get_property or get_actor, then try again with a new operationKey.';

/** One write runs at a time. */
export interface WriteObserver {
  writeStarted(): void;
  /** Called when the outcome is in the journal or unknown. */
  writeEnded(touched: readonly string[]): void;
}

/** Runs each write once and records it: the intent before, the outcome after. */
export class Writes {
  readonly #sources: Sources;
  readonly #observer: WriteObserver;
  /** An editor does one thing at a time, and each write must see the result of the one before. */
  readonly #mutex = new Mutex();
  readonly #running = new Set<number>();
  readonly #places: Places;

  constructor(
    sources: Sources,
    readonly log: WriteLog,
    observer: WriteObserver,
    /** The limit `principalPercent`. */
    percent = DEFAULT_PERCENT,
  ) {
    this.#sources = sources;
    this.#places = new Places({
      ...{ limit: 'unrealWrites', total: MAX_PENDING, percent, of: 'this world' },
      ...{ things: 'writes', state: 'are pending' },
      next: 'Try again with the same operationKey when some of them are done.',
    });
    this.#observer = observer;
  }

  /** Revisions of the intents of running writes. */
  get running(): ReadonlySet<number> {
    return this.#running;
  }

  /** Resolves when the outcome of every running write is in the journal. */
  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  /** Plans the write if it is a dry run; otherwise does it, after the confirmation that its plan may need. */
  async perform<Plan extends PlannedWrite>(
    tool: string,
    args: JsonObject,
    context: Context,
    write: PreparedWrite<Plan>,
  ): Promise<Receipt> {
    const { ifRevision, dryRun, expectDigest, ...caller } = operationOf(context);
    const { access } = context;
    const intent = { ...caller, tool, arguments: args, access, fingerprint: requestDigest([tool, args]) };
    const options = optionsOf(context);
    if (dryRun) {
      return this.#turn(context, () => this.#dryRun(intent, ifRevision, options, write));
    }
    for (let confirmed = expectDigest; ; ) {
      const outcome = await this.#turn(context, async () => {
        const known = await this.#recorded(intent);
        if (known !== undefined) return known;
        const source = await this.#answering(options);
        let plan: Plan | undefined;
        if (write.needsPlan === true || expectDigest !== undefined) {
          await this.log.requireRevision(ifRevision);
          try {
            plan = await write.plan(targetOf(source, options));
          } catch (thrown) {
            if (!(thrown instanceof UnrealError)) throw thrown;
            // The journal has the failure, so that a retry with the same key fails the same way.
            return this.#perform(intent, ifRevision, source, options, () => Promise.reject(thrown));
          }
          const digest = digestOf(intent, plan);
          requirePlan(expectDigest, digest);
          if (plan.question !== undefined && digest !== confirmed) return { message: plan.question, digest };
        }
        return this.#perform(intent, ifRevision, source, options, target => write.run(target, plan));
      });
      if ('answer' in outcome) return outcome;
      // Other writes run while the person is asked, so that the plan is made again.
      await confirmLarge(context, outcome);
      confirmed = outcome.digest;
    }
  }

  /** Runs the work alone. A write that waits for its person has no place. */
  #turn<Result>({ principal, signal }: Context, work: () => Promise<Result>): Promise<Result> {
    return this.#places.run(principal, () => this.#mutex.run(work, signal));
  }

  async #dryRun<Plan extends PlannedWrite>(
    intent: Intent,
    ifRevision: number | undefined,
    options: CallOptions,
    write: PreparedWrite<Plan>,
  ): Promise<Receipt> {
    const revision = await this.log.requireRevision(ifRevision);
    const source = await this.#answering(options);
    const plan = await write.plan(targetOf(source, options)).catch((thrown: unknown) => {
      throw thrown instanceof UnrealError ? worldError(thrown) : thrown;
    });
    const { answer, question } = plan;
    const effect = effectOf(plan);
    const asks = question !== undefined && { question };
    return {
      answer: { ...answer, ...asks, dryRun: true, digest: digestOf(intent, plan) },
      revision,
      provenance: source.provenance,
      effect,
    };
  }

  async #perform(
    intent: Intent,
    ifRevision: number | undefined,
    source: UnrealSource,
    options: CallOptions,
    work: (target: WriteTarget) => Promise<WriteResult>,
  ): Promise<Receipt> {
    const revision = await this.log.intend(intent, ifRevision);
    this.#running.add(revision);
    this.#observer.writeStarted();
    let touched: readonly string[] = [];
    try {
      const { result, receipt } = await this.#run(revision, intent, source, options, work);
      touched = result.touched ?? [];
      return receipt;
    } finally {
      this.#running.delete(revision);
      this.#observer.writeEnded(touched);
    }
  }

  async #answering(options: CallOptions): Promise<UnrealSource> {
    const source = this.#sources.writer;
    await requireAnswering(source, options);
    return source;
  }

  /** The outcome of the first call with this key. Two calls with one key never run at once, because of the mutex. */
  async #recorded({ principal, key, fingerprint, tool }: Intent): Promise<Receipt | undefined> {
    const intent = key === undefined ? undefined : await this.log.intentOf(principal, key);
    if (intent === undefined) return undefined;
    requireSameRequest(intent.fingerprint, fingerprint);
    const found = await this.log.outcomeOf(principal, intent.revision);
    if (found === undefined) throw unknownOutcome(tool, 'the server stopped before it was recorded.');
    const { revision, settled } = found;
    const { outcome, provenance, answer, error } = settled;
    if (outcome === 'done') {
      const undone = settled.undo && { undo: undoText(settled.undo, revision) };
      return { answer: { ...answer, ...undone, replayed: true }, revision, provenance };
    }
    if (outcome === 'unsure') throw unknownOutcome(tool, error?.message ?? '');
    const hint = 'This is the outcome of the first call with this operation key. Use a new key to try again.';
    throw new WorldError(
      error?.kind ?? 'Internal',
      error?.message ?? '',
      [error?.hint, hint].filter(Boolean).join(' '),
    );
  }

  async #run(
    revision: number,
    intent: Intent,
    source: UnrealSource,
    options: CallOptions,
    work: (target: WriteTarget) => Promise<WriteResult>,
  ): Promise<{ readonly result: WriteResult; readonly receipt: Receipt }> {
    const { provenance } = source;
    let result: WriteResult;
    try {
      result = await work(targetOf(source, options));
    } catch (thrown) {
      const reason = thrown instanceof UnrealError ? doubted(thrown) : thrown;
      await this.#settle(revision, intent, failureOf(reason, provenance));
      throw reason instanceof UnrealError ? worldError(reason) : reason;
    }
    const { answer, undo } = result;
    const [before, after] = [fitValue(result.before, MAX_VALUE), fitValue(result.after, MAX_VALUE)];
    const settled = { outcome: 'done', provenance, before, after, answer, undo } as const;
    const outcome = await this.#settle(revision, intent, settled);
    const undone = { undo: undoText(undo, outcome) };
    return { result, receipt: { answer: { ...answer, ...undone }, revision: outcome, provenance } };
  }

  async #settle(revision: number, intent: Intent, settled: WriteOutcome): Promise<number> {
    try {
      return await this.log.settle(revision, intent, settled);
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      const message = `${intent.tool}: the outcome (${settled.outcome}) could not be recorded. ${thrown.message}`;
      throw new WorldError(thrown.kind, message, NEW_KEY);
    }
  }
}

/** The digest of what a write would change. */
function digestOf({ tool, arguments: args }: Intent, { before, after, question }: PlannedWrite): string {
  return planDigest([tool, args, before, after, question ?? null]);
}

function targetOf(source: UnrealSource, options: CallOptions): WriteTarget {
  return {
    provenance: source.provenance,
    // A caller that left must not block the other writes, even where the source ignores the signal.
    call: (name, params) => untilAborted(source.call(name, params, options), options.signal),
  };
}

function unknownOutcome(tool: string, reason: string): WorldError {
  return new WorldError('Conflict', `It is unknown whether this ${tool} was done: ${reason}`, NEW_KEY);
}

/** Makes a harmless call to an editor that is away, so that the operation key stays unused until it is back. */
async function requireAnswering(source: UnrealSource, options: CallOptions): Promise<void> {
  const { status } = source.state;
  if (status !== 'gone' && status !== 'connecting') return;
  try {
    await source.call('project.describe', {}, options);
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    if (thrown.kind === 'gone') throw worldError(thrown);
  }
}
