import { describe, expect, it } from 'vitest';
import { findRevision, negotiateSession, REVISION_IDS, REVISIONS } from './index.js';
import type { Revision } from './revision.js';

const ALL = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Since which revision something is so, and until which, where it ended. */
const HISTORY: readonly {
  what: string;
  has: (revision: Revision) => boolean;
  since: string;
  until?: string;
}[] = [
  { what: 'sessions', has: ({ era }) => era === 'session', since: '2024-11-05', until: '2025-11-25' },
  { what: 'batches', has: ({ batches }) => batches, since: '2025-03-26', until: '2025-03-26' },
  { what: 'audio', has: ({ audio }) => audio, since: '2025-03-26' },
  { what: 'tool annotations', has: ({ toolAnnotations }) => toolAnnotations, since: '2025-03-26' },
  {
    what: 'the completions capability',
    has: ({ completionsCapability }) => completionsCapability,
    since: '2025-03-26',
  },
  { what: 'messages in progress', has: ({ progressMessage }) => progressMessage, since: '2025-03-26' },
  {
    what: 'structured content',
    has: ({ structuredContent }) => structuredContent !== 'none',
    since: '2025-06-18',
  },
  {
    what: 'structured content of any type',
    has: ({ structuredContent }) => structuredContent === 'any',
    since: '2026-07-28',
  },
  { what: 'titles', has: ({ titles }) => titles, since: '2025-06-18' },
  { what: 'resource links', has: ({ resourceLinks }) => resourceLinks, since: '2025-06-18' },
  { what: 'elicitation', has: ({ elicitation }) => elicitation !== 'none', since: '2025-06-18' },
  { what: 'elicitation by URL', has: ({ elicitation }) => elicitation === 'form+url', since: '2025-11-25' },
  { what: 'icons', has: ({ icons }) => icons, since: '2025-11-25' },
  {
    what: 'argument errors as results',
    has: ({ argumentErrorsAsResults }) => argumentErrorsAsResults,
    since: '2025-11-25',
  },
  {
    what: 'a priming event',
    has: ({ primingEvent }) => primingEvent,
    since: '2025-11-25',
    until: '2025-11-25',
  },
  {
    what: '-32002 for unknown resources',
    has: ({ resourceNotFound }) => resourceNotFound === 'ResourceNotFound',
    since: '2024-11-05',
    until: '2025-11-25',
  },
  { what: 'tools/call', has: ({ methods }) => methods.has('tools/call'), since: '2024-11-05' },
  {
    what: 'initialize',
    has: ({ methods }) => methods.has('initialize'),
    since: '2024-11-05',
    until: '2025-11-25',
  },
  { what: 'ping', has: ({ methods }) => methods.has('ping'), since: '2024-11-05', until: '2025-11-25' },
  {
    what: 'logging/setLevel',
    has: ({ methods }) => methods.has('logging/setLevel'),
    since: '2024-11-05',
    until: '2025-11-25',
  },
  {
    what: 'resources/subscribe',
    has: ({ methods }) => methods.has('resources/subscribe'),
    since: '2024-11-05',
    until: '2025-11-25',
  },
  { what: 'server/discover', has: ({ methods }) => methods.has('server/discover'), since: '2026-07-28' },
  {
    what: 'subscriptions/listen',
    has: ({ methods }) => methods.has('subscriptions/listen'),
    since: '2026-07-28',
  },
  { what: 'tasks/get', has: ({ methods }) => methods.has('tasks/get'), since: '2026-07-28' },
  { what: 'skills/list', has: ({ methods }) => methods.has('skills/list'), since: '2026-07-28' },
];

describe('REVISIONS', () => {
  it('are five, the newest first', () => {
    expect(REVISION_IDS).toEqual(ALL);
    expect(REVISIONS.map(({ id }) => id)).toEqual(ALL);
  });

  it.each(HISTORY)(
    'have $what from the revision that brought it to the one that ended it',
    ({ has, since, until = '9999' }) => {
      for (const revision of REVISIONS) {
        expect([revision.id, has(revision)]).toEqual([
          revision.id,
          revision.id >= since && revision.id <= until,
        ]);
      }
    },
  );
});

describe('findRevision', () => {
  it('finds each by its date and nothing by anything else', () => {
    for (const id of ALL) expect(findRevision(id)?.id).toBe(id);
    for (const id of ['', '2025-11-26', '2025', 'constructor', '__proto__', ' 2025-11-25']) {
      expect(findRevision(id)).toBeUndefined();
    }
  });
});

describe('negotiateSession', () => {
  it('agrees to any revision that has sessions', () => {
    for (const id of ALL.slice(1)) expect(negotiateSession(id).id).toBe(id);
  });

  it('offers the newest that has sessions for anything else', () => {
    for (const asked of ['2026-07-28', '2030-01-01', '', undefined, null, 20251125, {}]) {
      expect(negotiateSession(asked).id).toBe('2025-11-25');
    }
  });
});
