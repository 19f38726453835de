export {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  MAX_ENTRIES,
  outcomeEntry,
  revisionsOf,
} from './done-writes.js';
export { fitMembers, fitValue, shownValues } from './fit-values.js';
export type { Inverse, InverseStep } from './inverse.js';
export { outcomeIn, stepOf, type WriteOutcome } from './log-entry.js';
export { type WriteObserver, Writes, type WriteWorld } from './pipeline.js';
export type { PlannedWrite, PreparedWrite, Receipt, WriteResult, WriteTarget } from './prepared-write.js';
export type { WriteFailure } from './write-errors.js';
export { writeList } from './write-list.js';
export { type LogOptions, WriteLog, type WriteNames } from './write-log.js';
export { type WritePage, writePage } from './write-page.js';
