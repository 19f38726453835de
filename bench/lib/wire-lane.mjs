/** One connection of a client, whatever the wire: requests as bytes out, messages in. */

export class WireLane {
  #output;
  #close;
  /** @type {(message: string) => void} */
  #message = () => {};
  /** @type {(error: Error) => void} */
  #failed = () => {};

  /**
   * @param {{ input: import('node:stream').Readable, output: import('node:stream').Writable,
   *   reader: import('./wire-readers.mjs').WireReader, close: () => void | Promise<void> }} parts
   */
  constructor({ input, output, reader, close }) {
    this.#output = output;
    this.#close = close;
    input.setEncoding('latin1').on('data', chunk => {
      // What is sent in reply to one chunk leaves at once, in one piece.
      output.cork();
      try {
        for (const message of reader.push(chunk)) this.#message(message);
      } catch (error) {
        this.#failed(/** @type {Error} */ (error));
      }
      output.uncork();
    });
    const gone = (/** @type {string} */ what) => () => this.#failed(new Error(`the server closed ${what}`));
    input.on('error', error => this.#failed(error)).on('close', gone('the connection'));
    if (/** @type {unknown} */ (output) !== input) output.on('error', error => this.#failed(error));
  }

  /** @param {{ message: (message: string) => void, failed: (error: Error) => void }} listener in place of the last one */
  listen({ message, failed }) {
    this.#message = message;
    this.#failed = failed;
  }

  /** @param {Buffer} bytes untouched until they are answered */
  send(bytes) {
    this.#output.write(bytes);
  }

  async close() {
    this.listen({ message: () => {}, failed: () => {} });
    await this.#close();
  }
}
