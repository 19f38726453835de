/** One connection of a bridge: whole messages in both directions, in their order. */
export interface LinkChannel {
  /** Where the bridge dials from, for people. */
  readonly remote: string;
  /** Bytes that have come from the bridge so far, or whatever else grows with them. */
  readonly heard: number;
  /** False when the message can no longer be sent. */
  send(message: string): boolean;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when we close it ourselves. `broken` is true where what the bridge sent could not be read. */
  onClose(listener: (reason: string, broken?: boolean) => void): void;
  close(reason: string): void;
}
