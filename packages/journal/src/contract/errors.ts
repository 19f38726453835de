/** The log is not where the writer believed it to be. Nothing was written; read on and try again. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';

  static moved(id: string, after: number): JournalConflict {
    return new JournalConflict(`Log ${JSON.stringify(id)} is not at revision ${after}, or is gone.`);
  }

  static unexpected(id: string): JournalConflict {
    return new JournalConflict(`Log ${JSON.stringify(id)} is not the expected one any more.`);
  }

  static idTaken(id: string): JournalConflict {
    return new JournalConflict(`There is already a log ${JSON.stringify(id)}.`);
  }

  static removed(): JournalConflict {
    return new JournalConflict('What this operation key made has been removed since.');
  }

  static keyTaken(): JournalConflict {
    return new JournalConflict('The operation key has been used before.');
  }
}

/** The code of the failure where this installation has no SQLite. The data is not the cause. */
export const NO_SQLITE = 'NO_SQLITE';

type UnavailableOptions = ErrorOptions & { readonly code?: string | undefined };

/**
 * The store cannot do it now: a full disk, a lost connection, a file that cannot be written. Once the journal is open,
 * the message names no address, user or path, because clients read it. The cause may.
 */
export class JournalUnavailable extends Error {
  override readonly name: string = 'JournalUnavailable';
  /** What it was, for a program: the name of SQLite's code, or NO_SQLITE. */
  readonly code: string | undefined;

  constructor(message: string, options?: UnavailableOptions) {
    super(message, options);
    this.code = options?.code;
  }

  static closed(): JournalUnavailable {
    return new JournalUnavailable('The journal is closed.');
  }
}

const RESTORE =
  'Stop the server, keep a copy of the store as it is, and restore a backup. "worldwire doctor" lists all damage.';

/** What the store has is not what was written. A retry does not help; what was not damaged can still be read. */
export class JournalDamaged extends JournalUnavailable {
  override readonly name = 'JournalDamaged';
  /** The log whose head is damaged, where it is a head. */
  readonly headOf: string | undefined;

  constructor(what: string, options?: UnavailableOptions & { readonly headOf?: string }) {
    super(`${what} ${RESTORE}`, options);
    this.headOf = options?.headOf;
  }

  static entry(id: string, revision: number): JournalDamaged {
    return new JournalDamaged(
      `Revision ${revision} of log ${JSON.stringify(id)} is damaged: its checksum does not match.`,
    );
  }

  /** A number of an entry cannot be read. Which of several entries has it is not known. */
  static number(id: string, first: number, count: number): JournalDamaged {
    const which = count > 1 ? `One of ${count} entries from revision ${first}` : `Revision ${first}`;
    return new JournalDamaged(`${which} of log ${JSON.stringify(id)} is damaged: a number is out of range.`);
  }

  static missing(id: string, revision: number): JournalDamaged {
    return new JournalDamaged(`Revision ${revision} of log ${JSON.stringify(id)} is missing in the store.`);
  }

  static pastHead(id: string, revision: number): JournalDamaged {
    return new JournalDamaged(
      `Log ${JSON.stringify(id)} has revision ${revision}, which is behind the revision of its head.`,
    );
  }

  static head(id: string): JournalDamaged {
    return new JournalDamaged(
      `The head of log ${JSON.stringify(id)} (its name, times and newest revision) is damaged: its checksum does not match.`,
      { headOf: id },
    );
  }

  static snapshot(id: string): JournalDamaged {
    return new JournalDamaged(`The snapshot of log ${JSON.stringify(id)} is missing or damaged.`);
  }

  static operation(id: string): JournalDamaged {
    return new JournalDamaged(
      `An operation key of log ${JSON.stringify(id)} is damaged: its checksum does not match.`,
    );
  }
}
