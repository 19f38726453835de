import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { type Context, operationOf, WorldError } from '@worldwire/server';
import {
  Mutex,
  ReadBackDiffers,
  requestDigest,
  requireSameRequest,
  untilAborted,
} from '@worldwire/server/kit';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { CallOptions, Provenance, UnrealSource } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import { worldError } from '../sources/source-errors.js';
import type { Sources } from '../sources/sources.js';
import { fitValue } from './fit-values.js';
import type { Intent, WriteLog, WriteOutcome } from './write-log.js';

const MAX_PENDING = 100;
/** Characters of a value that the journal keeps of a write that was read back otherwise. */
const MAX_VALUE = 16_000;
const NEW_KEY = 'Read the current value, then try again with a new operation key.';

/** The source that a write changes. */
export interface WriteTarget {
  readonly provenance: Provenance;
  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>>;
}

export interface WriteResult {
  readonly answer: JsonObject;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** URIs of resources that may have changed. */
  readonly touched?: readonly string[];
}

export interface Receipt {
  readonly answer: JsonObject;
  readonly revision: number;
  readonly provenance: Provenance;
  readonly replayed: boolean;
}

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

  constructor(
    sources: Sources,
    readonly log: WriteLog,
    observer: WriteObserver,
  ) {
    this.#sources = sources;
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

  async perform(
    tool: string,
    args: JsonObject,
    context: Context,
    work: (target: WriteTarget) => Promise<WriteResult>,
  ): Promise<Receipt> {
    if (this.#mutex.pending >= MAX_PENDING) {
      throw new WorldError(
        'RateLimited',
        `${MAX_PENDING} writes are pending.`,
        'Try again when some of them are done.',
      );
    }
    const { ifRevision, ...caller } = operationOf(context);
    const intent = { ...caller, tool, arguments: args, fingerprint: requestDigest([tool, args]) };
    return this.#mutex.run(async () => {
      const known = await this.#recorded(intent);
      if (known !== undefined) return known;
      const source = this.#sources.writer;
      const options = optionsOf(context);
      await requireAnswering(source, options);
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
    }, context.signal);
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
    if (outcome === 'done') return { answer: answer ?? {}, revision, provenance, replayed: true };
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
      result = await work({
        provenance,
        // A caller that left must not block the other writes, even where the source ignores the signal.
        call: (name, params) => untilAborted(source.call(name, params, options), options.signal),
      });
    } catch (thrown) {
      const reason = thrown instanceof UnrealError ? doubted(thrown) : thrown;
      await this.#settle(revision, intent, failureOf(reason, provenance));
      throw reason instanceof UnrealError ? worldError(reason) : reason;
    }
    const { answer, before, after } = result;
    const settled = { outcome: 'done', provenance, before, after, answer } as const;
    const outcome = await this.#settle(revision, intent, settled);
    return { result, receipt: { answer, revision: outcome, provenance, replayed: false } };
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

/** A write that timed out may have been done. */
function doubted(error: UnrealError): UnrealError {
  const { kind, message, enable, unsure } = error;
  return kind === 'timeout' && !unsure ? new UnrealError(kind, message, enable, true) : error;
}

function failureOf(thrown: unknown, provenance: Provenance): WriteOutcome {
  if (thrown instanceof ReadBackDiffers) {
    const [before, after] = [thrown.values.before, thrown.values.after].map(value =>
      fitValue(value as JsonValue, MAX_VALUE),
    ) as [JsonValue, JsonValue];
    return { outcome: 'failed', provenance, before, after, error: errorOf(thrown) };
  }
  const nothing = { provenance, before: null, after: null };
  if (thrown instanceof UnrealError) {
    return { ...nothing, outcome: thrown.unsure ? 'unsure' : 'failed', error: errorOf(worldError(thrown)) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { ...nothing, outcome: 'unsure', error: { kind: 'Internal', message } };
}

function errorOf({ kind, message, hint }: WorldError): NonNullable<WriteOutcome['error']> {
  return { kind, message, ...(hint !== undefined && { hint }) };
}
