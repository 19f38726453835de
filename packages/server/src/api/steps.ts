/**
 * Work in steps for `context.heavy`. Other work may run at each `yield`. A step should take a few milliseconds at most.
 *
 *     function* sum(rows: readonly number[]): Steps<number> {
 *       let total = 0;
 *       for (const row of rows) { total += row; yield; }
 *       return total;
 *     }
 */
export type Steps<Result> = Generator<void, Result, void>;
