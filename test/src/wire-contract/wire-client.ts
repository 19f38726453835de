import type { Line } from '../stdio/pipe.js';

/** One client on one wire, with everything it hears in the test's hand. */
export interface WireClient {
  /** Notifications and requests of the server, in their order. */
  readonly received: Line[];
  /** Every answer so far; a batch is one. */
  readonly answers: (Line | Line[])[];
  /** Sends the text of a message that gets an answer: that with its id, or the next without a method for null. */
  ask(text: string, id: string | number | null | 'batch'): Promise<Line | Line[]>;
  /** Sends the text of a message that gets none. */
  say(text: string): Promise<void>;
  /** Leaves without a word. */
  leave(): void;
}
