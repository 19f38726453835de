/** One connection of a bridge: whole messages in both directions, in order. */
export interface LinkChannel {
  /** The address of the bridge, for people. */
  readonly remote: string;
  /** Bytes received from the bridge so far, or another count that grows with them. */
  readonly received: number;
  /** False if the connection is closed. */
  send(message: string): boolean;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also after `close`. `broken` is true if a message of the bridge could not be read. */
  onClose(listener: (reason: string, broken?: boolean) => void): void;
  close(reason: string): void;
}
