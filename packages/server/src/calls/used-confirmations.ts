import type { Environment } from '../policy/environment.js';

/** Per principal, during `requestStateMs`. */
const MAX_COUNT = 20_000;
const RUN_BYTES = 12;

/**
 * The request states that were used, each until it expires, so that a replayed confirmation is refused. Each principal has
 * a limit of its own, and is refused when it is reached: forgetting a state would allow its replay.
 */
export class UsedConfirmations {
  #run: string | undefined;
  readonly #dueByPrincipal = new Map<string, Map<string, number>>();

  constructor(
    readonly environment: Pick<Environment, 'now' | 'limits' | 'randomBytes'>,
    readonly max = MAX_COUNT,
  ) {}

  /** Identifies this run of the server: states of another run are refused. */
  get run(): string {
    this.#run ??= Buffer.from(this.environment.randomBytes(RUN_BYTES)).toString('base64url');
    return this.#run;
  }

  get size(): number {
    let size = 0;
    for (const due of this.#dueByPrincipal.values()) size += due.size;
    return size;
  }

  /** Marks a state as used. `again`: it was used before. `full`: the principal has reached its limit. */
  use(principal: string, nonce: string): 'first' | 'again' | 'full' {
    const { now, limits } = this.environment;
    const due = this.#dueByPrincipal.get(principal) ?? new Map<string, number>();
    if (due.has(nonce)) return 'again';
    if (due.size >= this.max) return 'full';
    due.set(nonce, now() + limits.requestStateMs);
    this.#dueByPrincipal.set(principal, due);
    return 'first';
  }

  sweep(): void {
    const now = this.environment.now();
    for (const [principal, due] of this.#dueByPrincipal) {
      // In the order of use, which is also the order of expiry.
      for (const [nonce, at] of due) {
        if (at >= now) break;
        due.delete(nonce);
      }
      if (due.size === 0) this.#dueByPrincipal.delete(principal);
    }
  }
}
