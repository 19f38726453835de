import { lateCall, lostCall } from '../calls/call-errors.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import type { LinkChannel } from './link-channel.js';
import { invalidResult } from './result-shapes.js';

/** Characters of unanswered requests. They are kept because they may have to be sent again. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** How long the outcome of a write with a key is kept open after its deadline, for a retry. */
const OUTCOME_MS = 60_000;

export interface NewCall {
  readonly name: OperationName;
  readonly params: unknown;
  /** Milliseconds. */
  readonly deadline: number;
  /** Sent with a write, so that the engine applies it once. */
  readonly key: string | undefined;
  /** Whether the caller gave the key, so that a retry may ask for the outcome after the deadline. */
  readonly retryable: boolean;
}

type Settle = readonly [resolve: (result: unknown) => void, reject: (error: EngineError) => void];

/** A call without an answer. It has one timer: for its deadline, and after that for the outcome of a retryable write. */
export class PendingCall {
  /** Settled at the deadline at the latest. */
  readonly answer: Promise<unknown>;
  /** The same, and for a retryable write what the engine answers after the deadline. */
  readonly outcome: Promise<unknown>;
  /** The connection it was sent on. */
  sent: LinkChannel | undefined;
  #answer!: Settle;
  #outcome: Settle | undefined;
  #timer: NodeJS.Timeout;

  constructor(
    readonly id: number,
    readonly call: NewCall,
    /** The request. */
    readonly text: string,
    /** Removes the call from the list; false if it was settled before. */
    readonly remove: () => boolean,
    onDeadline: (pending: PendingCall) => void,
  ) {
    this.answer = new Promise((...settle) => {
      this.#answer = settle;
    });
    this.outcome = call.retryable
      ? new Promise((...settle) => {
          this.#outcome = settle;
        })
      : this.answer;
    this.#timer = setTimeout(() => onDeadline(this), call.deadline);
  }

  resolve(result: unknown): void {
    const error = invalidResult(this.call.name, result, this.call.params);
    if (error !== undefined) return this.reject(error);
    if (!this.#end()) return;
    this.#answer[0](result);
    this.#outcome?.[0](result);
  }

  reject(error: EngineError): void {
    if (!this.#end()) return;
    this.#answer[1](error);
    this.#outcome?.[1](error);
  }

  /** Fails the caller at its deadline. The outcome of a retryable write stays open. */
  expire(): void {
    const { name, deadline } = this.call;
    const error = lateCall(name, deadline);
    if (this.#outcome === undefined) return this.reject(error);
    this.#answer[1](error);
    this.#timer = setTimeout(() => this.reject(lostCall(name, 'the engine never answered')), OUTCOME_MS);
  }

  #end(): boolean {
    clearTimeout(this.#timer);
    return this.remove();
  }
}

/** Calls that wait for an engine or for its answer, in the order in which they were made. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #characters = 0;
  #lastId = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** Undefined if the waiting calls are too long together. */
  add(call: NewCall, onDeadline: (pending: PendingCall) => void): PendingCall | undefined {
    const id = ++this.#lastId;
    const text = request(id, call);
    if (this.size > 0 && this.#characters + text.length > MAX_CHARACTERS) return undefined;
    this.#characters += text.length;
    const remove = () => {
      if (!this.#calls.delete(id)) return false;
      this.#characters -= text.length;
      return true;
    };
    const pending = new PendingCall(id, call, text, remove, onDeadline);
    this.#calls.set(id, pending);
    return pending;
  }

  /** The call that a connection answers. An answer to a call that was not sent on this connection is ignored. */
  find(channel: LinkChannel, id: number): PendingCall | undefined {
    const pending = this.#calls.get(id);
    return pending?.sent === channel ? pending : undefined;
  }

  notSentOn(channel: LinkChannel | undefined): readonly PendingCall[] {
    return [...this.#calls.values()].filter(({ sent }) => sent !== channel);
  }

  /** The engine may have done them. */
  rejectSent(why: string): void {
    for (const pending of this.#sent) pending.reject(lostCall(pending.call.name, why));
  }

  /** One of the answers could not be read, and it is unknown which: sending the calls again may give the same answer. */
  rejectUnreadable(why: string): void {
    for (const pending of this.#sent) {
      const { name } = pending.call;
      pending.reject(
        isWrite(name)
          ? lostCall(name, why)
          : new EngineError('failed', why, 'if the answer was too long, ask for less at a time'),
      );
    }
  }

  rejectAll(why: string, unsent: EngineError): void {
    this.rejectSent(why);
    for (const pending of [...this.#calls.values()]) pending.reject(unsent);
  }

  get #sent(): readonly PendingCall[] {
    return [...this.#calls.values()].filter(({ sent }) => sent !== undefined);
  }
}

function request(id: number, { name: method, params, deadline: deadlineMs, key }: NewCall): string {
  const meta = { deadlineMs, ...(key !== undefined && { 'worldwire/operationKey': key }) };
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...(params as object), _meta: meta } });
  } catch (thrown) {
    throw new EngineError(
      'invalid',
      `the parameters are not JSON: ${String(thrown)}`,
      'send only JSON values',
    );
  }
}
