/** One connection of a client, whatever the wire: requests as bytes out, messages in. */

export class WireLane {
  #output;
  #close;
  #message = () => {};
  #failed = () => {};

  constructor({ input, output, reader, close }) {
    this.#output = output;
    this.#close = close;
    input.setEncoding('latin1').on('data', chunk => {
      // What is sent in reply to one chunk leaves at once, in one piece.
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
