import type { Context } from './context.js';

/** Work that a handler returns with `context.task`. The kernel runs it as a task or within the request. */
export class Deferred {
  constructor(readonly work: (context: Context) => unknown) {}
}
