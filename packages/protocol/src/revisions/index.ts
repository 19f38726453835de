import { WireError } from '../messages/errors.js';
import { REVISION_2024_11_05 } from './2024-11-05.js';
import { REVISION_2025_03_26 } from './2025-03-26.js';
import { REVISION_2025_06_18 } from './2025-06-18.js';
import { REVISION_2025_11_25 } from './2025-11-25.js';
import { REVISION_2026_07_28 } from './2026-07-28.js';
import type { Revision, RevisionId } from './revision.js';

/** Newest first: the order in which a server offers them. */
export const REVISIONS: readonly Revision[] = [
  REVISION_2026_07_28,
  REVISION_2025_11_25,
  REVISION_2025_06_18,
  REVISION_2025_03_26,
  REVISION_2024_11_05,
];

export const REVISION_IDS: readonly RevisionId[] = REVISIONS.map(revision => revision.id);

/** Those in which every request stands for itself. */
const REQUEST_IDS = REVISIONS.filter(({ era }) => era === 'request').map(({ id }) => id);

const BY_ID = new Map<string, Revision>(REVISIONS.map(revision => [revision.id, revision]));

export function findRevision(id: string): Revision | undefined {
  return BY_ID.get(id);
}

/** What a stateless request hears that names a revision nobody here speaks in that way. */
export function unsupportedVersion(requested: string): WireError {
  const inSessions = findRevision(requested)?.era === 'session';
  // One that is spoken, but not like this, is not offered again: a client that took it would ask for ever.
  const supported = inSessions ? REQUEST_IDS : REVISION_IDS;
  const message = inSessions
    ? `Unsupported protocol version: ${requested} needs a session. Send initialize, without a version in _meta.`
    : 'Unsupported protocol version.';
  return WireError.of('UnsupportedVersion', message, {
    supported: [...supported],
    requested: requested.slice(0, 64),
  });
}

/** The revision of a session: the one asked for where it has sessions, else the newest that has. */
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
