import type { AuditTrails } from './audit-trail.js';
import type { Call } from './call.js';
import type { FullEnvironment } from './environment.js';
import type { Hub } from './hub.js';
import type { Registry } from './registry.js';
import type { StoppedWrites } from './stopped-writes.js';
import type { Tasks } from './tasks.js';

/** What the method families work with. */
export interface Desk {
  readonly registry: Registry;
  readonly environment: FullEnvironment;
  readonly hub: Hub;
  readonly tasks: Tasks;
  readonly audits: AuditTrails;
  readonly stopped: StoppedWrites;
}

/** Serves one method. What it returns is the result; what it throws becomes the error. */
export type Handler = (call: Call) => unknown;

export type Handlers = Readonly<Record<string, Handler>>;
