import type { Limits } from '@worldwire/server/internal';

/** The limits that a listener for frames needs. */
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
