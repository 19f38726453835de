import type { Line } from '../stdio/pipe.js';

/** One client on one wire, which records what it receives. */
export interface WireClient {
  /** Notifications and requests of the server, in order. */
  readonly received: Line[];
  /** Every answer so far; a batch is one. */
  readonly answers: (Line | Line[])[];
  /** Sends a message and waits for its answer: the one with this id; the next error without an id for null. */
  ask(text: string, id: string | number | null | 'batch'): Promise<Line | Line[]>;
  /** Sends a message without an answer. */
  say(text: string): Promise<void>;
  /** Disconnects. */
  leave(): void;
}
