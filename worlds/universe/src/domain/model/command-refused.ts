/** What a caller can do about a refusal depends on it. */
export type RefusalReason = 'unknown' | 'duplicate' | 'cycle' | 'invalid' | 'superseded';

/** A command that cannot apply. The universe is as it was; the message says why and the hint what would be right. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  constructor(
    readonly reason: RefusalReason,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
