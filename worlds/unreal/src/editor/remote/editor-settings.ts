/** Bounds of what is asked of an editor and of what it answers. */
export interface EditorLimits {
  /** Milliseconds that one request may take. */
  readonly callMs: number;
  /** The same for what takes an editor long: Python, screenshots, loading a level. */
  readonly slowMs: number;
  /** Of one answer. */
  readonly bodyBytes: number;
  /** Of an asset exported as text. */
  readonly exportBytes: number;
  /** Of a screenshot. */
  readonly pictureBytes: number;
  /** Actors or assets that one operation asks one by one what they are. */
  readonly questions: number;
  /** Requests of one operation at a time. */
  readonly concurrency: number;
  /** Milliseconds of usual latency over which an editor counts as throttled. */
  readonly throttledMs: number;
}

/** How often something is looked at, in milliseconds. */
export interface EditorIntervals {
  readonly poll: number;
  /** The longest pause between two looks at an editor that is gone. */
  readonly longestPoll: number;
  readonly watch: number;
  /** Looks for the file of a screenshot. */
  readonly screenshot: number;
  /** Before the second try of a call that was refused because the editor was saving. */
  readonly retry: number;
}

export const DEFAULT_EDITOR_LIMITS: EditorLimits = {
  callMs: 10_000,
  slowMs: 60_000,
  bodyBytes: 48 * 1024 * 1024,
  exportBytes: 16 * 1024 * 1024,
  pictureBytes: 16 * 1024 * 1024,
  questions: 2_000,
  concurrency: 8,
  throttledMs: 250,
};

export const DEFAULT_EDITOR_INTERVALS: EditorIntervals = {
  poll: 5_000,
  longestPoll: 15_000,
  watch: 2_000,
  screenshot: 250,
  retry: 500,
};
