/** Limits of requests to an editor and of its answers. */
export interface EditorLimits {
  /** Deadline of one request. */
  readonly callMs: number;
  /** Deadline of Python, screenshots and loading a level. */
  readonly slowMs: number;
  /** Of one answer. */
  readonly bodyBytes: number;
  /** Of an asset exported as text. */
  readonly exportBytes: number;
  /** Of a screenshot. */
  readonly pictureBytes: number;
  /** Actors or assets that one operation asks about one by one. */
  readonly questions: number;
  /** Requests of one operation at a time. */
  readonly concurrency: number;
  /** Median latency above which an editor counts as throttled. */
  readonly throttledMs: number;
}

/** Intervals in milliseconds. */
export interface EditorIntervals {
  readonly poll: number;
  /** The longest interval while the editor is gone. */
  readonly longestPoll: number;
  readonly watch: number;
  /** Between checks for the file of a screenshot. */
  readonly screenshot: number;
  /** Before the retry of a call that was refused because the editor was saving. */
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
