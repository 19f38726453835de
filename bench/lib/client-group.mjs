/** Connections that send the same kind of request, and their result. */
import { startCaller } from './caller.mjs';
import { exchangeOf } from './exchanges.mjs';
import { Latencies } from './latencies.mjs';

export class ClientGroup {
  #exchange;
  #callers;
  #latencies = new Latencies();
  #measured = this.#latencies;
  #answered = 0;
  #errors = 0;
  #firstError;

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

  begin() {
    this.#latencies = new Latencies();
    this.#measured = this.#latencies;
  }

  end() {
    this.#latencies = new Latencies();
  }

  async finish() {
    await Promise.all(this.#callers.map(finish => finish()));
  }

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
