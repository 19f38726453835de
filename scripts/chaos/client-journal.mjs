/** What a client knows of its own operations, kept outside of the server that is killed. */

/**
 * @typedef {object} Operation
 * @property {string | undefined} key
 * @property {readonly any[]} commands
 * @property {number} sent how many times
 * @property {{ first: number, last: number } | undefined} acknowledged its revisions, as the first 200 said
 */

/** @typedef {'acknowledged' | 'unavailable' | 'wrong'} Outcome */

export class ClientJournal {
  /** @type {Operation[]} */
  operations = [];
  /** @type {string[]} answers that no correct server gives */
  troubles = [];
  retries = 0;
  replays = 0;
  /** Operations that were done although their first answer never came. */
  unheard = 0;
  unavailable = 0;

  /** Before anything is sent. @param {readonly object[]} commands @param {string} [key] @returns {Operation} */
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

  /**
   * Sends an operation and notes what comes back. Rejects when no answer does.
   * @param {import('./universe-client.mjs').UniverseClient} client
   * @param {Operation} operation
   * @returns {Promise<Outcome>}
   */
  async perform(client, operation) {
    operation.sent += 1;
    if (operation.sent > 1) this.retries += 1;
    return this.#answered(operation, await client.send(operation.commands, operation.key));
  }

  /** @param {Operation} operation @param {import('./universe-client.mjs').Answer} answer @returns {Outcome} */
  #answered(operation, { status, headers, body }) {
    if (status === 503) {
      this.unavailable += 1;
      return 'unavailable';
    }
    if (status !== 200) return this.#wrong(operation, `got ${status}: ${JSON.stringify(body)}`);
    const told = { first: body.firstRevision ?? body.revision, last: body.revision };
    const replayed = headers['idempotency-replayed'] === 'true';
    const before = operation.acknowledged;
    if (replayed) this.replays += 1;
    if (replayed && operation.sent === 1) return this.#wrong(operation, 'was replayed at its first try');
    if (before !== undefined && !replayed) {
      return this.#wrong(operation, `was done again at ${told.last}, after ${before.last}`);
    }
    if (before !== undefined && (before.first !== told.first || before.last !== told.last)) {
      return this.#wrong(operation, `is now at ${told.last}, and was at ${before.last}`);
    }
    if (before === undefined && replayed) this.unheard += 1;
    operation.acknowledged = told;
    return 'acknowledged';
  }

  /** @param {Operation} operation @param {string} what @returns {Outcome} */
  #wrong({ key, commands }, what) {
    this.troubles.push(`${key ?? 'without a key'} ${JSON.stringify(commands).slice(0, 120)} ${what}`);
    return 'wrong';
  }
}
