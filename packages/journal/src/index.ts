export { JournalConflict, JournalDamaged, JournalUnavailable, NO_SQLITE } from './errors.js';
export type {
  Append,
  Entry,
  Expected,
  Head,
  Journal,
  Json,
  NewLog,
  OperationKey,
  Recorded,
  Snapshot,
} from './journal.js';
export { MemoryJournal } from './memory-journal.js';
