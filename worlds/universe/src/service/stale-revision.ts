import type { Entry } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

/** A write that was thought up on another revision than the one that is there. */
export class StaleRevision extends WorldError {
  constructor(
    readonly id: string,
    readonly expected: number,
    readonly revision: number,
    changed: readonly object[] = [],
  ) {
    super(
      'Conflict',
      `Universe "${id}" is at revision ${revision}, not ${expected} as expected.${told(changed)}`,
      `Look at what changed since revision ${expected}, then try again on revision ${revision}.`,
      { expected, revision, changed },
    );
  }

  /** The same, with what happened in between: who did what, without the whole of each command. */
  telling(entries: readonly Entry[]): StaleRevision {
    const changed = entries.map(({ revision, at, principal, command }) => {
      return { revision, at, principal, type: (command as { type: string }).type };
    });
    return new StaleRevision(this.id, this.expected, this.revision, changed);
  }
}

function told(changed: readonly object[]): string {
  if (changed.length === 0) return '';
  const steps = (changed as { revision: number; type: string }[]).map(
    ({ revision, type }) => `${revision} ${type}`,
  );
  return ` Since then: ${steps.join(', ')}.`;
}
