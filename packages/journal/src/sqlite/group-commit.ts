import { setImmediate as endOfTurn } from 'node:timers/promises';
import { JournalConflict, JournalDamaged } from '../contract/errors.js';
import type { Database, Statement } from './binding.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { asUnavailable, isBusy, isOutOfRange } from './sqlite-errors.js';

interface Task {
  work(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes that arrive in the same turn of the event loop share one commit, because a commit waits for the disk. Work may run
 * more than once. It reads before it writes, so JournalConflict, JournalDamaged and out-of-range numbers occur only before
 * it has written anything.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  #waiting: Task[] = [];
  #flushing: Promise<void> | undefined;

  constructor(database: Database, busyTimeoutMs: number) {
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  write<Result>(work: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#flushing ??= this.#flush();
    });
  }

  async drained(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      try {
        await retryWhileBusy(() => this.#transaction(), this.#busyTimeoutMs);
      } catch (error) {
        rejectAll(this.#take(), error);
      }
    }
    this.#flushing = undefined;
  }

  #transaction(): void {
    this.#begin.run();
    const tasks = this.#take();
    let current: Task | undefined;
    try {
      const settle: (() => void)[] = [];
      for (const task of tasks) {
        current = task;
        settle.push(attempt(task));
      }
      current = undefined;
      this.#commit.run();
      for (const each of settle) each();
    } catch (error) {
      this.#undo();
      if (isBusy(error)) {
        this.#waiting = tasks.concat(this.#waiting);
        throw error;
      }
      if (current === undefined || asUnavailable(error) !== undefined) {
        rejectAll(tasks, error);
        return;
      }
      // Only this task failed; the others run again without it.
      current.reject(error);
      this.#waiting = tasks.filter(task => task !== current).concat(this.#waiting);
    }
  }

  /** SQLite rolls back by itself after some errors. An error of the rollback must not hide the first one. */
  #undo(): void {
    try {
      if (this.#database.isTransaction) this.#rollback.run();
    } catch {}
  }

  #take(): Task[] {
    const tasks = this.#waiting;
    this.#waiting = [];
    return tasks;
  }
}

function attempt(task: Task): () => void {
  try {
    const value = task.work();
    return () => task.resolve(value);
  } catch (error) {
    if (error instanceof JournalConflict || error instanceof JournalDamaged) return () => task.reject(error);
    if (isOutOfRange(error)) return () => task.reject(asUnavailable(error));
    throw error;
  }
}

function rejectAll(tasks: readonly Task[], error: unknown): void {
  const reason = asUnavailable(error) ?? error;
  for (const task of tasks) task.reject(reason);
}
