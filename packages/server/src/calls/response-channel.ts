/** True where it was sent; `busy` where the client would read it, but too many of its streams are open. */
export type Delivery = boolean | 'busy';

/** A request's way back to its client, given by the wire that brought it. */
export interface ResponseChannel {
  /**
   * Sends a message that belongs to the request, ahead of its response; the order is kept.
   * False when the client takes nothing but the response.
   */
  send(message: string): Delivery;
  /** Ends the stream now; a client that comes back finds the response. Does nothing where none can come back. */
  detach(): void;
}

/** For work that has no request to speak to. */
export const NO_RESPONSE_CHANNEL: ResponseChannel = { send: () => false, detach: () => {} };
