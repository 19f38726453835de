/** Of a series of figures. */
export interface Spread {
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface ScriptTime {
  /** The script or function. */
  readonly name: string;
  readonly calls: number;
  /** Milliseconds in the window, without what it calls. */
  readonly selfMs: number;
  readonly totalMs: number;
}

/** Figures of a window of time. What the engine does not tell is left out, and `missing` says why. */
export interface ProfileInfo {
  readonly seconds: number;
  readonly frames: number;
  /** Milliseconds from frame to frame. */
  readonly frameMs: Spread;
  /** Milliseconds of each frame, in order, at most 600; in a longer window each is the largest of its group. */
  readonly samples: readonly number[];
  /** Milliseconds of a frame in scripts, and of a physics step. */
  readonly processMs?: Spread;
  readonly physicsMs?: Spread;
  /** At the end of the window. */
  readonly drawCalls?: number;
  readonly triangles?: number;
  readonly objects?: number;
  readonly memoryBytes?: number;
  readonly videoMemoryBytes?: number;
  /** Bytes that became garbage in the window, and collections. */
  readonly garbageBytes?: number;
  readonly collections?: number;
  /** The slowest first, at most 20. */
  readonly scripts?: readonly ScriptTime[];
  /** The fields that are left out, such as "scripts". */
  readonly missing: readonly { readonly field: string; readonly reason: string }[];
}
