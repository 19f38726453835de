import { WireError } from '../messages/errors.js';
import { REVISION_2024_11_05 } from './2024-11-05.js';
import { REVISION_2025_03_26 } from './2025-03-26.js';
import { REVISION_2025_06_18 } from './2025-06-18.js';
import { REVISION_2025_11_25 } from './2025-11-25.js';
import { REVISION_2026_07_28 } from './2026-07-28.js';
import type { Revision, RevisionId } from './revision.js';

/** Newest first: the order in which the server lists them. */
export const REVISIONS: readonly Revision[] = [
  REVISION_2026_07_28,
  REVISION_2025_11_25,
  REVISION_2025_06_18,
  REVISION_2025_03_26,
  REVISION_2024_11_05,
];

export const REVISION_IDS: readonly RevisionId[] = REVISIONS.map(revision => revision.id);

/** The stateless revisions. */
const REQUEST_IDS = REVISIONS.filter(({ era }) => era === 'request').map(({ id }) => id);

const BY_ID = new Map<string, Revision>(REVISIONS.map(revision => [revision.id, revision]));

export function findRevision(id: string): Revision | undefined {
  return BY_ID.get(id);
}

/** The error for a stateless request whose revision is unknown or needs a session. */
export function unsupportedVersion(requested: string): WireError {
  const inSessions = findRevision(requested)?.era === 'session';
  // A revision with sessions is not in `supported`: the client would send the same request again.
  const supported = inSessions ? REQUEST_IDS : REVISION_IDS;
  const message = inSessions
    ? `Unsupported protocol version: ${requested} needs a session. Send initialize, without a version in _meta.`
    : 'Unsupported protocol version.';
  return WireError.of('UnsupportedVersion', message, {
    supported: [...supported],
    requested: requested.slice(0, 64),
  });
}

/** The revision of a session: the requested one if it has sessions, else the newest with sessions. */
export function negotiateSession(requested: unknown): Revision {
  const asked = typeof requested === 'string' ? BY_ID.get(requested) : undefined;
  return asked?.era === 'session' ? asked : REVISION_2025_11_25;
}
export {
  REVISION_2024_11_05,
  REVISION_2025_03_26,
  REVISION_2025_06_18,
  REVISION_2025_11_25,
  REVISION_2026_07_28,
};
