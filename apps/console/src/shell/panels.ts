import type { IconName } from '../ui/icon.js';

/** A panel of the server, which is not of one world. */
export interface Panel {
  readonly id: 'approvals' | 'activity' | 'sessions' | 'server';
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
}

export const PANELS: readonly Panel[] = [
  { id: 'approvals', label: 'Approvals', icon: 'approvals', keys: 'g i' },
  { id: 'activity', label: 'Activity', icon: 'activity', keys: 'g a' },
  { id: 'sessions', label: 'Sessions', icon: 'sessions', keys: 'g s' },
  { id: 'server', label: 'Server', icon: 'server', keys: 'g v' },
];
