import type { Entry } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

/** Changes listed in the error. */
export const MAX_LISTED_CHANGES = 20;

interface ChangeSummary {
  readonly revision: number;
  readonly type: string;
}

/** The expected revision of a write is not the current one. */
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
      `Universe "${id}" is at revision ${revision}, not ${expected} as expected.${listOf(changed, more)}`,
      `Check the changes since revision ${expected}, then retry with revision ${revision}.`,
      { expected, revision, changed, ...(more > 0 && { more }) },
    );
  }

  /** Adds the changes since the expected revision. */
  withChanges(entries: readonly Entry[]): StaleRevision {
    const changed = entries.map(({ revision, at, principal, command }) => {
      return { revision, at, principal, type: (command as { type: string }).type };
    });
    return new StaleRevision(this.id, this.expected, this.revision, changed);
  }
}

function listOf(changed: readonly ChangeSummary[], more: number): string {
  const last = changed.at(-1);
  if (last === undefined) return '';
  const steps = changed.map(({ revision, type }) => `${revision} ${type}`).join(', ');
  return ` Since then: ${steps}${more === 0 ? '' : `, and ${more} more: /changes?since=${last.revision}`}.`;
}
