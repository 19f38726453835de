import type { Entry } from '@worldwire/journal';
import { callerName, type JsonValue } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { auditSubject } from './audit-subject.js';

/** Changes listed in the error. */
export const MAX_LISTED_CHANGES = 20;
/** Fields listed for a change, and characters of a new value. */
const MAX_FIELDS = 5;
const MAX_VALUE = 40;

interface ChangeSummary {
  readonly revision: number;
  readonly type: string;
  readonly principal?: string;
  /** The changed object, and its changed fields. */
  readonly object?: string;
  readonly fields?: readonly string[];
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
      `Universe "${id}" is at revision ${revision}, not ${expected} as expected.${listOf(id, changed, more)}`,
      `Check the changes since revision ${expected}, then retry with revision ${revision} as ifRevision (in REST: If-Match).`,
      { expected, revision, changed, ...(more > 0 && { more }) },
    );
  }

  /** Adds the changes since the expected revision. */
  withChanges(entries: readonly Entry[]): StaleRevision {
    const changed = entries.map(entry => {
      const { revision, at, command } = entry;
      return {
        revision,
        at,
        principal: callerName(entry),
        type: (command as { type: string }).type,
        ...subjectOf(command),
      };
    });
    return new StaleRevision(this.id, this.expected, this.revision, changed);
  }
}

/** `12 updateStar sun (name "Sol") by bob` */
function said({ revision, type, object, fields, principal }: ChangeSummary): string {
  const what =
    object === undefined ? '' : ` ${object}${fields === undefined ? '' : ` (${fields.join(', ')})`}`;
  return `${revision} ${type}${what}${principal === undefined ? '' : ` by ${principal}`}`;
}

function subjectOf(command: unknown): Pick<ChangeSummary, 'object' | 'fields'> {
  const { object } = auditSubject('', command as JsonValue);
  const { type, payload, patch } = command as { type?: unknown; payload?: object; patch?: object };
  const changed = String(type).startsWith('update') ? (payload ?? patch ?? {}) : {};
  const fields = Object.entries(changed).slice(0, MAX_FIELDS).map(fieldText);
  return typeof object === 'string' ? { object, ...(fields.length > 0 && { fields }) } : {};
}

/** `name "Lyra"`: a short value helps a client to decide without a further read. */
function fieldText([name, value]: [string, unknown]): string {
  if (typeof value === 'object' && value !== null) return name;
  return `${name} ${cutText(JSON.stringify(value), MAX_VALUE)}`;
}

function listOf(id: string, changed: readonly ChangeSummary[], more: number): string {
  const last = changed.at(-1);
  if (last === undefined) return '';
  const steps = changed.map(said).join(', ');
  return ` Since then: ${steps}${more === 0 ? '' : `, and ${more} more: universe://${encodeURIComponent(id)}/changes?since=${last.revision}`}.`;
}
