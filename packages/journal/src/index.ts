export { JournalConflict, JournalUnavailable } from './errors.js';
export type {
  Append,
  Entry,
  Head,
  Journal,
  Json,
  NewLog,
  OperationKey,
  Recorded,
  Snapshot,
} from './journal.js';
export { MemoryJournal } from './memory-journal.js';
