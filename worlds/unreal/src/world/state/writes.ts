import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { type Context, operationOf, WorldError } from '@worldwire/server';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { CallOptions, Provenance, UnrealSource } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import { worldError } from '../sources/source-errors.js';
import type { Sources } from '../sources/sources.js';
import { fingerprint } from './fingerprint.js';
import { ReadBackMismatch } from './read-back.js';
import { Turns } from './turns.js';
import type { Intent, WriteLog, WriteOutcome } from './write-log.js';

const NEW_KEY = 'Read back what is there, then try again with a new operation key.';

/** The way of a write to its source. */
export interface WriteTarget {
  readonly provenance: Provenance;
  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>>;
}

/** What a write did, as its caller and the journal see it. */
export interface WriteResult {
  readonly answer: JsonObject;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Addresses of what may read differently now. */
  readonly touched?: readonly string[];
}

export interface Receipt {
  readonly answer: JsonObject;
  readonly revision: number;
  readonly provenance: Provenance;
  readonly replayed: boolean;
}

/** Whoever tells others what was written. One write is at work at a time. */
export interface WriteObserver {
  writeStarted(): void;
  /** Its outcome is in the journal, or what became of it is unknown. */
  writeEnded(touched: readonly string[]): void;
}

/** Does each write once, and leaves a record of it whatever happens: the intent before, the outcome behind. */
export class Writes {
  readonly #sources: Sources;
  readonly #news: WriteObserver;
  readonly #turns = new Turns();
  readonly #running = new Set<number>();

  constructor(
    sources: Sources,
    readonly log: WriteLog,
    news: WriteObserver,
  ) {
    this.#sources = sources;
    this.#news = news;
  }

  /** The intents of the writes at work. */
  get running(): ReadonlySet<number> {
    return this.#running;
  }

  /** Resolves when what is under way has its outcome in the journal. */
  get idle(): Promise<void> {
    return this.#turns.idle;
  }

  perform(
    tool: string,
    args: JsonObject,
    context: Context,
    work: (target: WriteTarget) => Promise<WriteResult>,
  ): Promise<Receipt> {
    const { ifRevision, ...who } = operationOf(context);
    const intent = { ...who, tool, arguments: args, fingerprint: fingerprint(tool, args) };
    return this.#turns.take(context.signal, async () => {
      const known = await this.#recorded(intent);
      if (known !== undefined) return known;
      const source = this.#sources.writer;
      const options = optionsOf(context);
      await requireAnswering(source, options);
      const revision = await this.log.intend(intent, ifRevision);
      this.#running.add(revision);
      this.#news.writeStarted();
      let touched: readonly string[] = [];
      try {
        const { done, receipt } = await this.#carryOut(revision, intent, source, options, work);
        touched = done.touched ?? [];
        return receipt;
      } finally {
        this.#running.delete(revision);
        this.#news.writeEnded(touched);
      }
    });
  }

  /** What this key brought the first time. Two calls with one key never are at work at once: each waits for its turn. */
  async #recorded({ principal, key, fingerprint, tool }: Intent): Promise<Receipt | undefined> {
    const intent = key === undefined ? undefined : await this.log.intentOf(principal, key);
    if (intent === undefined) return undefined;
    if (intent.fingerprint !== fingerprint) {
      throw new WorldError(
        'Conflict',
        'This operation key already stands for another call.',
        'Use a new key for each write.',
      );
    }
    const found = await this.log.outcomeOf(principal, intent.revision);
    if (found === undefined) {
      const message = `It is unknown whether this ${tool} was done: the server stopped before it knew.`;
      throw new WorldError('Conflict', message, NEW_KEY);
    }
    const { revision, settled } = found;
    const { outcome, provenance, answer, error } = settled;
    if (outcome === 'done') return { answer: answer ?? {}, revision, provenance, replayed: true };
    if (outcome === 'unsure') {
      const message = `It is unknown whether this ${tool} was done: ${error?.message}`;
      throw new WorldError('Conflict', message, NEW_KEY);
    }
    const hint =
      'This is what came of the first attempt with this operation key: use a new key to try again.';
    throw new WorldError(
      error?.kind ?? 'Internal',
      error?.message ?? '',
      [error?.hint, hint].filter(Boolean).join(' '),
    );
  }

  async #carryOut(
    revision: number,
    intent: Intent,
    source: UnrealSource,
    options: CallOptions,
    work: (target: WriteTarget) => Promise<WriteResult>,
  ): Promise<{ readonly done: WriteResult; readonly receipt: Receipt }> {
    const { provenance } = source;
    let done: WriteResult;
    try {
      done = await work({
        provenance,
        call: (name, params) => unlessAborted(source.call(name, params, options), options.signal),
      });
    } catch (thrown) {
      const reason = thrown instanceof UnrealError ? doubted(thrown) : thrown;
      await this.#settle(revision, intent, failureOf(reason, provenance));
      throw reason instanceof UnrealError ? worldError(reason) : reason;
    }
    const { answer, before, after } = done;
    const settled = { outcome: 'done', provenance, before, after, answer } as const;
    const outcome = await this.#settle(revision, intent, settled);
    return { done, receipt: { answer, revision: outcome, provenance, replayed: false } };
  }

  async #settle(revision: number, intent: Intent, settled: WriteOutcome): Promise<number> {
    try {
      return await this.log.settle(revision, intent, settled);
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      const came = settled.outcome === 'done' ? 'was done' : `came out as ${settled.outcome}`;
      throw new WorldError(
        thrown.kind,
        `${intent.tool} ${came}, but that could not be recorded. ${thrown.message}`,
        NEW_KEY,
      );
    }
  }
}

/** An editor that is away is asked something harmless first, so that the key is still good when it is back. */
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

/** A caller who has left must not keep the others waiting, whatever the source makes of the signal. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** What took too long may be done by now. */
function doubted(error: UnrealError): UnrealError {
  const { kind, message, enable, unsure } = error;
  return kind === 'timeout' && !unsure ? new UnrealError(kind, message, enable, true) : error;
}

function failureOf(thrown: unknown, provenance: Provenance): WriteOutcome {
  const nothing = { provenance, before: null, after: null };
  if (thrown instanceof ReadBackMismatch) {
    const { kind, message, hint, before, after } = thrown;
    const error = { kind, message, ...(hint !== undefined && { hint }) };
    return { outcome: 'failed', provenance, before, after, error };
  }
  if (thrown instanceof UnrealError) {
    const { kind, message, hint } = worldError(thrown);
    const outcome = thrown.unsure ? 'unsure' : 'failed';
    return { ...nothing, outcome, error: { kind, message, ...(hint !== undefined && { hint }) } };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { ...nothing, outcome: 'unsure', error: { kind: 'Internal', message } };
}
