import { lostCall } from '../calls/call-errors.js';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import type { LinkChannel } from './link-channel.js';
import { misshapen } from './result-shapes.js';

/** Characters of calls that are kept until they are answered, because they may have to be sent again. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** How long the outcome of a write is waited for that nobody but a retry asks for any more. */
const OUTCOME_MS = 60_000;

export interface NewCall {
  readonly name: OperationName;
  readonly params: unknown;
  /** Milliseconds. */
  readonly deadline: number;
  /** Of a write. */
  readonly key: string | undefined;
  /** Whether its outcome is wanted behind its deadline, too, because a retry may ask for it. */
  readonly lasting: boolean;
}

/** Whoever made the call. */
export interface Caller {
  resolve(result: unknown): void;
  reject(error: EngineError): void;
  /** Its deadline has passed, and it is not settled. */
  late(pending: PendingCall): void;
}

export interface PendingCall {
  readonly id: number;
  readonly name: OperationName;
  /** Milliseconds. */
  readonly deadline: number;
  readonly lasting: boolean;
  /** The message to the engine. */
  readonly text: string;
  /** Where it was sent, if it was. */
  sent: LinkChannel | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: EngineError) => void;
}

/** Calls that wait for an engine or for its answer, in their order. Each is settled once and then forgotten. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #characters = 0;
  #lastId = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** Undefined where there is no room for it. */
  add(call: NewCall, caller: Caller): PendingCall | undefined {
    const { name, params, deadline, lasting } = call;
    const id = ++this.#lastId;
    const text = request(id, call);
    if (this.size > 0 && this.#characters + text.length > MAX_CHARACTERS) return undefined;
    this.#characters += text.length;
    let timer = setTimeout(() => {
      if (lasting)
        timer = setTimeout(() => pending.reject(lostCall(name, 'the engine never answered')), OUTCOME_MS);
      caller.late(pending);
    }, deadline);
    const settled =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        if (!this.#calls.delete(id)) return;
        clearTimeout(timer);
        this.#characters -= text.length;
        settle(value);
      };
    const give = (result: unknown) => {
      const error = misshapen(name, result, params);
      if (error === undefined) caller.resolve(result);
      else caller.reject(error);
    };
    const pending: PendingCall = {
      id,
      name,
      deadline,
      lasting,
      text,
      sent: undefined,
      resolve: settled(give),
      reject: settled(error => caller.reject(error)),
    };
    this.#calls.set(id, pending);
    return pending;
  }

  /** The call that a connection answers. It cannot answer what it was not given: that is still to be done. */
  owed(channel: LinkChannel, id: number): PendingCall | undefined {
    const pending = this.#calls.get(id);
    return pending?.sent === channel ? pending : undefined;
  }

  /** Those that this connection was not given. */
  notGiven(channel: LinkChannel | undefined): readonly PendingCall[] {
    return [...this.#calls.values()].filter(({ sent }) => sent !== channel);
  }

  /** What was sent may have been done; what was not never will be. */
  giveUpSent(why: string): void {
    for (const { name, reject } of this.#sent) reject(lostCall(name, why));
  }

  /** One of the answers could not be read, and nobody knows which: the same question may have the same answer. */
  giveUpBroken(why: string): void {
    for (const { name, reject } of this.#sent) {
      reject(
        isWrite(name)
          ? lostCall(name, why)
          : new EngineError('failed', why, 'if the answer was too long, ask for less at a time'),
      );
    }
  }

  giveUp(why: string, unsent: EngineError): void {
    this.giveUpSent(why);
    for (const { reject } of [...this.#calls.values()]) reject(unsent);
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
    throw new EngineError('invalid', `the parameters are not JSON: ${String(thrown)}`);
  }
}
