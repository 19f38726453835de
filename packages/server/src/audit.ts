import type { Access } from './tool.js';

/** One per call of a tool that may change the world, whatever came of it. */
export interface AuditEvent {
  readonly at: string;
  readonly world: string;
  readonly principal: string;
  readonly client?: string;
  readonly tool: string;
  readonly access: Access;
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked';
  readonly operationKey?: string;
  readonly ms: number;
}
