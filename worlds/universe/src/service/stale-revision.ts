import type { Entry } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

/** Changes told to a writer who did not know of them. */
export const MAX_LISTED_CHANGES = 20;

interface ChangeSummary {
  readonly revision: number;
  readonly type: string;
}

/** A write that was thought up on another revision than the one that is there. */
export class StaleRevision extends WorldError {
  constructor(
    readonly id: string,
    readonly expected: number,
    readonly revision: number,
    changed: readonly ChangeSummary[] = [],
  ) {
    const more = Math.max(0, revision - (changed.at(-1)?.revision ?? revision));
    super(
      'Conflict',
      `Universe "${id}" is at revision ${revision}, not ${expected} as expected.${told(changed, more)}`,
      `Look at what changed since revision ${expected}, then try again on revision ${revision}.`,
      { expected, revision, changed, ...(more > 0 && { more }) },
    );
  }

  /** The same, with what happened in between: who did what, without the whole of each command. */
  withChanges(entries: readonly Entry[]): StaleRevision {
    const changed = entries.map(({ revision, at, principal, command }) => {
      return { revision, at, principal, type: (command as { type: string }).type };
    });
    return new StaleRevision(this.id, this.expected, this.revision, changed);
  }
}

function told(changed: readonly ChangeSummary[], more: number): string {
  const last = changed.at(-1);
  if (last === undefined) return '';
  const steps = changed.map(({ revision, type }) => `${revision} ${type}`).join(', ');
  return ` Since then: ${steps}${more === 0 ? '' : `, and ${more} more: /changes?since=${last.revision}`}.`;
}
