import type { Limits } from '@worldwire/server';

/** The bounds of a listener for frames: those it shares with every wire, and its own. */
export interface FramesLimits
  extends Pick<
    Limits,
    | 'bodyBytes'
    | 'jsonDepth'
    | 'batch'
    | 'queueBytes'
    | 'queueSoftBytes'
    | 'queueSoftMs'
    | 'requestMs'
    | 'drainMs'
  > {
  /** Connections open at once. */
  readonly connections?: number;
  /** Requests of one connection in flight at once. */
  readonly callsPerConnection?: number;
  /** How long a client may take to authenticate, where it must. */
  readonly authenticateMs?: number;
  /** The longest message it may send before that. */
  readonly authenticateBytes?: number;
}

const OWN = {
  connections: 1_000,
  callsPerConnection: 4_096,
  authenticateMs: 5_000,
  authenticateBytes: 4 * 1024,
};

export function withDefaults(limits: FramesLimits): Required<FramesLimits> {
  return { ...OWN, ...limits };
}
