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
export { defineWrite, type UndoCall, type ValuePlan, type WriteDefinition } from './guarded-tool.js';
export type { Inverse, InverseStep } from './inverse.js';
export { type KeptWrites, keepWrites } from './keep-writes.js';
export { outcomeIn, stepOf, type WriteOutcome } from './log-entry.js';
export { type WriteObserver, Writes, type WriteWorld } from './pipeline.js';
export type { PlannedWrite, PreparedWrite, Receipt, WriteResult, WriteTarget } from './prepared-write.js';
export { listWritesTool } from './undo/list-writes-tool.js';
export { undoTool } from './undo/undo-tool.js';
export type { WriteFailure } from './write-errors.js';
export { writeList } from './write-list.js';
export { type LogOptions, WriteLog, type WriteNames } from './write-log.js';
export { type WritePage, writePage } from './write-page.js';
