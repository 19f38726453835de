import type { AuditTrail } from './audit-trail.js';
import type { Environment } from './environment.js';

/**
 * Writes that were cancelled while their handlers run. Only the handler knows whether the write took effect, so it has
 * `handlerMs` to report that. After this the outcome is `unknown`.
 */
export class CancelledWrites {
  readonly #due = new Map<AuditTrail, number>();

  constructor(readonly environment: Pick<Environment, 'now' | 'limits'>) {}

  add(trail: AuditTrail): void {
    const { now, limits } = this.environment;
    trail.abandon();
    this.#due.set(trail, now() + limits.handlerMs);
  }

  sweep(): void {
    const now = this.environment.now();
    for (const [trail, due] of this.#due) {
      if (!trail.written && now <= due) continue;
      trail.report('unknown');
      this.#due.delete(trail);
    }
  }

  /** Reports all remaining outcomes as unknown. */
  close(): void {
    for (const trail of this.#due.keys()) trail.report('unknown');
    this.#due.clear();
  }
}
