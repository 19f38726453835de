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

/** The store cannot do it now: a full disk, a lost connection, a file that cannot be written. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';

  static closed(): JournalUnavailable {
    return new JournalUnavailable('The journal is closed.');
  }
}
