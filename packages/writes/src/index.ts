export type { BatchOptions, BatchPart, PartRelation } from './batch/batch-parts.js';
export { batchTool } from './batch/batch-tool.js';
export {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  isNewestOfCaller,
  MAX_ENTRIES,
  named,
  outcomeEntry,
  revisionsOf,
  undoLineOf,
} from './log/done-writes.js';
export { fitMembers, fitValue, shownValues } from './log/fit-values.js';
export type { Inverse, InverseStep } from './log/inverse.js';
export {
  changedNothing,
  hasEffect,
  outcomeIn,
  stateText,
  stepOf,
  type WriteOutcome,
} from './log/log-entry.js';
export { writeList } from './log/write-list.js';
export { type LogOptions, type Stale, WriteLog, type WriteNames } from './log/write-log.js';
export { type WritePage, writePage } from './log/write-page.js';
export { CONFIRM_ABOVE, type Loss, needsConfirmation, UNDO_IS_POSSIBLE } from './run/consent.js';
export { defineWrite, type UndoCall, type ValuePlan, type WriteDefinition } from './run/guarded-tool.js';
export { type KeptWrites, keepWrites } from './run/keep-writes.js';
export type { NamedCall, Operation } from './run/operation.js';
export { type WriteObserver, Writes, type WriteWorld } from './run/pipeline.js';
export { POSSIBLE } from './run/plan.js';
export type {
  LeftBehind,
  PlannedWrite,
  PreparedWrite,
  Receipt,
  WriteResult,
  WriteTarget,
} from './run/prepared-write.js';
export type { WriteFailure } from './run/write-errors.js';
export { openSteps } from './undo/choose.js';
export { listWritesTool } from './undo/list-writes-tool.js';
export {
  isHidden,
  type LeftWrite,
  type PlannedStep,
  short,
  Undoing,
  type UndoPlan,
  type UndoWanted,
} from './undo/undo.js';
export { accessOfUndo, undoDefinition } from './undo/undo-request.js';
export { undoTool } from './undo/undo-tool.js';
