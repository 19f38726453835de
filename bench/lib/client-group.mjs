/** Connections that all send the same kind of request, and what came of it. */
import { startCaller } from './caller.mjs';
import { exchangeOf } from './exchanges.mjs';
import { Latencies } from './latencies.mjs';

/**
 * @typedef {{ exchange: import('./exchanges.mjs').ExchangeName, connections: number }} Group
 *
 * @typedef {object} GroupResult
 * @property {number} callsPerSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} calls answered while it was measured
 * @property {number} answered all that were, before and behind that too
 * @property {import('./revision-tally.mjs').Revisions} [revisions] of those answered, where they are commands
 * @property {number} errors
 * @property {string} [firstError]
 */

export class ClientGroup {
  #exchange;
  #callers;
  #latencies = new Latencies();
  #measured = this.#latencies;
  #answered = 0;
  #errors = 0;
  /** @type {string | undefined} */
  #firstError;

  /**
   * @param {Group} group
   * @param {import('./caller.mjs').CallerOptions & { session: import('./handshake.mjs').Session }} options
   */
  constructor({ exchange, connections }, { session, ...options }) {
    this.#exchange = exchangeOf(exchange, options.url, session);
    this.#callers = Array.from({ length: connections }, () =>
      startCaller(this.#exchange, options, {
        answered: milliseconds => {
          this.#answered++;
          this.#latencies.add(milliseconds);
        },
        failed: reason => {
          this.#errors++;
          this.#firstError ??= reason;
        },
      }),
    );
  }

  /** From here on it is measured. */
  begin() {
    this.#latencies = new Latencies();
    this.#measured = this.#latencies;
  }

  /** Up to here it was. */
  end() {
    this.#latencies = new Latencies();
  }

  async finish() {
    await Promise.all(this.#callers.map(finish => finish()));
  }

  /** @param {number} seconds that it was measured for @returns {GroupResult} */
  result(seconds) {
    const [p50, p99] = this.#measured.percentiles(0.5, 0.99);
    return {
      callsPerSecond: this.#measured.count / seconds,
      p50,
      p99,
      calls: this.#measured.count,
      answered: this.#answered,
      revisions: this.#exchange.tally?.summary,
      errors: this.#errors,
      firstError: this.#firstError,
    };
  }
}
