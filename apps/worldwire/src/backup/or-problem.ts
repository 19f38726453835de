import { Problem, reasonOf } from '../errors/problem.js';

/** Runs `work`. An error that is not a Problem becomes one that begins with `what`. */
export async function orProblem<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown : Problem.failure(`${what} ${reasonOf(thrown)}`, thrown);
  }
}
