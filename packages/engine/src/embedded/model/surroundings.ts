import type { Problem } from '../../port/engine.js';
import type { Clock } from './clock.js';
import type { FrameTimes } from './frame-times.js';

export type LogLevel = 'info' | 'warning' | 'error';
export type Log = (level: LogLevel, message: string, source: string, problem?: Problem) => void;

/** What components can use beside objects. */
export interface Surroundings {
  readonly clock: Clock;
  readonly frames: FrameTimes;
  readonly log: Log;
  /** What the player holds: from 0 to 1 for each action of the input map. */
  readonly input: { strength(action: string): number };
  /** Ends the process of the scene after an error that cannot be repaired. */
  readonly abort: (reason: string) => never;
  /** From 0 up to 1; the same numbers for the same seed. */
  readonly random: () => number;
}
