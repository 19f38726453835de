import type { Access } from './tool.js';

/** One per call of a tool or a web route that may change the world, whatever came of it. */
export interface AuditEvent {
  readonly at: string;
  readonly world: string;
  readonly principal: string;
  readonly client?: string;
  /** The tool, or the method and path of the route. */
  readonly tool: string;
  readonly access: Access;
  /** `cancelled` where the work gave up for it, `unknown` where it was told to stop and did not come back. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked' | 'unknown';
  /** The caller was gone, or told that it took too long, before there was an outcome. */
  readonly unread?: true;
  readonly operationKey?: string;
  readonly ms: number;
}
