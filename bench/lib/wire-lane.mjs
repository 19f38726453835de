/** One connection of a client on any wire. */
export class WireLane {
  #output;
  #close;
  #message = () => {};
  #failed = () => {};

  constructor({ input, output, reader, close }) {
    this.#output = output;
    this.#close = close;
    input.setEncoding('latin1').on('data', chunk => {
      // All requests that follow one chunk are sent in one write.
      output.cork();
      try {
        for (const message of reader.push(chunk)) this.#message(message);
      } catch (error) {
        this.#failed(error);
      }
      output.uncork();
    });
    const gone = what => () => this.#failed(new Error(`the server closed ${what}`));
    input.on('error', error => this.#failed(error)).on('close', gone('the connection'));
    if (output !== input) output.on('error', error => this.#failed(error));
  }

  listen({ message, failed }) {
    this.#message = message;
    this.#failed = failed;
  }

  send(bytes) {
    this.#output.write(bytes);
  }

  async close() {
    this.listen({ message: () => {}, failed: () => {} });
    await this.#close();
  }
}
