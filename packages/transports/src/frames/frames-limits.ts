import type { Limits } from '@worldwire/server';

/** The bounds of a listener for frames: those it shares with every wire, and its own. */
export type FramesLimits = Pick<
  Limits,
  | 'bodyBytes'
  | 'resultBytes'
  | 'jsonDepth'
  | 'jsonMembers'
  | 'stalledMs'
  | 'batch'
  | 'queueBytes'
  | 'queueSoftBytes'
  | 'queueSoftMs'
  | 'requestMs'
  | 'drainMs'
  | 'connections'
  | 'callsPerConnection'
  | 'authenticateMs'
  | 'authenticateBytes'
>;
