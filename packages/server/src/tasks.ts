import {
  encodeNotification,
  isObject,
  type JsonObject,
  type JsonValue,
  WireError,
} from '@worldwire/protocol';
import type { Asker, QuestionMethod } from './asker.js';
import type { Environment } from './environment.js';
import { errorBody } from './reply.js';

const ID_BYTES = 24;
const POLL_MS = 1_000;

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** One piece of work that outlives its request (io.modelcontextprotocol/tasks). */
export class Task implements Asker {
  status: Status = 'working';
  outcome: { readonly result: JsonValue } | { readonly error: JsonObject } | undefined;
  readonly createdAt: number;
  updatedAt: number;
  readonly controller = new AbortController();
  readonly #questions = new Map<
    string,
    { readonly request: JsonObject; resolve(answer: JsonValue): void; reject(reason: Error): void }
  >();

  constructor(
    readonly id: string,
    readonly principal: string,
    readonly now: () => number,
    readonly ttlMs: number,
    readonly changed: (task: Task) => void,
  ) {
    this.createdAt = now();
    this.updatedAt = this.createdAt;
  }

  get terminal(): boolean {
    return this.outcome !== undefined || this.status === 'cancelled';
  }

  ask(key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue> {
    if (this.#questions.has(key)) return Promise.reject(new Error(`The question "${key}" is open already.`));
    return new Promise((resolve, reject) => {
      this.#questions.set(key, { request: { method, params }, resolve, reject });
      this.#become('input_required');
    });
  }

  /** Answers to questions that were not asked, or have their answer, are ignored. */
  answer(responses: JsonObject): void {
    let answered = false;
    for (const [key, answer] of Object.entries(responses)) {
      const question = this.#questions.get(key);
      if (question === undefined) continue;
      answered = true;
      this.#questions.delete(key);
      question.resolve(answer);
    }
    if (answered && !this.terminal) this.#become(this.#questions.size === 0 ? 'working' : 'input_required');
  }

  finish(status: 'completed' | 'failed', outcome: NonNullable<Task['outcome']>): void {
    if (this.terminal) return;
    this.outcome = outcome;
    this.#become(status);
  }

  cancel(reason: string): void {
    if (this.terminal) return;
    this.#become('cancelled');
    this.controller.abort(new Error(reason));
    for (const question of this.#questions.values()) question.reject(new Error(reason));
    this.#questions.clear();
  }

  /** The fields that every message about the task has. */
  summary(): JsonObject {
    return {
      taskId: this.id,
      status: this.status,
      createdAt: new Date(this.createdAt).toISOString(),
      lastUpdatedAt: new Date(this.updatedAt).toISOString(),
      ttlMs: this.ttlMs,
      pollIntervalMs: POLL_MS,
    };
  }

  details(): JsonObject {
    if (this.outcome !== undefined) return { ...this.summary(), ...this.outcome };
    if (this.status !== 'input_required') return this.summary();
    const inputRequests = Object.fromEntries(
      [...this.#questions].map(([key, { request }]) => [key, request]),
    );
    return { ...this.summary(), inputRequests };
  }

  notification(meta: JsonObject): string {
    return encodeNotification('notifications/tasks', { ...this.details(), _meta: meta });
  }

  #become(status: Status): void {
    this.status = status;
    this.updatedAt = this.now();
    this.changed(this);
  }
}

/** All tasks of one world: found only by their owner, capped, and forgotten some time after they end. */
export class Tasks {
  readonly #byId = new Map<string, Task>();

  constructor(
    readonly environment: Pick<Environment, 'now' | 'randomBytes' | 'limits' | 'log'>,
    readonly changed: (task: Task) => void,
  ) {}

  get size(): number {
    return this.#byId.size;
  }

  /** Starts the work; the task can be found before this returns. */
  start(principal: string, work: (task: Task) => Promise<JsonValue>): Task {
    const { limits, now, randomBytes, log } = this.environment;
    if (this.#byId.size >= limits.tasks) this.#makeRoom(principal);
    if (this.#byId.size >= limits.tasks) {
      throw WireError.of('InternalError', 'Too many tasks are open. Try again later.', { kind: 'Busy' });
    }
    const id = Buffer.from(randomBytes(ID_BYTES)).toString('base64url');
    const task = new Task(id, principal, now, limits.taskTtlMs, this.changed);
    this.#byId.set(id, task);
    work(task).then(
      result => task.finish('completed', { result }),
      thrown => {
        if (task.terminal) return;
        task.finish('failed', { error: errorBody(thrown, log, { taskId: id }) as unknown as JsonObject });
      },
    );
    return task;
  }

  find(params: JsonObject, principal: string): Task {
    const id = params.taskId;
    const task = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (task === undefined || task.principal !== principal) {
      throw WireError.of(
        'InvalidParams',
        'params.taskId names no task of yours. It may have ended and been forgotten.',
      );
    }
    return task;
  }

  has(id: string, principal: string): boolean {
    return this.#byId.get(id)?.principal === principal;
  }

  sweep(): void {
    const { now, limits } = this.environment;
    for (const [id, task] of this.#byId) {
      const age = now() - task.updatedAt;
      if (task.status === 'working') {
        if (age >= limits.taskMs) task.cancel('The task took too long.');
      } else if (age >= limits.taskTtlMs) {
        task.cancel('Nobody answered in time.');
        this.#byId.delete(id);
      }
    }
  }

  /** Forgets what is over, or else the oldest task that has ended: the caller's own, where there is one. */
  #makeRoom(principal: string): void {
    this.sweep();
    if (this.#byId.size < this.environment.limits.tasks) return;
    const ended = [...this.#byId.values()].filter(task => task.terminal);
    const oldest = ended.find(task => task.principal === principal) ?? ended[0];
    if (oldest !== undefined) this.#byId.delete(oldest.id);
  }

  cancelAll(reason: string): void {
    for (const task of this.#byId.values()) task.cancel(reason);
  }
}

export function readResponses(params: JsonObject): JsonObject {
  const responses = params.inputResponses;
  if (!isObject(responses))
    throw WireError.of('InvalidParams', 'params.inputResponses must be an object of answers by key.');
  return responses;
}
