import { isObject, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import { textBytes } from '../limits/heap-bytes.js';
import { memoryExceeded } from '../limits/memory-exceeded.js';
import { Places } from '../limits/places.js';
import type { Stays } from '../policy/credential-ends.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Need } from '../policy/policy.js';
import { errorBody } from './reply.js';
import { type Outcome, Task, type TaskCaller, type TaskHost } from './task.js';

const ID_BYTES = 24;
/** Overhead of a task beside its request, questions and result. */
const TASK_BYTES = 2 * 1024;
const REMEDY = 'Read the results of tasks that ended, cancel tasks, or wait until some end.';

type TaskStoreEnvironment = Pick<
  FullEnvironment,
  'now' | 'date' | 'randomBytes' | 'limits' | 'log' | 'memory' | 'credentials'
>;

/** The tasks of one world. Only the owner finds a task; number and bytes are limited; finished tasks expire. */
export class TaskStore implements TaskHost {
  readonly #byId = new Map<string, Task>();
  readonly #places: Places;
  readonly #releases = new Map<Task, () => void>();

  constructor(
    readonly environment: TaskStoreEnvironment,
    readonly changed: (task: Task) => void,
  ) {
    const { tasks: total, principalPercent: percent } = environment.limits;
    this.#places = new Places({
      ...{
        limit: 'tasks',
        total,
        percent,
        of: 'this world',
        things: 'tasks',
        state: 'are kept',
        next: REMEDY,
      },
    });
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Starts the work. `bytes` is the memory of its request. */
  start(
    { who, client }: TaskCaller,
    bytes: number,
    work: (task: Task) => Promise<JsonValue>,
    need?: Need,
  ): Task {
    const { randomBytes } = this.environment;
    const principal = who.name;
    this.#makePlace(principal);
    if (this.#places.full(principal) !== undefined) {
      throw WireError.of('InternalError', this.#places.reason(principal), { kind: 'Busy', hint: REMEDY });
    }
    this.take(principal, TASK_BYTES + bytes);
    const id = Buffer.from(randomBytes(ID_BYTES)).toString('base64url');
    const task = new Task(id, { who, client }, this, need);
    task.kept = TASK_BYTES;
    this.#byId.set(task.id, task);
    this.#releases.set(task, this.#places.take(principal));
    this.environment.credentials.opened(who);
    work(task).then(
      result => this.#end(task, bytes, () => ({ status: 'completed', text: JSON.stringify(result) })),
      thrown => this.#end(task, bytes, () => this.#failed(task, thrown)),
    );
    return task;
  }

  find(params: JsonObject, principal: string): Task {
    const id = params.taskId;
    const task = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (task === undefined || task.principal !== principal) {
      throw WireError.of(
        'InvalidParams',
        'params.taskId is not the id of one of your tasks. Finished tasks are deleted after a while. The result of the call that started a task has its id.',
      );
    }
    return task;
  }

  /** The task of this id, if it is one of the principal. */
  get(id: string, principal: string): Task | undefined {
    const task = this.#byId.get(id);
    return task?.principal === principal ? task : undefined;
  }

  /** The tasks that have not ended. */
  running(): readonly Task[] {
    return [...this.#byId.values()].filter(task => !task.terminal);
  }

  /** Ends the tasks that their credentials no longer allow. Their results are not readable any more. */
  recheck(endReason: (task: Task) => string | undefined, stays: Stays): void {
    for (const task of [...this.#byId.values()]) {
      const reason = endReason(task);
      if (reason === undefined) stays(task.who);
      else {
        task.cancel(reason);
        this.#forget(task);
      }
    }
  }

  sweep(): void {
    const { now, limits } = this.environment;
    for (const task of this.#byId.values()) {
      const age = now() - task.updated;
      if (task.status === 'working') {
        if (age >= limits.taskMs) task.cancel('The task took too long.');
      } else if (age >= limits.taskTtlMs) {
        task.cancel('No answer arrived in time.');
        this.#forget(task);
      }
    }
  }

  cancelAll(reason: string): void {
    for (const task of this.#byId.values()) task.cancel(reason);
  }

  take(principal: string, bytes: number): void {
    if (this.#fits(principal, bytes)) return;
    throw memoryExceeded('tasks', this.environment.memory.tasks, principal, bytes, REMEDY);
  }

  release(principal: string, bytes: number): void {
    this.environment.memory.tasks.release(principal, bytes);
  }

  /** Releases the memory of the request, and stores the outcome if it fits. */
  #end(task: Task, requestBytes: number, write: () => Outcome): void {
    this.release(task.principal, requestBytes);
    if (task.terminal) return;
    let outcome: Outcome;
    try {
      outcome = write();
    } catch (thrown) {
      outcome = this.#failed(task, thrown);
    }
    const bytes = textBytes(outcome.text);
    if (outcome.text.length <= this.environment.limits.resultBytes && this.#fits(task.principal, bytes)) {
      task.kept += bytes;
    } else outcome = this.#failed(task, tooLarge(bytes));
    task.finish(outcome);
  }

  #failed(task: Task, thrown: unknown): Outcome {
    const text = JSON.stringify(errorBody(thrown, this.environment.log, { taskId: task.id }));
    return { status: 'failed', text };
  }

  /** Counts the bytes. Deletes finished tasks where they do not fit. */
  #fits(principal: string, bytes: number): boolean {
    const { tasks } = this.environment.memory;
    while (!tasks.take(principal, bytes)) {
      const oldest = this.#oldestEnded(this.#holderToTrim(principal, bytes));
      if (oldest === undefined) return false;
      this.#forget(oldest);
    }
    return true;
  }

  /** The principal whose finished tasks are deleted first: this one, or one that uses more memory. */
  #holderToTrim(principal: string, bytes: number): string {
    const { tasks } = this.environment.memory;
    let holder = principal;
    if (tasks.exceeded(principal, bytes) === 'perPrincipal') return holder;
    for (const task of this.#byId.values()) {
      if (task.terminal && tasks.held(task.principal) > tasks.held(holder)) holder = task.principal;
    }
    return holder;
  }

  #oldestEnded(principal: string): Task | undefined {
    let oldest: Task | undefined;
    for (const task of this.#byId.values()) {
      if (!task.terminal || task.principal !== principal) continue;
      if (oldest === undefined || task.updated < oldest.updated) oldest = task;
    }
    return oldest;
  }

  /** Deletes expired tasks, or else the oldest finished task of the same principal, or of one that has more tasks. */
  #makePlace(principal: string): void {
    if (this.#places.full(principal) === undefined) return;
    this.sweep();
    const full = this.#places.full(principal);
    if (full === undefined) return;
    let oldest = this.#oldestEnded(principal);
    if (full === 'total' && oldest === undefined)
      oldest = this.#oldestEnded(this.#largestWithEnded(principal));
    if (oldest !== undefined) this.#forget(oldest);
  }

  /** The principal with the most tasks among those with a finished one. The same principal if no other has more. */
  #largestWithEnded(principal: string): string {
    let largest = principal;
    for (const task of this.#byId.values())
      if (task.terminal && this.#places.heldBy(task.principal) > this.#places.heldBy(largest))
        largest = task.principal;
    return largest;
  }

  #forget(task: Task): void {
    this.#byId.delete(task.id);
    this.#releases.get(task)?.();
    this.#releases.delete(task);
    this.release(task.principal, task.kept);
  }
}

function tooLarge(bytes: number): WireError {
  return WireError.of(
    'InternalError',
    `The work is done, but its result of ${bytes} bytes is too large to store.`,
    { kind: 'TooLarge', hint: 'Request a page, a part or a link instead.' },
  );
}

export function readResponses(params: JsonObject): JsonObject {
  const responses = params.inputResponses;
  if (!isObject(responses))
    throw WireError.of('InvalidParams', 'params.inputResponses must be an object of answers by key.');
  return responses;
}
