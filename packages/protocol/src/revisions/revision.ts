import type { ErrorName } from '../messages/errors.js';

export type RevisionId = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** What one dated MCP version has and has not. Features are facts of the revision, never of a client. */
export interface Revision {
  readonly id: RevisionId;
  /** Where a client's capabilities live: in a session opened by `initialize`, or in every request. */
  readonly era: 'session' | 'request';
  readonly methods: ReadonlySet<string>;
  readonly batches: boolean;
  readonly audio: boolean;
  readonly toolAnnotations: boolean;
  readonly completionsCapability: boolean;
  readonly progressMessage: boolean;
  readonly structuredContent: 'none' | 'object' | 'any';
  readonly titles: boolean;
  readonly resourceLinks: boolean;
  readonly elicitation: 'none' | 'form' | 'form+url';
  readonly icons: boolean;
  /** Bad tool arguments are shown to the model as a failed result, not to the client as an error. */
  readonly argumentErrorsAsResults: boolean;
  /** SSE streams open with an event that carries an id, so that even an empty one can be resumed. */
  readonly primingEvent: boolean;
  readonly resourceNotFound: ErrorName;
}
