import type { ErrorName } from '../messages/errors.js';

export type RevisionId = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** The features of one dated MCP version. */
export interface Revision {
  readonly id: RevisionId;
  /** Where a client declares its capabilities: in `initialize`, which opens a session, or in every request. */
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
  /** Invalid tool arguments become a failed result for the model, not a JSON-RPC error. */
  readonly argumentErrorsAsResults: boolean;
  /** SSE streams begin with an event that has an id, so that an empty stream can be resumed. */
  readonly primingEvent: boolean;
  readonly resourceNotFound: ErrorName;
}
