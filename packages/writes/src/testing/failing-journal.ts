import { type Append, JournalUnavailable, MemoryJournal } from '@worldwire/journal';

/** A journal whose next appends the test can refuse, one flag for each. */
export class FailingJournal extends MemoryJournal {
  readonly failures: boolean[] = [];

  override async append(append: Append): Promise<number> {
    if (this.failures.shift() === true) throw new JournalUnavailable('The disk is full.');
    return super.append(append);
  }
}
