import { Problem, reasonOf } from '../errors/problem.js';

/** Does something, and tells a failure that it has no words for as a problem of this kind. */
export async function orProblem<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown : Problem.failure(`${what} ${reasonOf(thrown)}`, thrown);
  }
}
