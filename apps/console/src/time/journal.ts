import { type Signal, signal } from '@preact/signals';
import type { StreamState } from '../api/stream.js';

/** One change of what the view shows. */
export interface JournalEntry {
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  readonly principal?: string;
  /** In a few words, such as `moveBody titan`. */
  readonly what: string;
  /** Ids of the objects that it changed. */
  readonly touched: readonly string[];
  /** The revision that it took back. */
  readonly undoes?: number;
}

export interface Bookmark {
  readonly name: string;
  readonly revision: number;
}

/** The journal of what the view shows. */
export interface Journal {
  readonly newest: Signal<number>;
  readonly state: Signal<StreamState>;
  /** Entries of the revisions `from` to `to`, both included, oldest first. */
  entries(from: number, to: number): Promise<readonly JournalEntry[]>;
  bookmarks?(): Promise<readonly Bookmark[]>;
  bookmark?(name: string, revision: number): Promise<void>;
  undo?(revision?: number): Promise<void>;
  redo?(): Promise<void>;
  /** Whether there is something to redo, by the newest entries, oldest first. */
  canRedo?(newest: readonly JournalEntry[]): boolean;
  restore?(revision: number): Promise<void>;
  /** Whether the view can show an earlier state. Otherwise the bar says that the world keeps none. */
  readonly hasStates: boolean;
}

/** The journal of the view that is on the page. A view sets it while it is shown. */
export const shownJournal = signal<Journal | undefined>(undefined);
