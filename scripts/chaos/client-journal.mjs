/** The operations of a client and their acknowledgements, kept outside the server that is killed. */

export class ClientJournal {
  operations = [];
  troubles = [];
  retries = 0;
  replays = 0;
  /** Operations that were committed although the connection broke before the answer. */
  unheard = 0;
  unavailable = 0;

  /** Before anything is sent. */
  note(commands, key) {
    const operation = { key, commands, sent: 0, acknowledged: undefined };
    this.operations.push(operation);
    return operation;
  }

  pending() {
    return this.operations.filter(({ acknowledged }) => acknowledged === undefined);
  }

  acknowledged() {
    return this.operations.filter(({ acknowledged }) => acknowledged !== undefined);
  }

  /** Sends an operation and notes what comes back. Rejects when no answer does. */
  async perform(client, operation) {
    operation.sent += 1;
    if (operation.sent > 1) this.retries += 1;
    return this.#answered(operation, await client.send(operation.commands, operation.key));
  }

  #answered(operation, { status, headers, body }) {
    if (status === 503) {
      this.unavailable += 1;
      return 'unavailable';
    }
    if (status !== 200) return this.#wrong(operation, `got ${status}: ${JSON.stringify(body)}`);
    const answered = { first: body.firstRevision ?? body.revision, last: body.revision };
    const replayed = headers['idempotency-replayed'] === 'true';
    const before = operation.acknowledged;
    if (replayed) this.replays += 1;
    if (replayed && operation.sent === 1) return this.#wrong(operation, 'was replayed at its first attempt');
    if (before !== undefined && !replayed) {
      return this.#wrong(operation, `was done again at ${answered.last}, after ${before.last}`);
    }
    if (before !== undefined && (before.first !== answered.first || before.last !== answered.last)) {
      return this.#wrong(operation, `is now at ${answered.last}, and was at ${before.last}`);
    }
    if (before === undefined && replayed) this.unheard += 1;
    operation.acknowledged = answered;
    return 'acknowledged';
  }

  #wrong({ key, commands }, what) {
    this.troubles.push(`${key ?? 'without a key'} ${JSON.stringify(commands).slice(0, 120)} ${what}`);
    return 'wrong';
  }
}
