/** The log is not as the writer expected. Nothing was written; read the new entries and try again. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';

  static moved(id: string, after: number): JournalConflict {
    return new JournalConflict(`Log ${JSON.stringify(id)} is not at revision ${after}, or was removed.`);
  }

  static unexpected(id: string): JournalConflict {
    return new JournalConflict(`Log ${JSON.stringify(id)} is no longer the expected one.`);
  }

  static idTaken(id: string): JournalConflict {
    return new JournalConflict(`Log ${JSON.stringify(id)} exists already.`);
  }

  static removed(): JournalConflict {
    return new JournalConflict('The log that this operation key created was removed.');
  }

  static keyTaken(): JournalConflict {
    return new JournalConflict('The operation key was used before.');
  }
}

/** The code of the error if this installation has no SQLite. */
export const NO_SQLITE = 'NO_SQLITE';

type UnavailableOptions = ErrorOptions & { readonly code?: string | undefined };

/**
 * The store failed: a full disk, a lost connection, a file that is not writable. Clients read the message, so it contains
 * no address, user or path once the journal is open. The cause may.
 */
export class JournalUnavailable extends Error {
  override readonly name: string = 'JournalUnavailable';
  /** The name of SQLite's result code, or NO_SQLITE. */
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
  'Stop the server, copy the store as it is, and restore a backup. "worldwire doctor" lists all damage.';

/** The stored data is not the data that was written. A retry does not help; undamaged data can still be read. */
export class JournalDamaged extends JournalUnavailable {
  override readonly name = 'JournalDamaged';
  /** The id of the log, if its head is damaged. */
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

  /** A number in one of `count` entries cannot be read; SQLite does not say which. */
  static number(id: string, first: number, count: number): JournalDamaged {
    const which = count > 1 ? `One of ${count} entries from revision ${first}` : `Revision ${first}`;
    return new JournalDamaged(`${which} of log ${JSON.stringify(id)} is damaged: a number is out of range.`);
  }

  static missing(id: string, revision: number): JournalDamaged {
    return new JournalDamaged(`Revision ${revision} of log ${JSON.stringify(id)} is missing in the store.`);
  }

  static pastHead(id: string, revision: number): JournalDamaged {
    return new JournalDamaged(
      `Log ${JSON.stringify(id)} has revision ${revision}, which is after the revision of its head.`,
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

  static bookmark(id: string): JournalDamaged {
    return new JournalDamaged(
      `A bookmark of log ${JSON.stringify(id)} is damaged: its checksum does not match.`,
    );
  }

  static operation(id: string): JournalDamaged {
    return new JournalDamaged(
      `An operation key of log ${JSON.stringify(id)} is damaged: its checksum does not match.`,
    );
  }
}
