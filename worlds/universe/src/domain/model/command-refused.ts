import type { Kind } from './state.js';

export type RefusalReason = 'unknown' | 'duplicate' | 'cycle' | 'invalid' | 'superseded';

/** A command that cannot be applied. The universe is unchanged. The message gives the reason, the hint the next step. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  constructor(
    readonly reason: RefusalReason,
    message: string,
    readonly hint: string,
    /** The entity, and the field, that is the reason. */
    readonly about?: { readonly kind: Kind; readonly id: string; readonly field?: string | undefined },
  ) {
    super(message);
  }
}
