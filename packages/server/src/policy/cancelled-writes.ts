import type { AuditTrail } from './audit-trail.js';
import type { Environment } from './environment.js';

/**
 * Writes that were told to stop and have not ended. Whether such a write was done only its handler knows, so it
 * has as long as any handler to say so.
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

  /** Nothing more will be heard. */
  close(): void {
    for (const trail of this.#due.keys()) trail.report('unknown');
    this.#due.clear();
  }
}
