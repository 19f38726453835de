import type { Context } from './context.js';

/** Work a handler hands back instead of doing it: the kernel decides where it runs. */
export class Deferred {
  constructor(readonly work: (context: Context) => unknown) {}
}
