import type { Call } from '../calls/call.js';
import type { TaskStore } from '../calls/task-store.js';
import type { Mutex } from '../kit/semaphore.js';
import type { AuditTrails } from '../policy/audit-trail.js';
import type { CancelledWrites } from '../policy/cancelled-writes.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Registry } from '../registry/registry.js';
import type { Hub } from '../sessions/hub.js';

/** What the handlers of all methods share. */
export interface MethodServices {
  readonly registry: Registry;
  readonly environment: FullEnvironment;
  readonly hub: Hub;
  readonly tasks: TaskStore;
  readonly audits: AuditTrails;
  readonly cancelledWrites: CancelledWrites;
  /** Writes that are planned again, because others changed what they are about. */
  readonly planning: Mutex;
}

/** Serves one method: returns the result, or throws the error. */
export type Handler = (call: Call) => unknown;

export type Handlers = Readonly<Record<string, Handler>>;
