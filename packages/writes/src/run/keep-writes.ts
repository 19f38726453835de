import { type Journal, MemoryJournal } from '@worldwire/journal';
import { WriteLog } from '../log/write-log.js';
import { Writes } from './pipeline.js';

/** Characters of the log in memory. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

export interface KeptWrites {
  /** The name of the world. */
  readonly world: string;
  /** The tool that reads a value, for errors: "read_moisture". */
  readonly read: string;
  /** Default: in memory, without the oldest writes. One of `@worldwire/journal/sqlite` or `/postgres` lasts over restarts. */
  readonly journal?: Journal;
  readonly now?: () => number;
  /** Things that one write removes or overwrites without a question. Default: 20. */
  readonly confirmAbove?: number;
}

/**
 * The writes of a world of your own, for `defineWrite`, `undoTool` and `listWritesTool`.
 *
 *     const writes = keepWrites({ world: 'garden', read: 'read_moisture' });
 */
export function keepWrites({ world, read, journal, now = Date.now, confirmAbove }: KeptWrites): Writes {
  const names = { list: 'list_writes', undo: 'undo_write', read };
  const log = new WriteLog({
    journal: journal ?? new MemoryJournal({ maxCharacters: MAX_CHARACTERS }),
    ...{ id: world, name: `Writes to ${world}`, names, now },
  });
  return new Writes({ log, target: () => ({}), confirmAbove });
}
