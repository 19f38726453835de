import { type IncomingMessage, ServerResponse } from 'node:http';
import { Outflow, type OutflowRules, PIECE_BYTES } from './outflow.js';

/** A response that knows whom it is for, and bounds what waits for its reader. */
export class HttpResponse extends ServerResponse<IncomingMessage> {
  /** Empty until a credential has told. */
  principal = '';

  /** Set by the class that `responsesFor` makes. */
  get rules(): OutflowRules | undefined {
    return undefined;
  }

  /**
   * Sends the whole answer. False, and nothing sent, where it does not fit beside what waits to be read. An answer that
   * leaves at once, as nearly every one does, costs one comparison more than `end`.
   */
  answer(
    status: number,
    headers: Readonly<Record<string, string | number>>,
    body: string | Uint8Array,
    length: number,
  ): boolean {
    if (length > PIECE_BYTES && this.rules !== undefined) return this.#large(status, headers, body, length);
    this.writeHead(status, headers);
    this.end(body);
    if (this.writableLength > 0 && this.rules !== undefined) {
      const outflow = new Outflow(this, this.principal, this.rules);
      if (!outflow.reserve(0)) outflow.close();
    }
    return true;
  }

  #large(
    status: number,
    headers: Readonly<Record<string, string | number>>,
    body: string | Uint8Array,
    length: number,
  ): boolean {
    const outflow = new Outflow(this, this.principal, this.rules as OutflowRules);
    if (!outflow.reserve(length)) return false;
    this.writeHead(status, headers);
    outflow.write(body);
    outflow.end();
    return true;
  }
}

/** The class of the responses of one listener. */
export function responsesFor(rules: OutflowRules): typeof HttpResponse {
  return class extends HttpResponse {
    override get rules(): OutflowRules {
      return rules;
    }
  };
}
