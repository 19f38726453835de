import type { Environment } from '../policy/environment.js';

/** For one caller, over the time a state holds. */
const MOST = 20_000;
const RUN_BYTES = 12;

/**
 * The request states that were used, each remembered for as long as it could be sent again. Nobody can shut
 * others out: every caller has room of its own, and who fills it waits.
 */
export class UsedConfirmations {
  #run: string | undefined;
  readonly #dueByPrincipal = new Map<string, Map<string, number>>();

  constructor(
    readonly environment: Pick<Environment, 'now' | 'limits' | 'randomBytes'>,
    readonly most = MOST,
  ) {}

  /** Names the time over which uses are remembered: since the start of this server. */
  get run(): string {
    this.#run ??= Buffer.from(this.environment.randomBytes(RUN_BYTES)).toString('base64url');
    return this.#run;
  }

  get size(): number {
    let size = 0;
    for (const due of this.#dueByPrincipal.values()) size += due.size;
    return size;
  }

  /** Notes that a state is used now, and says whether it may be. Where there is no room nothing is forgotten. */
  use(principal: string, nonce: string): 'first' | 'again' | 'full' {
    const { now, limits } = this.environment;
    const due = this.#dueByPrincipal.get(principal) ?? new Map<string, number>();
    if (due.has(nonce)) return 'again';
    if (due.size >= this.most) return 'full';
    due.set(nonce, now() + limits.requestStateMs);
    this.#dueByPrincipal.set(principal, due);
    return 'first';
  }

  sweep(): void {
    const now = this.environment.now();
    for (const [principal, due] of this.#dueByPrincipal) {
      // In the order of their use, which is the order in which they are due.
      for (const [nonce, at] of due) {
        if (at >= now) break;
        due.delete(nonce);
      }
      if (due.size === 0) this.#dueByPrincipal.delete(principal);
    }
  }
}
