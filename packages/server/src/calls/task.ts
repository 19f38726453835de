import { type ClientInfo, encodeNotification, type JsonObject, type JsonValue } from '@worldwire/protocol';
import { heapBytes } from '../limits/heap-bytes.js';
import type { Environment } from '../policy/environment.js';
import type { Need } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import type { Caller } from '../sessions/caller.js';
import type { Asker, QuestionMethod } from './asker.js';
import type { Call, WaitsFor } from './call.js';

const POLL_MS = 1_000;

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** The end of a task. The result or error is JSON text, so that its size is known. */
export interface Outcome {
  readonly status: 'completed' | 'failed';
  readonly text: string;
}

interface OpenQuestion {
  readonly request: JsonObject;
  readonly bytes: number;
  resolve(answer: JsonValue): void;
  reject(reason: Error): void;
}

/** Who started a task. The rest of the caller is not kept. */
export type TaskCaller = Pick<Caller, 'who' | 'client'>;

/** What a task needs of its owner. */
export interface TaskHost {
  readonly environment: Required<Pick<Environment, 'now' | 'date' | 'limits'>>;
  changed(task: Task): void;
  /** Counts memory of the principal's tasks. Throws where the limit is exceeded. */
  take(principal: string, bytes: number): void;
  release(principal: string, bytes: number): void;
}

/** Work that continues after its request (extension io.modelcontextprotocol/tasks). */
export class Task implements Asker {
  readonly createdAt: number;
  /** Start, on the monotonic clock. */
  readonly began: number;
  /** The context of its work, which knows what it waits for. Cleared when the task ends. */
  context: Pick<Call, 'waitsFor'> | undefined;
  /** Cancels the work. Cleared when the task ends, so that the work can be collected. */
  onCancel: ((reason: string) => void) | undefined;
  /** Bytes that are released when the task is deleted. */
  kept = 0;
  #status: Status = 'working';
  #message: string | undefined;
  #outcome: Outcome | undefined;
  #updatedDate: number;
  #updated: number;
  readonly #questions = new Map<string, OpenQuestion>();

  constructor(
    readonly id: string,
    readonly caller: TaskCaller,
    readonly host: TaskHost,
    /** What the call needed that started it, and so does who sees or steers it. */
    public need?: Need,
  ) {
    const { now, date } = host.environment;
    this.createdAt = date();
    this.#updatedDate = this.createdAt;
    this.began = now();
    this.#updated = this.began;
  }

  get who(): Principal {
    return this.caller.who;
  }

  get principal(): string {
    return this.caller.who.name;
  }

  get client(): ClientInfo {
    return this.caller.client;
  }

  get waitsFor(): WaitsFor {
    return this.context?.waitsFor ?? 'handler';
  }

  get status(): Status {
    return this.#status;
  }

  /** Time of the last status change, on the monotonic clock. */
  get updated(): number {
    return this.#updated;
  }

  get terminal(): boolean {
    return this.#outcome !== undefined || this.#status === 'cancelled';
  }

  async ask(key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue> {
    if (this.#questions.has(key)) throw new Error(`The question "${key}" is open already.`);
    const request = { method, params };
    const bytes = heapBytes(key) + heapBytes(request);
    this.host.take(this.principal, bytes);
    return new Promise((resolve, reject) => {
      this.#questions.set(key, { request, bytes, resolve, reject });
      this.#become('input_required');
    });
  }

  /** Says what the work does now. */
  describe(message: string): void {
    if (this.terminal || message === this.#message) return;
    this.#message = message;
    this.#become(this.#status);
  }

  /** Ignores answers to questions that are not open. */
  answer(responses: JsonObject): void {
    let answered = false;
    for (const [key, answer] of Object.entries(responses)) {
      const question = this.#questions.get(key);
      if (question === undefined) continue;
      answered = true;
      this.#questions.delete(key);
      this.host.release(this.principal, question.bytes);
      question.resolve(answer);
    }
    if (answered && !this.terminal) this.#become(this.#questions.size === 0 ? 'working' : 'input_required');
  }

  finish(outcome: Outcome): void {
    if (this.terminal) return;
    this.#outcome = outcome;
    this.#end(outcome.status, new Error('The task has ended.'));
  }

  cancel(reason: string): void {
    if (this.terminal) return;
    const stop = this.onCancel;
    this.#message = reason;
    this.#end('cancelled', new Error(reason));
    stop?.(reason);
  }

  summary(): JsonObject {
    return {
      taskId: this.id,
      status: this.#status,
      ...(this.#message !== undefined && this.#outcome === undefined && { statusMessage: this.#message }),
      createdAt: new Date(this.createdAt).toISOString(),
      lastUpdatedAt: new Date(this.#updatedDate).toISOString(),
      ttlMs: this.host.environment.limits.taskTtlMs,
      pollIntervalMs: POLL_MS,
    };
  }

  details(): JsonObject {
    if (this.#outcome !== undefined) {
      const member = this.#outcome.status === 'completed' ? 'result' : 'error';
      return { ...this.summary(), [member]: JSON.parse(this.#outcome.text) };
    }
    if (this.#status !== 'input_required') return this.summary();
    const inputRequests = Object.fromEntries(
      [...this.#questions].map(([key, { request }]) => [key, request]),
    );
    return { ...this.summary(), inputRequests };
  }

  notification(meta: JsonObject): string {
    return encodeNotification('notifications/tasks', { ...this.details(), _meta: meta });
  }

  #end(status: Status, reason: Error): void {
    this.onCancel = undefined;
    this.context = undefined;
    for (const { reject, bytes } of this.#questions.values()) {
      this.host.release(this.principal, bytes);
      reject(reason);
    }
    this.#questions.clear();
    this.#become(status);
  }

  #become(status: Status): void {
    const { now, date } = this.host.environment;
    this.#status = status;
    this.#updated = now();
    this.#updatedDate = date();
    this.host.changed(this);
  }
}
