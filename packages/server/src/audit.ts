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
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked';
  readonly operationKey?: string;
  readonly ms: number;
}
