export { JournalConflict, JournalDamaged, JournalUnavailable, NO_SQLITE } from './contract/errors.js';
export type {
  Append,
  Bookmark,
  Created,
  Entry,
  Expected,
  Head,
  Journal,
  Json,
  ListOptions,
  NewLog,
  OperationKey,
  Recorded,
  Snapshot,
} from './contract/journal.js';
export { MemoryJournal, type MemoryJournalOptions } from './memory/memory-journal.js';
