export { JournalConflict, JournalDamaged, JournalUnavailable, NO_SQLITE } from './contract/errors.js';
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
} from './contract/journal.js';
export { MemoryJournal } from './memory/memory-journal.js';
