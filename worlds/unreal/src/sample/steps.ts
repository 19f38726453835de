import type { CallOptions } from '../port/unreal-source.js';

/** Reports progress from zero to the total. */
export class Steps {
  readonly #progress: CallOptions['progress'];
  #done = 0;

  constructor(
    { progress }: Pick<CallOptions, 'progress'>,
    readonly total: number,
    readonly message: string,
  ) {
    this.#progress = progress;
    progress?.(0, total, message);
  }

  done(count = 1): void {
    if (count === 0) return;
    this.#done += count;
    this.#progress?.(this.#done, this.total, this.message);
  }
}
