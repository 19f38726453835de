/** `busy`: the client accepts messages, but too many of its streams are open. */
export type Delivery = boolean | 'busy';

/** Sends messages to the client of one request. Each transport implements it. */
export interface ResponseChannel {
  /**
   * Sends a message of the request before its response, in order. False where the client accepts only the response.
   */
  send(message: string): Delivery;
  /** Closes the stream now if the client can resume it for the response. */
  detach(): void;
  /** A header of the request, where the transport has headers. */
  header?(name: string): string | undefined;
}

/** For tasks, which have no open request. */
export const NO_RESPONSE_CHANNEL: ResponseChannel = { send: () => false, detach: () => {} };
